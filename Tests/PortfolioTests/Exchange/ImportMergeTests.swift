import Foundation
import Localization
import Testing

@testable import Portfolio

@MainActor
@Suite("Merging imported issues")
struct ImportMergeTests {
    /// Returns a tracker with a closed issue that has a tag and content.
    private func trackerWithClosedIssue() async throws -> TestTracker {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Renew passport --tag work --content \"Form 7B\"", "close"] {
            try await tracker.run(line)
        }
        return tracker
    }

    nonisolated private static let short: [(IssueFormat, String)] = [
        (.csv, "title,priority\nRenew passport,high\n"),
        (.csv, "title,priority,content\nRenew passport,high\n"),
        (.csv, "title,priority\rRenew passport,high\r"),
        (.csv, "title;priority\r\nRenew passport;high\r\n"),
        (.json, #"[{"title": "Renew passport", "priority": "high"}]"#),
        (.json, #"[{"title": "Renew passport", "priority": "high", "tags": null, "content": null}]"#),
        (.markdown, "- [x] Renew passport !high\n\n"),
        (.todo, "Renew passport pri:A\n"),
    ]

    @Test(arguments: short)
    func `Values that a file doesn't contain stay unchanged`(format: IssueFormat, file: String) async throws {
        let tracker = try await trackerWithClosedIssue()
        let closed = try #require(try tracker.issues.first).closed
        tracker.clock.now += 86_400
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.priority == .high)
        #expect(issue.content == "Form 7B")
        #expect(issue.closed == closed)
        #expect(issue.tags.map(\.name) == ["work"])
        #expect(try await tracker.importing(file, as: format).contains("left 1 unchanged"))
    }

    @Test(arguments: short)
    func `A new issue gets defaults for values that a file doesn't contain`(format: IssueFormat, file: String)
        async throws
    {
        let tracker = try await TestTracker()
        #expect(try await tracker.importing(file, as: format).contains("Added 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen == (format != .markdown))
        #expect(issue.tags.isEmpty)
        #expect(issue.content.isEmpty)
    }

    @Test(arguments: ["alpha;be", "Tal"])
    func `A truncated last CSV row changes nothing and is reported`(last: String) async throws {
        let tracker = try await TestTracker()
        for line in [
            "tag new alpha", "tag new beta",
            "new Talk --content \"Call Anna on Monday at noon\" --tag alpha --tag beta",
        ] {
            try await tracker.run(line)
        }
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: last)?.upperBound)
        let report = try await tracker.importing(String(file[..<end]), as: .csv)
        #expect(report.contains("Added 0, changed 0, left 0 unchanged, skipped 1."), "\(report)")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content == "Call Anna on Monday at noon")
        #expect(Set(issue.tags.map(\.name)) == ["alpha", "beta"])
        #expect(try await tracker.importing(file, as: .csv).contains("left 1 unchanged"))
    }

    @Test(arguments: [
        ("title,content\nPaint,green\nFix,\"Line one\nCall Anna, then Bob\nLine th", 3),
        ("title,content\nPaint,green\nFix,\"Line one\nBring water\n", 2),
    ])
    func `Lines of a truncated multi-line text create no issues and are reported`(file: String, skipped: Int)
        async throws
    {
        let tracker = try await TestTracker()
        let report = try await tracker.importing(file, as: .csv)
        #expect(report.contains("Added 1, changed 0, left 0 unchanged, skipped \(skipped)."), "\(report)")
        #expect(report.contains("Line 4 was skipped: it follows a quote that is never closed."), "\(report)")
        #expect(try tracker.issues.map(\.title) == ["Paint"])
    }

    @Test(arguments: [
        "title;status;tags\nRenew passport;open;home;work\n", "title,content\nRenew passport,a, b\n",
    ])
    func `A row with more fields than the header changes nothing and is reported`(file: String) async throws {
        let tracker = try await trackerWithClosedIssue()
        let report = try await tracker.importing(file, as: .csv)
        #expect(report.contains("Added 0, changed 0, left 0 unchanged, skipped 1."), "\(report)")
        #expect(report.contains("Line 2 was skipped: it has more fields than the header."), "\(report)")
        let issue = try #require(try tracker.issues.first)
        #expect(!issue.isOpen)
        #expect(issue.content == "Form 7B")
        #expect(issue.tags.map(\.name) == ["work"])
    }

    @Test(arguments: [
        ("Green please and not blue", "Green ple"), ("Green please and not blue", "Z,,,,"),
        ("Green, please", "Z,,,,"), ("Zażółć gęślą jaźń", "Zażół"),
    ])
    func
        `If an export is truncated inside or before the content, the issue keeps its content, with a warning`(
            content: String, last: String
        ) async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run("new Plain --content \"\(content)\"")
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: last, options: .backwards)?.upperBound)
        let cut = String(file[..<end])
        for options in ["--dry-run", ""] {
            let report = try await tracker.importing(cut, as: .csv, options: options)
            #expect(report.contains("1 unchanged"), "\(report)")
            #expect(report.contains("Line 2 has no line end, and its content is empty"), "\(report)")
            #expect(!report.contains("is the last"), "\(report)")
        }
        #expect(try tracker.issues.map(\.content) == [content])
        // The import still uses the other values of the incomplete row.
        let closed = try await tracker.importing(
            cut.replacingOccurrences(of: ",low,", with: ",high,"), as: .csv)
        #expect(closed.contains("changed 1"), "\(closed)")
        #expect(try tracker.issues.first?.priority == .high)
        #expect(try tracker.issues.map(\.content) == [content])
        // With a line end, the row counts as complete.
        #expect(try await tracker.importing(cut + "\n", as: .csv).contains("changed 1"))
        #expect(try tracker.issues.map(\.content) == [last == "Z,,,," ? "" : last])
    }

    @Test func `If a file ends before its last column of tags, the issue keeps its tags, with a warning`()
        async throws
    {
        let tracker = try await TestTracker()
        for line in ["tag new home", "new Plain --tag home"] { try await tracker.run(line) }
        let report = try await tracker.importing("title,tags\nPlain,", as: .csv)
        #expect(report.contains("1 unchanged"), "\(report)")
        #expect(report.contains("Line 2 is the last"), "\(report)")
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [["home"]])
        _ = try await tracker.importing("title,tags\nPlain,\n", as: .csv)
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [[]])
    }

    @Test func `A file with only malformed rows is reported row by row regardless of its columns`()
        async throws
    {
        let tracker = try await TestTracker()
        let report = try await tracker.importing("title,notes\nA,one, two\nB,three, four\n", as: .csv)
        #expect(report.contains("Line 2 was skipped: it has more fields than the header."), "\(report)")
    }

    @Test
    func `If an export is truncated inside a doubled quote of the content, the issue keeps its content`()
        async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run(#"new Plain --content "Say, \"green\"""#)
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: #"Say, ""#)?.upperBound)
        let report = try await tracker.importing(String(file[..<end]), as: .csv)
        #expect(report.contains("1 unchanged"), "\(report)")
        #expect(report.contains("Line 2 has no line end"), "\(report)")
        #expect(try tracker.issues.map(\.content) == [#"Say, "green""#])
    }

    @Test(arguments: [
        ("title,content\nRenew passport,Form 9", "Form 9", true),
        ("title,content\nRenew passport,Form 7B", "Form 7B", true),
        ("title,content\nRenew passport,\"Form\"", "Form", false),
        ("content,title\nForm,Renew passport", "Form", true),
    ])
    func `Without a last line end, content that isn't a truncated version of the old one is imported`(
        file: String, content: String, isTold: Bool
    ) async throws {
        let tracker = try await trackerWithClosedIssue()
        let report = try await tracker.importing(file, as: .csv)
        #expect(report.contains("Added 0"), "\(report)")
        #expect(!report.contains("present content was kept"), "\(report)")
        #expect(report.contains("Line 2 is the last one and has no line end.") == isTold, "\(report)")
        #expect(try tracker.issues.map(\.content) == [content])
    }

    @Test(arguments: ["  ", "   ", "\t", "    \n\n  ", "\n  "])
    func `Blank lines in a plain checklist aren't content and don't end it`(lines: String) async throws {
        let tracker = try await TestTracker()
        for line in ["new Alpha --content \"my notes\"", "new Beta --content more"] {
            try await tracker.run(line)
        }
        let plain = "- [ ] Alpha\n\(lines)\n- [ ] Beta\n\(lines)\n"
        #expect(
            try await tracker.importing(plain, as: .markdown).contains(
                "Added 0, changed 0, left 2 unchanged"))
        #expect(try tracker.issues.map(\.content) == ["my notes", "more"])
        let longer = "- [ ] Alpha\n  new\n  \n  notes\n\(lines)\n- [ ] Beta\n"
        #expect(try await tracker.importing(longer, as: .markdown).contains("Added 0, changed 1"))
        #expect(try tracker.issues.map(\.content) == ["new\n\nnotes", "more"])
    }

    @Test(arguments: [
        (IssueFormat.markdown, "- [ ] Renew passport\n"), (.todo, "2024-03-15 Renew passport\n"),
    ])
    func `A checkbox sets the status, and so does a todo.txt line with a date`(
        format: IssueFormat, file: String
    ) async throws {
        let tracker = try await trackerWithClosedIssue()
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen)
        #expect(issue.content == "Form 7B")
        #expect(issue.tags.map(\.name) == ["work"])
    }

    @Test(arguments: [
        "(C) Renew passport\n", "Renew passport\nx Call\n", "Renew passport +work\n(B) Call\n",
        "2024-03-10 Call\nRenew passport\n",
    ])
    func `In a todo.txt with any x, priority or date, a line without x is open`(file: String) async throws {
        let tracker = try await trackerWithClosedIssue()
        try await tracker.importing(file, as: .todo)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen)
        #expect(issue.content == "Form 7B")
        #expect(issue.tags.map(\.name) == ["work"])
        let lines = file.split(separator: "\n").count
        #expect(try await tracker.importing(file, as: .todo).contains("left \(lines) unchanged"))
    }

    @Test(arguments: [1, 2])
    func `A plain list of titles sets no status, even as .txt`(lines: Int) async throws {
        let tracker = try await trackerWithClosedIssue()
        let file = ["Renew passport +work\n", "Call x (A)\n"].prefix(lines).joined()
        try await tracker.importing(file, as: .todo)
        #expect(try tracker.issues.map(\.isOpen) == Array([false, true].prefix(lines)))
        #expect(try await tracker.importing(file, as: .todo).contains("left \(lines) unchanged"))
    }

    @Test func `Adding and removing an x closes and reopens issues without dates`() async throws {
        let tracker = try await TestTracker()
        let open = "Water plants\n(B) Buy milk +shop\n"
        try await tracker.importing(open, as: .todo)
        for (file, isOpen) in [("x Water plants\nx (B) Buy milk +shop\n", false), (open, true)] {
            #expect(try await tracker.importing(file, as: .todo).contains("Added 0, changed 2"))
            #expect(try tracker.issues.map(\.isOpen) == [isOpen, isOpen])
        }
    }

    nonisolated private static let closings: [(IssueFormat, String, Double)] = [
        (.todo, "x 2024-03-15 2024-03-15 Write docs\n", 0),
        (.todo, "x 2024-03-16 2024-03-15 Write docs\n", 43_200),
        (.todo, "x 2024-03-16 Write docs\n", 43_200),
        (.csv, "title,status,closed\nWrite docs,closed,2024-03-15\n", 0),
        (.csv, "title,status,closed\nWrite docs,closed,2024-03-15T13:00:00Z\n", 3600),
    ]

    @Test(
        arguments: closings
    )
    func `An issue created and closed on the same day is never closed before its creation`(
        format: IssueFormat, file: String, seconds: Double
    ) async throws {
        let tracker = try await TestTracker()
        let issue = try #require(try tracker.fill(["Write docs"]).first)
        tracker.clock.now += 2 * 86_400
        for report in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(file, as: format).contains(report))
            #expect(issue.closed == TestTracker.noon.addingTimeInterval(seconds))
        }
    }

    @Test(arguments: Priority.allCases)
    func `Adding an x to an open exported line closes its issue now and keeps the creation date`(
        priority: Priority
    ) async throws {
        let tracker = try await TestTracker()
        let issue = try #require(try tracker.fill(["Pay rent"]).first)
        issue.priority = priority
        try tracker.context.save()
        let open = try await tracker.export(as: .todo)
        tracker.clock.now += 7 * 86_400
        let closed = tracker.clock.now
        for report in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("x \(open)", as: .todo).contains(report))
            #expect(issue.closed == closed)
            #expect(issue.created == TestTracker.noon)
            #expect(issue.priority == priority)
            tracker.clock.now += 86_400
        }
    }

    @Test(arguments: [("x 2024-03-10 Pay rent\n", true), ("x (A) 2024-03-10 Pay rent\n", false)])
    func `The one date of a new closed line is its closing date, or its creation date after a priority`(
        line: String, isClosing: Bool
    ) async throws {
        let tracker = try await TestTracker()
        let day = try #require(CivilDate("2024-03-10")).utcDate
        for report in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(line, as: .todo).contains(report))
            let issue = try #require(try tracker.issues.first)
            #expect(issue.created == day)
            #expect(issue.closed == (isClosing ? day : TestTracker.noon))
            tracker.clock.now += 86_400
        }
    }

    @Test(arguments: [
        (IssueFormat.csv, "title,tags,content\nRenew passport,,\n"),
        (.csv, "title;tags;content\nRenew passport;;\n"),
        (.json, #"[{"title": "Renew passport", "tags": [], "content": ""}]"#),
    ])
    func `Empty values in a file clear the issue's values`(format: IssueFormat, file: String) async throws {
        let tracker = try await trackerWithClosedIssue()
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content.isEmpty)
        #expect(issue.tags.isEmpty)
        #expect(!issue.isOpen)
    }

    @Test func `A recurring issue that is ticked in an imported file continues`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Water due:2024-03-15 every:weekly")
        let ticked = "x 2024-03-15 \(try await tracker.export(as: .todo))"
        let report = try await tracker.importing(ticked, as: .todo)
        #expect(report.contains("1 recurring issue was closed, and has a next one."), "\(report)")
        #expect(try tracker.issues.map(\.isOpen) == [false, true])
        #expect(try tracker.issues.map { $0.dueDay?.description } == ["2024-03-15", "2024-03-22"])
        #expect(try tracker.issues[0].nextIdentifier == tracker.issues[1].identifier)
        try await tracker.importing(ticked, as: .todo)
        #expect(try tracker.issues.count == 2)
        try await tracker.run("undo")
    }

    @Test func `A ticked issue whose series the file continues itself has no second successor`() async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run("new Water due:2024-03-15 every:weekly")
        let line = try await tracker.export(as: .todo)
        let next = line.replacing("due:2024-03-15", with: "due:2024-03-22")
        let report = try await tracker.importing("x 2024-03-15 \(line)\(next)", as: .todo)
        let states = try tracker.issues.map { "\($0.dueDay?.description ?? "") \($0.isOpen)" }
        #expect(states.sorted() == ["2024-03-15 false", "2024-03-22 true"], "\(report)")
    }

    @Test func `Two stores that close one issue have one successor after an exchange`() async throws {
        let first = try await TestTracker()
        try await first.run("new Water due:2024-03-15 every:weekly")
        let second = try await TestTracker()
        try await second.importing(try await first.export(as: .json), as: .json)
        for tracker in [first, second] { try await tracker.run("close 1") }
        try await second.importing(try await first.export(as: .json), as: .json)
        #expect(try second.issues.map(\.isOpen) == [false, true])
        #expect(try second.issues.map(\.identifier) == first.issues.map(\.identifier))
    }

    @Test(arguments: [IssueFormat.json, .csv, .markdown])
    func `An export of an issue without content contains the empty content`(format: IssueFormat) async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run("new Plan")
        let file = try await tracker.export(as: format)
        for line in ["content 1 --text more", "tag new work", "tag work 1"] { try await tracker.run(line) }
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content.isEmpty)
        #expect(issue.tags.isEmpty)
    }
}
