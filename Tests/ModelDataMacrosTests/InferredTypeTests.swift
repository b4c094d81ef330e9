import SwiftParser
import SwiftSyntax
import Testing

@testable import ModelDataMacros

@Suite("Types read off initial values")
struct InferredTypeTests {
    private func type(_ source: String) -> String? {
        var parser = Parser(source)
        return inferredType(of: ExprSyntax.parse(from: &parser))
    }

    @Test(
        "A literal, a call, a member or a cast shows its type",
        arguments: [
            ("\"x\"", "Swift.String"), ("\"\"\"\nx\n\"\"\"", "Swift.String"), ("1", "Swift.Int"),
            ("-1", "Swift.Int"), ("0x1F", "Swift.Int"), ("1.5", "Swift.Double"), ("-1e3", "Swift.Double"),
            ("true", "Swift.Bool"), ("(1)", "Swift.Int"), ("UUID()", "UUID"), ("Date()", "Date"),
            ("Date.now", "Date"), ("Status.onShelf", "Status"), ("Outer.Inner(x: 1)", "Outer.Inner"),
            ("Outer.Inner.case", "Outer.Inner"), ("Decimal.init(1)", "Decimal"), ("[Tag]()", "[Tag]"),
            ("[Outer.Tag]()", "[Outer.Tag]"), ("[String: Int]()", "[String: Int]"), ("[1, 2]", "[Swift.Int]"),
            ("[\"a\": 1.5]", "[Swift.String: Swift.Double]"), ("10 as Int64", "Int64"),
            ("value as? Int", "Int?"), ("Array<Int>()", "Array<Int>"), ("Set<String>()", "Set<String>"),
            ("[[Int]]()", "[[Int]]"), ("[Int?]()", "[Int?]"), ("Optional<Int>.none", "Optional<Int>"),
        ])
    func visible(source: String, expected: String) {
        #expect(type(source) == expected)
    }

    @Test(
        "What the syntax doesn't show isn't guessed",
        arguments: [
            "nil", ".onShelf", "makeValue()", "Calendar.current.startOfDay(for: .now)", "[]", "[:]",
            "[1, \"a\"]", "x + 1", "condition ? 1 : 2", "Type.make()", "value", "{ 1 }()", "[1, x]",
        ])
    func invisible(source: String) {
        #expect(type(source) == nil)
    }
}
