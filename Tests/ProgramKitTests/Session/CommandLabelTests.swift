import Localization
import Testing

@testable import ProgramKit

@Suite("Command labels for undo")
struct CommandLabelTests {
    @Test func `A stored label is localized when it is read`() throws {
        let label = LocalizedText(
            "Deleted “%@”.", table: "MyBooks", [.text(.verbatim("三体 \"x\""))])
        let back = CommandLabel.text(try #require(CommandLabel.note(label)))
        #expect(back == label)
        let polish = try #require(Language(matching: "pl"))
        #expect(Localizer(polish).string(back) == "Usunięto „三体 \"x\"”.")
    }

    @Test func `A label of another program is shown unchanged`() {
        #expect(Localizer(.english).string(CommandLabel.text("add {Solaris}")) == "add {Solaris}")
    }
}
