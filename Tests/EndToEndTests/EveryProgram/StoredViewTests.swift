import TestSupport
import Testing

/// The rule: views are the same commands in every program that has lists of conditions.
@Suite("Views in every program", .level(.default))
struct StoredViewTests {
    private static let cases = [
        "mybooks": (
            setup: ["add Solaris Lem --rating 5", "add Eden Lem --rating 4", "add Fiasko Lem"],
            conditions: ["rating:>=4", "--sort", "title", "--reverse"], title: "title", count: "books",
            expected: ["Solaris", "Eden"]
        ),
        "itour": (
            setup: ["add Rome --priority must", "add Bari --priority must", "add Oslo --priority meh"],
            conditions: ["priority:must", "--sort", "name", "--reverse"], title: "name",
            count: "destinations", expected: ["Rome", "Bari"]
        ),
        "portfolio": (
            setup: ["new Alpha --priority high", "new Beta --priority high", "new Gamma"],
            conditions: ["priority:high", "--sort", "-title"], title: "title", count: "issues",
            expected: ["Beta", "Alpha"]
        ),
    ]

    @Test(arguments: cases.keys.sorted())
    func `A view is saved with its order, listed, counted, replaced, deleted and brought back`(
        program: String
    ) throws {
        let tried = try #require(Self.cases[program])
        let person = try Person(program)
        func run(_ arguments: [String]) throws -> ProcessResult {
            try TestSupport.run(
                person.path, arguments, environment: person.environment, workingDirectory: person.home.path)
        }
        func titles() throws -> [String] {
            try run(["view", "best", "--json"]).objects.compactMap { $0[tried.title] as? String }
        }
        try person.run(stdin: tried.setup.map { $0 + "\n" }.joined())
        let saved = try run(["view", "save", "Best"] + tried.conditions)
        #expect(saved.status == .exited(0), "\(saved.stderr)")
        #expect(try titles() == tried.expected)
        let views = try run(["views", "--json"]).objects.filter { $0["kind"] as? String == "saved" }
        #expect(views.map { $0["view"] as? String } == ["Best"])
        #expect(views.map { $0[tried.count] as? Int } == [2])
        #expect(views.map { $0["query"] as? String } == [tried.conditions[0]])
        // Another view of the same name would be ambiguous.
        #expect(try run(["view", "save", "BEST", "-" + tried.conditions[0]]).stdout.contains("Replaced"))
        #expect(try titles().count == 1)
        try person.run("-c", "undo")
        #expect(try titles() == tried.expected)
        #expect(try run(["view", "delete", "best"]).status == .exited(64))
        #expect(try run(["view", "delete", "best", "--yes"]).status == .exited(0))
        #expect(try run(["view", "best"]).stderr.contains("There is no view “best”."))
        try person.run("-c", "undo")
        #expect(try titles() == tried.expected)
        #expect(try run(["view", "save", "broken", "\(tried.title):>"]).status != .exited(0))
    }
}
