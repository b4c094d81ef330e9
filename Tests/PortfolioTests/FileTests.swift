import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@Suite("Files of issues")
struct FormatTests {
    private static let utc = TimeZone(secondsFromGMT: 0) ?? .current

    private static func entries(_ random: inout SeededGenerator, days: Bool) -> [IssueEntry] {
        let words = [
            "Fix", "the", "login", "50%", "*star*", "_x_", "[a](b)", "`code`", "<b>", "#hash", "!high", "\\",
            "\"q\"",
            "Łódź", "三体", "العربية", "-", "--", "x", "<!--", "-->", "a,b;c",
        ]
        let names = ["work", "two words", "a\"b", "semi;colon", "back\\slash", "Łódź", "@home", "x_y"]
        return (0..<40).map { index in
            let title = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                words.randomElement(using: &random) ?? "a"
            }
            var entry = IssueEntry(title: "\(index) " + title.joined(separator: " "))
            entry.identifier = UUID(random.next(), random.next())
            entry.priority = Priority.allCases.randomElement(using: &random)
            entry.tags = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            entry.created = TestTracker.noon.addingTimeInterval(
                Double(Int.random(in: 0..<10_000_000, using: &random)) / (days ? 1 : 1000))
            entry.modified = entry.created
            entry.status = .open
            if Bool.random(using: &random) {
                entry.status = .closed
                entry.closed = entry.created?.addingTimeInterval(86_400)
            }
            entry.content = [
                "", "one line", "several\n\n  indented\n- [ ] not an item\n\"quotes\", and\ttabs", " ",
            ]
            .randomElement(using: &random)
            return entry
        }
    }

    private func read(_ format: IssueFormat, _ entries: [IssueEntry]) throws -> [IssueEntry] {
        let bytes = format.bytes(entries, timeZone: Self.utc)
        return try format.rows(bytes, path: "f", timeZone: Self.utc).map { row in
            guard case .entry(_, let entry) = row else { throw TestSupportError("skipped: \(row)") }
            return entry
        }
    }

    @Test(
        "JSON, CSV and Markdown give back what was written",
        arguments: [
            (IssueFormat.json, UInt64(577_215)), (.csv, 577_215), (.markdown, 577_215),
            (.json, SeededGenerator.newSeed),
            (.csv, SeededGenerator.newSeed), (.markdown, SeededGenerator.newSeed),
        ])
    func roundTrip(format: IssueFormat, seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: false)
        for (found, expected) in zip(try read(format, entries), entries) {
            #expect(found == expected, "seed \(seed)")
        }
        #expect(try read(format, entries).count == entries.count)
    }

    @Test(
        "todo.txt keeps titles, status, priorities, days and tags",
        arguments: [141_421, SeededGenerator.newSeed])
    func todo(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: true)
        for (found, entry) in zip(try read(.todo, entries), entries) {
            #expect(found.title == entry.title && found.status == entry.status, "seed \(seed)")
            #expect((found.priority ?? .low) == entry.priority)
            #expect(found.created.map { CivilDate(utc: $0) } == entry.created.map { CivilDate(utc: $0) })
            #expect(found.closed.map { CivilDate(utc: $0) } == entry.closed.map { CivilDate(utc: $0) })
            let tags = (entry.tags ?? []).map { $0.replacingOccurrences(of: " ", with: "_") }
            #expect((found.tags ?? []) == tags)
        }
    }

    @Test(
        "Every line of a todo.txt follows the published rules", arguments: [SeededGenerator.newSeed]
    )
    func rules(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: true)
        let lines = TodoText.text(entries, timeZone: Self.utc).split(separator: "\n").map(String.init)
        #expect(lines.count == entries.count)
        let day = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        for (line, entry) in zip(lines, entries) {
            let head =
                entry.status == .closed
                // A lowercase x, the day of completion, the day of creation.
                ? "^x \(day) \(day) "
                // A priority first, as one uppercase letter in parentheses, then the day of creation.
                : entry.priority == .low ? "^\(day) " : "^\\([AB]\\) \(day) "
            #expect(line.range(of: head, options: .regularExpression) != nil, "\(line)")
            for tag in entry.tags ?? [] where !tag.hasPrefix("@") {
                let word = "+" + tag.replacingOccurrences(of: " ", with: "_")
                #expect(line.split(separator: " ").contains(Substring(word)))
            }
        }
    }

    private static let foreignLines: [(String, String, Priority?, IssueStatus?, [String])] = [
        (
            "(A) Call Mom @Phone +Family", "Call Mom", .high, .open,
            ["@Phone", "Family"]
        ),
        (
            "(C) 2024-03-01 Post signs around the +GarageSale area",
            "Post signs around the +GarageSale area", .low, .open, ["GarageSale"]
        ),
        (
            "x 2024-03-03 2024-03-01 Review Tim's pull request +TodoTxt @github pri:B",
            "Review Tim's pull request", .medium, .closed, ["TodoTxt", "@github"]
        ),
        ("xylophone lesson", "xylophone lesson", nil, nil, []),
        ("X 2024-03-03 Call", "X 2024-03-03 Call", nil, nil, []),
        ("(b) Get back to the boss", "(b) Get back to the boss", nil, nil, []),
        ("(A)Call", "(A)Call", nil, nil, []), ("2024-03-01 Dated", "Dated", nil, .open, []),
        ("Email SoAndSo@example.com", "Email SoAndSo@example.com", nil, nil, []),
        ("Learn how to add 2+2", "Learn how to add 2+2", nil, nil, []),
    ]

    @Test("A todo.txt of another program is read as the format says", arguments: foreignLines)
    func foreign(line: String, title: String, priority: Priority?, status: IssueStatus?, tags: [String])
        throws
    {
        guard case .entry(1, let entry)? = TodoText.rows(line, timeZone: Self.utc).first else {
            throw TestSupportError("not read")
        }
        #expect(
            entry.title == title && entry.priority == priority && entry.status == status
                && (entry.tags ?? []) == tags
        )
    }

    @Test(
        "A line's day begins with its first moment, also where the clocks skip midnight",
        arguments: [
            ("America/Havana", "2024-03-10", 1_710_046_800.0), ("Asia/Beirut", "2024-03-31", 1_711_836_000.0),
            ("Pacific/Auckland", "2024-04-07", 1_712_401_200.0),
            ("Europe/Warsaw", "2024-10-27", 1_729_980_000.0),
        ])
    func days(zone: String, day: String, seconds: Double) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let line = TodoText.rows("\(day) Call", timeZone: zone).first
        guard case .entry(1, let entry)? = line else { throw TestSupportError("not read") }
        let created = try #require(entry.created)
        #expect(created == Date(timeIntervalSince1970: seconds))
        #expect(CivilDate.today(now: created, timeZone: zone) == CivilDate(day))
    }

    @Test("A checklist by hand is read: any bullet, no comment, content below, other text left aside")
    func checklist() throws {
        let rows = Checklist.rows(
            """
            # Plan

            - [ ] Plain *item*
            * [x] Done #work #"two words" !medium
              First line

              after a blank one

            Some paragraph.
            + [X] Last
            - no box
            """)
        let entries = rows.compactMap { if case .entry(_, let entry) = $0 { entry } else { nil } }
        #expect(entries.map(\.title) == ["Plain *item*", "Done", "Last"])
        #expect(entries.map(\.status) == [.open, .closed, .closed])
        #expect(entries[1].tags == ["work", "two words"] && entries[1].priority == .medium)
        #expect(entries[1].content == "First line\n\nafter a blank one")
        // What they don't say.
        #expect(entries[0].priority == nil && entries[0].tags == nil && entries[2].content == nil)
    }

    @Test("Instants in ISO 8601 come back equal, and what is none is refused")
    func instants() {
        for seconds in [0, 1_710_504_000.123, -62_000_000_000, 86_399.999, 1e10] {
            let date = Date(timeIntervalSince1970: seconds).wholeMilliseconds
            #expect(ISOTime.date(ISOTime.string(date)) == date, "\(seconds)")
        }
        #expect(ISOTime.date("2024-03-15T12:00:00+02:00") == Date(timeIntervalSince1970: 1_710_496_800))
        #expect(ISOTime.date("2024-03-15") == Date(timeIntervalSince1970: 1_710_460_800))
        for text in [
            "", "yesterday", "2024-02-30", "2024-03-15T25:00:00Z", "2024-03-15T12:00:00",
            "2024-03-15T12:0:00Z",
        ] {
            #expect(ISOTime.date(text) == nil, "\(text)")
        }
        #expect(ISOTime.string(Date(timeIntervalSince1970: 1e300)).hasPrefix("9999"))
    }
}

@MainActor
@Suite("Export and import")
struct ExportImportTests {
    @Test(
        "An empty tracker that imports an export has the same issues; again, nothing is added twice",
        arguments: IssueFormat.allCases)
    func roundTrip(format: IssueFormat) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("issues.\(format.rawValue)")
        let first = try TestTracker()
        try await first.run("samples")
        for line in [
            "new Note --content \"a\n\nb\"", "tag new \"two words\"", "tag \"two words\"", "close",
            "export \(path)",
        ] {
            try await first.run(line)
        }
        let second = try TestTracker()
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

    @Test("What a file says of an issue that is there counts, and a trial changes nothing")
    func merging() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("todo.txt")
        let tracker = try TestTracker()
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

    @Test(
        "A trial says what the import then does, tags and repeated entries among it, and leaves nothing behind"
    )
    func trial() async throws {
        let tracker = try TestTracker()
        for line in ["tag new work", "new Old --tag work"] { try await tracker.run(line) }
        let old = try #require(try tracker.issues.first)
        let modified = old.modified
        let history = try await tracker.text("history")
        let entry = #"{"title": "New", "identifier": "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "tags": ["u"]}"#
        let file = """
            [\(entry), \(entry), {"tags": ["v", "w"]}, {"title": "Old", "priority": "high", "tags": ["u"]}]
            """
        tracker.clock.now += 60
        let told = try await tracker.importing(file, as: .json, options: "--dry-run")
        #expect(told.contains("Would add 1, change 1, leave 1 unchanged and skip 0."), "\(told)")
        #expect(told.contains("Would make 2 tags that no issue has."), "\(told)")
        #expect(!tracker.context.hasChanges)
        #expect(try tracker.issues.map(\.title) == ["Old"] && tracker.tags.map(\.name) == ["work"])
        #expect(old.priority == .low && old.tags.map(\.name) == ["work"] && old.modified == modified)
        tracker.clock.now -= 60
        #expect(try await tracker.text("history") == history)
        let done = try await tracker.importing(file, as: .json)
        #expect(done.contains("Added 1, changed 1, left 1 unchanged, skipped 0."), "\(done)")
        #expect(done.contains("Made 2 tags that no issue has."), "\(done)")
        #expect(try Set(tracker.tags.map(\.name)) == ["work", "u", "v", "w"])
        #expect(old.tags.map(\.name) == ["u"])
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.title) == ["Old"] && tracker.tags.map(\.name) == ["work"])
    }

    @Test(
        "A malformed file is refused as a whole, a malformed entry alone",
        arguments: [
            ("a.json", "{", "is not JSON"), ("a.json", "{\"a\": 1}", "has no list of issues"),
            ("a.csv", "name\nx\n", "lacks the columns title"),
            ("a.txt", "\n\n", "is empty"), ("a.md", "# Nothing\n", "There are no issues"),
            ("a.xml", "<a/>", "doesn't tell the format"),
            ("a.json", "", "is empty"), ("a.txt", "\u{FF}", "UTF-8"),
        ])
    func malformed(name: String, contents: String, problem: String) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        let bytes = contents == "\u{FF}" ? Data([0xFF, 0x41]) : Data(contents.utf8)
        try bytes.write(to: URL(fileURLWithPath: path))
        let tracker = try TestTracker()
        try await tracker.run("new One")
        #expect(try await tracker.problem("import \(path)")?.contains(problem) == true)
        #expect(try tracker.issues.map(\.title) == ["One"])
    }

    @Test("Entries that can't be taken are skipped, each with its reason")
    func skipped() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.json")
        let json = """
            [{"title": "Good"}, {"title": " "}, 3, {"title": "a", "status": "done"}, {"title": "a", "priority": "x"},
             {"title": "a", "created": "soon"}, {"title": "a", "identifier": "1"}, {"title": "a", "tags": "x"},
             {"title": "a\\u001bb"}, {"title": "a", "tags": ["-x"]}, {"title": 1}]
            """
        try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        let tracker = try TestTracker()
        let output = try await tracker.run("import \(path)")
        #expect(tracker.warnings(output).count == 10)
        #expect(tracker.warnings(output).first == "Entry 2 was skipped: the title is missing.")
        #expect(try tracker.issues.map(\.title) == ["Good"])
    }
}

@MainActor
@Suite("Samples, reset and statistics")
struct SampleTests {
    @Test("Five tags and ten issues each, mixed, and the same for the same seed")
    func samples() async throws {
        func values(_ seed: Int) async throws -> [String] {
            let tracker = try TestTracker()
            try await tracker.run("samples --seed \(seed)")
            #expect(try tracker.tags.count == 5 && tracker.issues.count == 50)
            #expect(try Set(tracker.issues.map(\.priority)).count == 3)
            #expect(try Set(tracker.issues.map(\.status)).count == 2)
            let counts = try tracker.context.relatedCounts(of: \IssueTag.issues)
            #expect(counts.values.allSatisfy { $0 >= 10 })
            #expect(
                try await tracker.text("samples --seed \(seed)").contains("All samples are there already."))
            return try tracker.issues.map {
                "\($0.identifier) \($0.title) \($0.priority) \($0.created) \($0.isOpen)"
            }
        }
        let first = try await values(1), again = try await values(1), other = try await values(2)
        #expect(first == again && first != other)
    }

    @Test("Reset asks, deletes everything, and undo brings it back with its tags")
    func reset() async throws {
        let tracker = try TestTracker(answers: ["no", "yes"])
        try await tracker.run("samples")
        let before = try tracker.issues.map { "\($0.title) \($0.tags.map(\.name).sorted())" }
        #expect(try await tracker.text("reset") == "Nothing was deleted.\n")
        #expect(try await tracker.text("reset").hasPrefix("Deleted everything: 50 issues and 5 tags."))
        #expect(try tracker.issues.isEmpty && tracker.tags.isEmpty)
        try await tracker.run("undo")
        #expect(try tracker.issues.map { "\($0.title) \($0.tags.map(\.name).sorted())" } == before)
        let nobody = try TestTracker()
        try await nobody.run("new One")
        #expect(try await nobody.problem("reset")?.contains("nobody is here") == true)
    }

    @Test("Statistics count by week, priority and tag what is there")
    func statistics() async throws {
        let tracker = try TestTracker()
        for line in ["tag new work", "new A --tag work --priority high", "new B", "close B"] {
            try await tracker.run(line)
        }
        try tracker.fill(["Old"], created: TestTracker.noon.addingTimeInterval(-7 * 86_400))
        let rows = try await tracker.text("stats --weeks 2", format: .csv).split(separator: "\r\n")
        #expect(rows.contains("opened,2024-03-04,1") && rows.contains("opened,2024-03-11,2"))
        #expect(rows.contains("closed,2024-03-11,1") && rows.contains("closed,2024-03-04,0"))
        #expect(
            rows.contains("priority,high,1") && rows.contains("openPriority,low,1")
                && rows.contains("openTag,work,1"))
    }

    @Test("The title is offered to the clipboard, and printed")
    func copy() async throws {
        let tracker = try TestTracker()
        try await tracker.run("new Fix the login")
        let output = try await tracker.run("copy")
        #expect(output.clipboard == "Fix the login" && tracker.messages(output) == ["Fix the login"])
    }
}
