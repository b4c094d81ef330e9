import Foundation
import Testing

@testable import Localization

@Suite("Search for texts in code")
struct UsedTextsTests {
    private func keys(_ source: String) -> [String] {
        UsedTexts(source: source, module: "Module").uses.map { "\($0.table): \($0.key)" }
    }

    @Test func `Literals are found anywhere in code`() {
        #expect(keys(#"let a = text("One")"#) == ["Module: One"])
        #expect(
            keys(#"f(text("Say \"it\" \u{2713} \\", x), text("Two"))"#) == [
                "Module: Say \"it\" ✓ \\", "Module: Two",
            ])
        #expect(keys(#"text("Outer %@", text("Inner"), y)"#) == ["Module: Outer %@", "Module: Inner"])
        #expect(keys(#"text(many ? "Some" : "One")"#) == ["Module: Some", "Module: One"])
        #expect(keys("text(\n    \"Wrapped\",\n    [1, 2])") == ["Module: Wrapped"])
        #expect(keys(#"LocalizedText("Key", table: "Other", [text("In")])"#) == ["Other: Key", "Module: In"])
        #expect(keys("text(\n    \"\"\"\n    Two \\\n    lines\n    \"\"\")") == ["Module: Two lines"])
    }

    @Test func `Literals that aren't texts of a table are ignored`() {
        #expect(keys(#"Cell.text("Solaris"); context("x"); func text("x"); text(upTo: "x")"#) == [])
        #expect(keys(#"Module.text("Three"); Other.text("Four")"#) == ["Module: Three"])
        #expect(keys("// text(\"comment\")\n/* text(\"comment\") */") == [])
        #expect(keys(#"print("text(\"quoted\")")"#) == [])
        #expect(keys(#"LocalizedText(key, table: "Shell"); LocalizedText("%@", table: "")"#) == [])
    }

    @Test func `Concatenated keys are reported`() {
        #expect(UsedTexts(source: #"text("Added \(title)")"#, module: "Module").unreadable == ["Module:1"])
    }
}
