import TestSupport
import Testing

@Suite("Types inferred from initial values", .level(.default))
struct InferredTypeTests {
    @Test func `The type of a literal, a call, a member or a cast is inferred`() throws {
        let cases = [
            ("\"x\"", "String"), ("1", "Int"), ("-1", "Int"), ("0x1F", "Int"), ("1.5", "Double"),
            ("-1e3", "Double"), ("true", "Bool"), ("(1)", "Int"), ("UUID()", "UUID"), ("Date()", "Date"),
            ("Date.now", "Date"), ("Status.onShelf", "Status"), ("Outer.Inner(x: 1)", "Outer.Inner"),
            ("Decimal.init(1)", "Decimal"), ("[Tag]()", "[Tag]"), ("[Outer.Inner]()", "[Outer.Inner]"),
            ("[String: Int]()", "[String: Int]"), ("[1, 2]", "[Int]"), ("[\"a\": 1.5]", "[String: Double]"),
            ("10 as Int64", "Int64"), ("Array<Int>()", "[Int]"), ("Set<String>()", "Set<String>"),
            ("[[Int]]()", "[[Int]]"), ("[Int?]()", "[Int?]"), ("Optional<Int>.none", "Int?"),
        ]
        let properties = cases.enumerated().map { "    var p\($0) = \($1.0)" }.joined(separator: "\n")
        let checks = cases.enumerated().map { "let k\($0): KeyPath<Sample, \($1.1)> = \\.p\($0)" }
        let run = try CompilerRun(
            """
            enum Status: String, Codable { case onShelf }
            struct Tag: Codable, Equatable {}
            enum Outer { struct Inner: Codable, Equatable { var x: Int } }
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
