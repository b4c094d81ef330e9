import Basics
import Foundation
import Localization
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Tags below tags")
struct TagTreeTests {
    /// A tracker whose issues have tags that are below each other. The tag “home” exists only above “home.garden”.
    private func tracker(answers: [String]? = nil) async throws -> TestTracker {
        let tracker = try await TestTracker(answers: answers)
        for line in [
            "new Plan #work --yes", "new Page #work.web --yes", "new Style #Work.Web.css --yes",
            "new Read #worker --yes", "new Both #work #work.web", "new Dig #home.garden --yes",
        ] { try await tracker.run(line) }
        return tracker
    }

    @Test(arguments: [
        ("list #work", ["Plan", "Page", "Style", "Both"]), ("list #work.web", ["Page", "Style", "Both"]),
        ("list --tag work.web.css", ["Style"]), ("list project:WORK", ["Plan", "Page", "Style", "Both"]),
        ("list -#work", ["Read", "Dig"]), ("list --tag -work", ["Read", "Dig"]), ("list #home", ["Dig"]),
        ("list +work", ["Plan", "Page", "Style", "Both"]),
        ("filter work", ["Plan", "Page", "Style", "Both"]),
        ("filter #home", ["Dig"]), ("next #work.web", ["Page", "Style", "Both"]),
    ])
    func `A tag finds the issues of those below it`(line: String, titles: [String]) async throws {
        #expect(try await Set(tracker().titles(line)) == Set(titles))
    }

    @Test func `An unknown tag is refused, and a changing command means one tag`() async throws {
        let tracker = try await tracker()
        #expect(try await tracker.problem("list #wor") != nil)
        #expect(try await tracker.problem("untag home 6") == "There is no tag “home”.")
        try await tracker.run("untag work 2 5")
        #expect(try tracker.issues[1].tags.map(\.name) == ["work.web"])
        #expect(try tracker.issues[4].tags.map(\.name) == ["work.web"])
    }

    @Test func `The tags of scripts are whole names, each after the one that it is below`() async throws {
        let rows = try await tracker().text("tags").split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(rows.map { $0[1] } == ["home.garden", "work", "work.web", "Work.Web.css", "worker"])
        #expect(rows.map { $0[2] } == ["1", "4", "3", "1", "1"])
    }

    @Test func `Upper keys begin with the nearest`() {
        #expect(IssueTag.upperKeys(of: "work.web.css") == ["work.web", "work"])
        #expect(IssueTag.upperKeys(of: "work") == [])
        #expect(IssueTag.upperKeys(of: ".net") == [])
        #expect(IssueTag.isKey("work.web", under: "work"))
        #expect(!IssueTag.isKey("worker", under: "work"))
    }

    @Test func `The numbers of filters, tags and views are those of their lists`() async throws {
        let tracker = try await tracker()
        for line in ["close 1", "wait 3d 2", "block 4 by 3", "due tomorrow 6"] { try await tracker.run(line) }
        /// The numbers in a column of a table, by the names in another one.
        func counts(_ line: String, name: Int, count: Int) async throws -> [String: Int] {
            let rows = try await tracker.text(line, format: .csv).split(whereSeparator: \.isNewline)
                .dropFirst()
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                    return (cells[name], Int(cells[count]) ?? -1)
                })
        }
        let filters = try await counts("filters", name: 1, count: 2)
        for (name, count) in filters {
            let isSmart = ["all", "recent"].contains(name)
            let listed = try await tracker.titles(isSmart ? "list --view \(name)" : "list #\(name)")
            #expect(listed.count == count, "\(name)")
        }
        #expect(filters.count == 7)
        let tags = try await counts("tags", name: 1, count: 2)
        for (name, count) in tags { #expect(filters[name] == count, "\(name)") }
        let all = try await counts("tags", name: 1, count: 3)
        for (name, count) in all {
            #expect(try await tracker.titles("list --all #\(name)").count == count, "\(name)")
        }
        let views = try await counts("views", name: 0, count: 3)
        #expect(views["all"] == filters["all"])
        #expect(views["recent"] == filters["recent"])
    }

    @Test func `A tag's weight is also that of the tags below it`() {
        let weight = TagWeight(tag: "Work", value: 5)
        #expect(weight.applies(to: "work.Web"))
        #expect(!weight.applies(to: "worker"))
    }

    @Test func `The agenda ends with the issues whose waiting ends in its days`() async throws {
        let tracker = try await TestTracker()
        for line in [
            "new Due due:tomorrow", "new Both due:tomorrow wait:2024-03-18", "new Hidden wait:2024-03-17",
            "new Later wait:2024-05-01",
        ] { try await tracker.run(line) }
        #expect(try await tracker.titles("agenda") == ["Due", "Hidden", "Both"])
        #expect(try await tracker.titles("agenda --days 2") == ["Due"])
        #expect(try await tracker.titles("agenda Hidden") == ["Hidden"])
        #expect(try await tracker.said("agenda Hidden") == "Nothing is overdue or due up to Mar 21, 2024.")
        let spoken = try await tracker.text("agenda", format: .accessible)
        #expect(spoken.contains("Hidden: number 3, waiting until March 17, 2024"))
        let data = try await tracker.text("agenda", format: .csv)
        #expect(data.split(whereSeparator: \.isNewline).count == 4)
        try await tracker.run("close 2 3")
        #expect(try await tracker.titles("agenda") == ["Due"])
    }
}
