import TestSupport
import Testing

@Suite("Types inferred from initial values", .level(.default))
struct InferredTypeTests {
    @Test func `The type of every expression is inferred, as without a macro`() throws {
        let cases = [
            ("\"x\"", "String"), ("1", "Int"), ("-1", "Int"), ("0x1F", "Int"), ("1.5", "Double"),
            ("-1e3", "Double"), ("true", "Bool"), ("(1)", "Int"), ("UUID()", "UUID"), ("Date()", "Date"),
            ("Date.now", "Date"), ("Status.onShelf", "Status"), ("Outer.Inner(x: 1)", "Outer.Inner"),
            ("Decimal.init(1)", "Decimal"), ("[Tag]()", "[Tag]"), ("[Outer.Inner]()", "[Outer.Inner]"),
            ("[String: Int]()", "[String: Int]"), ("[1, 2]", "[Int]"), ("[\"a\": 1.5]", "[String: Double]"),
            ("10 as Int64", "Int64"), ("Array<Int>()", "[Int]"), ("Set<String>()", "Set<String>"),
            ("[[Int]]()", "[[Int]]"), ("[Int?]()", "[Int?]"), ("Optional<Int>.none", "Int?"),
            ("UUID().uuidString", "String"), ("URL(string: \"https://example.org\")!", "URL"),
            ("Status.onShelf.rawValue", "String"), ("60 * 60 * 24", "Int"), ("60 * 1.5", "Double"),
            ("\"a\" + \"b\"", "String"), ("true ? 1 : 2", "Int"), ("[Tag]?.some([])", "[Tag]?"),
            ("Date.now.addingTimeInterval(60)", "Date"), ("makeTitle()", "String"),
            ("Defaults.count", "Int"), ("Box(content: 1)", "Box<Int>"),
            ("Optional(Status.onShelf)", "Status?"),
            ("Shelf()", "Shelf"), ("[Shelf]()", "[Shelf]"), ("Optional(Shelf())", "Shelf?"),
        ]
        let properties = cases.enumerated().map { "    var p\($0) = \($1.0)" }.joined(separator: "\n")
        let checks = cases.enumerated().map { "let k\($0): KeyPath<Sample, \($1.1)> = \\.p\($0)" }
        let run = try CompilerRun(
            """
            enum Status: String, Codable { case onShelf }
            struct Tag: Codable, Equatable {}
            enum Outer { struct Inner: Codable, Equatable { var x: Int } }
            struct Box<Content: Codable>: Codable { var content: Content }
            enum Defaults { static let count = 5 }
            func makeTitle() -> String { "" }
            @Model final class Shelf { init() {} }
            @Model final class Sample {
            \(properties)
                init() {}
            }
            func check() { \(checks.joined(separator: "; ")) }
            """)
        let problems = run.diagnostics.filter { !$0.message.contains("never used") }
        #expect(problems.isEmpty, "\(run.log)")
    }
}
