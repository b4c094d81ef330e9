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

    /// Views of itour's lists: the list, what a view finds, and how many.
    private static let lists: [(list: String, condition: String, shows: String, lacks: String)] = [
        ("destinations", "priority:must", "Kyoto", "Osaka"), ("sights", "is:visited", "Temple", "Garden"),
        ("legs", "kind:train", "Tokyo", "Nara"), ("stays", "cost:>50", "Ryokan", "Hostel"),
        ("expenses", "category:food", "Ramen", "Kimono"),
    ]

    @Test func `A view of itour remembers which list it belongs to, also in an export`() throws {
        let person = try Person("itour")
        let setup = [
            "trip add Japan", "add Kyoto priority:must", "sight add Temple", "sight add Garden",
            "sight visited temple", "back", "add Osaka", "back",
            "leg add train Kyoto Tokyo 2027-04-08", "leg add bus Kyoto Nara 2027-04-07",
            "stay add Ryokan 2027-04-05 cost:90", "stay add Hostel 2027-04-06 cost:20",
            "expense add 9 Ramen category:food", "expense add 95 Kimono category:shopping",
        ]
        try person.run(stdin: setup.map { $0 + "\n" }.joined())
        for (list, condition, _, _) in Self.lists {
            let saved = try person.run("view", "save", "my \(list)", condition, "--list", list)
            #expect(saved.status == .exited(0), "\(saved.stderr)")
        }
        let unsorted = try person.run("view", "save", "x", "is:visited", "--list", "sights", "--sort", "name")
        #expect(unsorted.stderr.contains("have no --sort"), "\(unsorted.stderr)")
        #expect(try person.run("view", "save", "x", "is:planned", "--list", "stays").status != .exited(0))
        try person.run("export", "all.json")
        for store in ["", "copy.store"] {
            let place = store.isEmpty ? [] : ["--store", store]
            func run(_ arguments: [String]) throws -> ProcessResult {
                try TestSupport.run(
                    person.path, place + arguments, environment: person.environment,
                    workingDirectory: person.home.path)
            }
            if !store.isEmpty { _ = try run(["import", "all.json"]) }
            for (list, _, shows, lacks) in Self.lists {
                let shown = try run(["view", "my \(list)"]).stdout
                #expect(shown.contains(shows), "\(list): \(shown)")
                #expect(!shown.contains(lacks), "\(list): \(shown)")
            }
            let views = try run(["views", "--json"]).objects
            #expect(Set(views.compactMap { $0["list"] as? String }) == Set(Self.lists.map(\.list)))
            #expect(views.map { $0["entries"] as? Int } == [1, 1, 1, 1, 1])
        }
    }
}
