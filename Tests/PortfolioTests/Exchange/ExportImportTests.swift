import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Export and import")
struct ExportImportTests {
    @Test(arguments: IssueFormat.allCases)
    func `An export imported into an empty tracker gives the same issues, and a second import adds none`(
        format: IssueFormat
    ) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("issues.\(format.rawValue)")
        let first = try await TestTracker()
        try await first.run("samples")
        for line in [
            "new Note --content \"a\n\nb\"", "tag new \"two words\"", "tag \"two words\"", "close",
            "export \(path)",
        ] {
            try await first.run(line)
        }
        let second = try await TestTracker()
        #expect(
            try await second.text("import \(path)").contains(
                "Added 51, changed 0, left 0 unchanged, skipped 0."))
        func values(_ tracker: TestTracker) throws -> Set<String> {
            Set(
                try tracker.issues.map { issue in
                    let names = issue.tags.map { $0.name.replacingOccurrences(of: " ", with: "_") }.sorted()
                    let content = format == .todo ? "" : issue.content
                    return "\(issue.title)|\(issue.priority)|\(issue.isOpen)|\(names)|\(content)"
                })
        }
        #expect(try values(second) == values(first))
        #expect(
            try await second.text("import \(path)").contains(
                "Added 0, changed 0, left 51 unchanged, skipped 0."))
        #expect(try await first.text("import \(path) --dry-run").contains("leave 51 unchanged"))
        #expect(try await first.text("import \(path)").contains("left 51 unchanged"))
        try await second.run("undo")
        #expect(try second.issues.isEmpty && second.tags.isEmpty)
    }

    @Test(arguments: [
        "issues.json", "issues.csv", "issues.md", "todo.txt", "tasks.json --as taskwarrior", "todo.ics",
    ])
    func `An export in each format counts the issues that are in the file`(file: String) async throws {
        let directory = try TemporaryDirectory()
        let tracker = try await TestTracker()
        for line in [
            "tag new work", "new Alpha due:friday #work !high", "new Beta", "close 2",
            "new Gamma every:weekly",
        ] {
            try await tracker.run(line)
        }
        let name = String(file.prefix { $0 != " " })
        let path = directory.file(name)
        let options = file.dropFirst(name.count)
        #expect(try await tracker.said("export \(path)\(options)") == "Wrote 3 issues to “\(path)”.")
        if name.hasSuffix(".ics") {
            // portfolio doesn't read calendars.
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.ranges(of: "BEGIN:VTODO").count == 3)
        } else {
            let other = try await TestTracker()
            #expect(try await other.text("import \(path)").contains("Added 3, changed 0,"))
            #expect(try other.issues.count == 3)
        }
    }

    @Test func `A file updates existing issues, and a dry run changes nothing`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("todo.txt")
        let tracker = try await TestTracker()
        try await tracker.run("new Buy milk")
        try Data("x 2024-03-16 2024-03-15 Buy milk +shop\n(A) New thing\n".utf8).write(
            to: URL(fileURLWithPath: path))
        #expect(try await tracker.text("import \(path) --dry-run").contains("Would add 1, change 1"))
        #expect(try tracker.issues.count == 1 && tracker.issues[0].isOpen && tracker.tags.isEmpty)
        try await tracker.run("import \(path)")
        #expect(try tracker.issues.map(\.title) == ["Buy milk", "New thing"])
        #expect(try !tracker.issues[0].isOpen && tracker.issues[0].tags.map(\.name) == ["shop"])
        #expect(try tracker.issues[1].priority == .high)
    }

    @Test func `A dry run predicts the import, including tags and repeated entries, and changes nothing`()
        async throws
    {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Old --tag work"] { try await tracker.run(line) }
        let old = try #require(try tracker.issues.first)
        let modified = old.modified
        let history = try await tracker.text("history")
        let entry = #"{"title": "New", "identifier": "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "tags": ["u"]}"#
        let file = """
            [\(entry), \(entry), {"tags": ["v", "w"]}, {"title": "Old", "priority": "high", "tags": ["u"]}]
            """
        tracker.clock.now += 60
        let report = try await tracker.importing(file, as: .json, options: "--dry-run")
        #expect(report.contains("Would add 1, change 1, leave 1 unchanged and skip 0."), "\(report)")
        #expect(report.contains("Would create 2 tags without issues."), "\(report)")
        #expect(!tracker.context.hasChanges)
        #expect(try tracker.issues.map(\.title) == ["Old"] && tracker.tags.map(\.name) == ["work"])
        #expect(old.priority == .low)
        #expect(old.tags.map(\.name) == ["work"])
        #expect(old.modified == modified)
        tracker.clock.now -= 60
        #expect(try await tracker.text("history") == history)
        let done = try await tracker.importing(file, as: .json)
        #expect(done.contains("Added 1, changed 1, left 1 unchanged, skipped 0."), "\(done)")
        #expect(done.contains("Created 2 tags without issues."), "\(done)")
        #expect(try Set(tracker.tags.map(\.name)) == ["work", "u", "v", "w"])
        #expect(old.tags.map(\.name) == ["u"])
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.title) == ["Old"] && tracker.tags.map(\.name) == ["work"])
    }

    @Test(arguments: [
        ("a.json", "{", "is cut off"), ("a.json", "{\"a\": 1}", "doesn't contain a list of issues"),
        ("a.csv", "name\nx\n", "lacks columns that the import needs: title"),
        ("a.txt", "\n\n", "is empty"), ("a.md", "# Nothing\n", "There are no issues"),
        ("a.xml", "<a/>", "The format can't be determined"),
        ("a.json", "", "is empty"), ("a.txt", "\u{FF}", "UTF-8"),
    ])
    func `A malformed file is refused and changes nothing`(name: String, contents: String, problem: String)
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        let bytes = contents == "\u{FF}" ? Data([0xFF, 0x41]) : Data(contents.utf8)
        try bytes.write(to: URL(fileURLWithPath: path))
        let tracker = try await TestTracker()
        try await tracker.run("new One")
        #expect(try await tracker.problem("import \(path)")?.contains(problem) == true)
        #expect(try tracker.issues.map(\.title) == ["One"])
    }

    @Test func `An invalid field costs the field, and an entry without a title is skipped`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.json")
        let json = """
            [{"title": "Good"}, {"title": " "}, 3, {"title": "a", "status": "done"}, {"title": "a", "priority": "x"},
             {"title": "a", "created": "soon"}, {"title": "a", "identifier": "1"}, {"title": "a", "tags": "x"},
             {"title": "a\\u001bb"}, {"title": "a", "tags": ["-x"]}, {"title": 1}]
            """
        try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        let tracker = try await TestTracker()
        let output = try await tracker.run("import \(path)")
        let warnings = tracker.warnings(output)
        #expect(
            warnings == [
                "Entry 2 was skipped: the title is missing.",
                "Entry 3 was skipped: the entry is not an object.",
                "Entry 4, “a”: “status” (done) was not imported: it is neither “open” nor “closed”.",
                "Entry 5, “a”: “priority” (x) was not imported: it is not a priority.",
                "Entry 6, “a”: “created” (soon) was not imported: it is not a date.",
                "Entry 7, “a”: “identifier” (1) was not imported: it is not an identifier.",
                "Entry 8, “a”: “tags” (x) was not imported: the value has the wrong type.",
                "Entry 10, “a”: “tags” (-x) was not imported: A tag's name can't begin with “-”.",
            ])
        #expect(try tracker.issues.map(\.title) == ["Good", "a", "a", "a", "a", "a", "a␛b", "a", "1"])
    }

    @Test func `A file of several batches matches entries by identifier and title in any batch`() async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run("new Stored")
        let again = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
        let first = #"{"title": "First", "identifier": "\#(again)", "tags": ["shared"]}"#
        let many = (0..<1200).map { #"{"title": "Issue \#($0)", "tags": ["shared", "t\#($0 % 3)"]}"# }
        let last = [
            #"{"title": "Stored", "priority": "high", "tags": ["shared"]}"#,
            #"{"title": "Renamed", "identifier": "\#(again)", "tags": ["t1", "late"]}"#,
        ]
        let file = "[" + ([first] + many + last).joined(separator: ",\n") + "]"
        let report = try await tracker.importing(file, as: .json)
        #expect(report.contains("Added 1,201, changed 2, left 0 unchanged, skipped 0."), "\(report)")
        #expect(try tracker.issues.map(\.title).prefix(3) == ["Stored", "Renamed", "Issue 0"])
        #expect(try tracker.issues[0].priority == .high)
        #expect(try tracker.tags.map(\.name) == ["shared", "t0", "t1", "t2", "late"])
        #expect(try tracker.tags.map(\.issues.count) == [1201, 400, 401, 400, 1])
        let repeated = try await tracker.importing(file, as: .json)
        #expect(repeated.contains("Added 0, changed 2, left 1,201 unchanged, skipped 0."), "\(repeated)")
        try await tracker.run("undo")
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.title) == ["Stored"] && tracker.tags.isEmpty)
    }

    @Test(arguments: ["]", "{\"title\": 1 2}]"])
    func `A file that is malformed at its end changes nothing, even after several batches`(end: String)
        async throws
    {
        let directory = try TemporaryDirectory()
        let many = (0..<1200).map { #"{"title": "Issue \#($0)", "tags": ["t"]},"# + "\n" }
        let path = try directory.write("[" + many.joined() + end, to: "a.json")
        let tracker = try await TestTracker()
        let problem = try #require(try await tracker.problem("import \(path)"))
        #expect(problem.contains("line 1201, column"), "\(problem)")
        #expect(try tracker.issues.isEmpty && tracker.tags.isEmpty && !tracker.context.hasChanges)
        #expect(try await tracker.text("history").contains("Imported") == false)
    }

    @Test func `A repeated key in JSON skips the entry`() async throws {
        let tracker = try await TestTracker()
        let report = try await tracker.importing(
            #"[{"title": "A", "title": "B"}, {"title": "C"}]"#, as: .json)
        #expect(report.contains("Entry 1 was skipped: the key “title” occurs twice."), "\(report)")
        #expect(try tracker.issues.map(\.title) == ["C"])
    }
}
