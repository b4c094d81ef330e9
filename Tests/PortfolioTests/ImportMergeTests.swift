import Foundation
import Localization
import Testing

@testable import Portfolio

@MainActor
@Suite("What an import leaves of an issue")
struct ImportMergeTests {
    /// A tracker with a closed issue that has everything.
    private func passport() async throws -> TestTracker {
        let tracker = try TestTracker()
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

    @Test("What a file doesn't say of an issue stays as it is", arguments: short)
    func unsaid(format: IssueFormat, file: String) async throws {
        let tracker = try await passport()
        let closed = try #require(try tracker.issues.first).closed
        tracker.clock.now += 86_400
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.priority == .high && issue.content == "Form 7B" && issue.closed == closed)
        #expect(issue.tags.map(\.name) == ["work"])
        #expect(try await tracker.importing(file, as: format).contains("left 1 unchanged"))
    }

    @Test(
        "What a file lacks doesn't keep an issue that is new from being open, without tags and without content",
        arguments: short)
    func new(format: IssueFormat, file: String) async throws {
        let tracker = try TestTracker()
        #expect(try await tracker.importing(file, as: format).contains("Added 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen == (format != .markdown) && issue.tags.isEmpty && issue.content.isEmpty)
    }

    @Test(
        "A row in which a CSV file ends changes nothing, and is told of",
        arguments: ["alpha;be", "Tal"])
    func cutOff(last: String) async throws {
        let tracker = try TestTracker()
        for line in [
            "tag new alpha", "tag new beta",
            "new Talk --content \"Call Anna on Monday at noon\" --tag alpha --tag beta",
        ] {
            try await tracker.run(line)
        }
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: last)?.upperBound)
        let told = try await tracker.importing(String(file[..<end]), as: .csv)
        #expect(told.contains("Added 0, changed 0, left 0 unchanged, skipped 1."), "\(told)")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content == "Call Anna on Monday at noon")
        #expect(Set(issue.tags.map(\.name)) == ["alpha", "beta"])
        #expect(try await tracker.importing(file, as: .csv).contains("left 1 unchanged"))
    }

    @Test(
        "Lines of a text that a CSV file is cut off in become no issues, and are told of",
        arguments: [
            ("title,content\nPaint,green\nFix,\"Line one\nCall Anna, then Bob\nLine th", 3),
            ("title,content\nPaint,green\nFix,\"Line one\nBring water\n", 2),
        ])
    func cutOffText(file: String, skipped: Int) async throws {
        let tracker = try TestTracker()
        let told = try await tracker.importing(file, as: .csv)
        #expect(told.contains("Added 1, changed 0, left 0 unchanged, skipped \(skipped)."), "\(told)")
        #expect(told.contains("Line 4 was skipped: it is below a quote that is never closed."), "\(told)")
        #expect(try tracker.issues.map(\.title) == ["Paint"])
    }

    @Test(
        "A row with more fields than the header changes nothing, and is told of",
        arguments: [
            "title;status;tags\nRenew passport;open;home;work\n", "title,content\nRenew passport,a, b\n",
        ])
    func tooManyFields(file: String) async throws {
        let tracker = try await passport()
        let told = try await tracker.importing(file, as: .csv)
        #expect(told.contains("Added 0, changed 0, left 0 unchanged, skipped 1."), "\(told)")
        #expect(told.contains("Line 2 was skipped: it has more fields than the header."), "\(told)")
        let issue = try #require(try tracker.issues.first)
        #expect(!issue.isOpen && issue.content == "Form 7B" && issue.tags.map(\.name) == ["work"])
    }

    @Test("An export that a spreadsheet has written again, without the last line end, is whole")
    func noLastLineEnd() async throws {
        let tracker = try TestTracker()
        for line in ["tag new unused", "new Talk"] { try await tracker.run(line) }
        let file = try await tracker.export(as: .csv)
        try #require(file.hasSuffix("\r\n"))
        let copy = try TestTracker()
        let told = try await copy.importing(String(file.dropLast()), as: .csv)
        #expect(told.contains("Added 1, changed 0, left 0 unchanged, skipped 0."), "\(told)")
        #expect(try copy.tags.map(\.name) == ["unused"])
    }

    @Test(
        "Where an export is cut off in front of the end of a content, the issue keeps its own, and the line is told of",
        arguments: [
            ("Green please and not blue", "Green ple"), ("Green please and not blue", "Z,"),
            ("Green, please", "Z,"), ("Zażółć gęślą jaźń", "Zażół"),
        ])
    func cutOffContent(content: String, last: String) async throws {
        let tracker = try TestTracker()
        try await tracker.run("new Plain --content \"\(content)\"")
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: last, options: .backwards)?.upperBound)
        let cut = String(file[..<end])
        for options in ["--dry-run", ""] {
            let told = try await tracker.importing(cut, as: .csv, options: options)
            #expect(told.contains("1 unchanged"), "\(told)")
            #expect(told.contains("Line 2 has no line end, and its content is empty"), "\(told)")
            #expect(!told.contains("is the last"), "\(told)")
        }
        #expect(try tracker.issues.map(\.content) == [content])
        // What the file says besides counts.
        let closed = try await tracker.importing(
            cut.replacingOccurrences(of: ",low,", with: ",high,"), as: .csv)
        #expect(closed.contains("changed 1"), "\(closed)")
        #expect(try tracker.issues.first?.priority == .high)
        #expect(try tracker.issues.map(\.content) == [content])
        // With a line end, the line is whole.
        #expect(try await tracker.importing(cut + "\n", as: .csv).contains("changed 1"))
        #expect(try tracker.issues.map(\.content) == [last == "Z," ? "" : last])
    }

    @Test(
        "Where a file ends in front of its last column, and that is of tags, the issue keeps its tags, and the line is told of"
    )
    func cutOffTags() async throws {
        let tracker = try TestTracker()
        for line in ["tag new home", "new Plain --tag home"] { try await tracker.run(line) }
        let told = try await tracker.importing("title,tags\nPlain,", as: .csv)
        #expect(told.contains("1 unchanged") && told.contains("Line 2 is the last"), "\(told)")
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [["home"]])
        _ = try await tracker.importing("title,tags\nPlain,\n", as: .csv)
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [[]])
    }

    @Test("A file of which no row can be taken apart is told of row by row, whatever columns it has")
    func malformedRows() async throws {
        let tracker = try TestTracker()
        let told = try await tracker.importing("title,notes\nA,one, two\nB,three, four\n", as: .csv)
        #expect(told.contains("Line 2 was skipped: it has more fields than the header."), "\(told)")
    }

    @Test("Where an export is cut off within a doubled quote of a content, the issue keeps its own")
    func cutOffQuote() async throws {
        let tracker = try TestTracker()
        try await tracker.run(#"new Plain --content "Say, \"green\"""#)
        let file = try await tracker.export(as: .csv)
        let end = try #require(file.range(of: #"Say, ""#)?.upperBound)
        let told = try await tracker.importing(String(file[..<end]), as: .csv)
        #expect(told.contains("1 unchanged") && told.contains("Line 2 has no line end"), "\(told)")
        #expect(try tracker.issues.map(\.content) == [#"Say, "green""#])
    }

    @Test(
        "Where a file without a last line end has another content, or one in front of another column, that is taken",
        arguments: [
            ("title,content\nRenew passport,Form 9", "Form 9", true),
            ("title,content\nRenew passport,Form 7B", "Form 7B", true),
            ("title,content\nRenew passport,\"Form\"", "Form", false),
            ("content,title\nForm,Renew passport", "Form", true),
        ])
    func openContent(file: String, content: String, isTold: Bool) async throws {
        let tracker = try await passport()
        let told = try await tracker.importing(file, as: .csv)
        #expect(told.contains("Added 0") && !told.contains("which stays"), "\(told)")
        #expect(told.contains("Line 2 is the last and has no line end.") == isTold, "\(told)")
        #expect(try tracker.issues.map(\.content) == [content])
    }

    @Test("Where a file ends without a line end in a field, its row is taken, and the line is told of")
    func openEnd() async throws {
        let tracker = try await passport()
        let told = try await tracker.importing("title,priority\nCall,low\nRenew passport,high", as: .csv)
        #expect(told.contains("Added 1, changed 1"), "\(told)")
        #expect(told.contains("Line 3 is the last and has no line end."), "\(told)")
        #expect(try tracker.issues.first?.priority == .high)
    }

    @Test(
        "Lines of spaces below the items of a plain checklist are no content, and end none",
        arguments: ["  ", "   ", "\t", "    \n\n  ", "\n  "])
    func spaces(lines: String) async throws {
        let tracker = try TestTracker()
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

    @Test(
        "A box says the status, and so does a line of todo.txt that has a date",
        arguments: [
            (IssueFormat.markdown, "- [ ] Renew passport\n"), (.todo, "2024-03-15 Renew passport\n"),
        ])
    func opens(format: IssueFormat, file: String) async throws {
        let tracker = try await passport()
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen && issue.content == "Form 7B" && issue.tags.map(\.name) == ["work"])
    }

    @Test(
        "In a todo.txt with an x, a priority or a date anywhere, no x means open",
        arguments: [
            "(C) Renew passport\n", "Renew passport\nx Call\n", "Renew passport +work\n(B) Call\n",
            "2024-03-10 Call\nRenew passport\n",
        ])
    func signs(file: String) async throws {
        let tracker = try await passport()
        try await tracker.importing(file, as: .todo)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.isOpen && issue.content == "Form 7B" && issue.tags.map(\.name) == ["work"])
        let lines = file.split(separator: "\n").count
        #expect(try await tracker.importing(file, as: .todo).contains("left \(lines) unchanged"))
    }

    @Test("A list of titles, be it as .txt, says nothing of what is done", arguments: [1, 2])
    func list(lines: Int) async throws {
        let tracker = try await passport()
        let file = ["Renew passport +work\n", "Call x (A)\n"].prefix(lines).joined()
        try await tracker.importing(file, as: .todo)
        #expect(try tracker.issues.map(\.isOpen) == Array([false, true].prefix(lines)))
        #expect(try await tracker.importing(file, as: .todo).contains("left \(lines) unchanged"))
    }

    @Test("An x that is set and taken away again closes and opens what has no date")
    func thereAndBack() async throws {
        let tracker = try TestTracker()
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
        "What was closed on the day on which it was made isn't closed before it was made", arguments: closings
    )
    func closing(format: IssueFormat, file: String, seconds: Double) async throws {
        let tracker = try TestTracker()
        let issue = try #require(try tracker.fill(["Write docs"]).first)
        tracker.clock.now += 2 * 86_400
        for told in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(file, as: format).contains(told))
            #expect(issue.closed == TestTracker.noon.addingTimeInterval(seconds))
        }
    }

    @Test(
        "An x that is set before an open line of an export closes its issue now, and its one date stays the day of creation",
        arguments: Priority.allCases)
    func ticked(priority: Priority) async throws {
        let tracker = try TestTracker()
        let issue = try #require(try tracker.fill(["Pay rent"]).first)
        issue.priority = priority
        try tracker.context.save()
        let open = try await tracker.export(as: .todo)
        tracker.clock.now += 7 * 86_400
        let closed = tracker.clock.now
        for told in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("x \(open)", as: .todo).contains(told))
            #expect(issue.closed == closed && issue.created == TestTracker.noon)
            #expect(issue.priority == priority)
            tracker.clock.now += 86_400
        }
    }

    @Test(
        "Of a done line that no issue was made for yet, the one date is that of the closing, behind a priority that of the creation",
        arguments: [("x 2024-03-10 Pay rent\n", true), ("x (A) 2024-03-10 Pay rent\n", false)])
    func oneDate(line: String, isClosing: Bool) async throws {
        let tracker = try TestTracker()
        let day = try #require(CivilDate("2024-03-10")).utcDate
        for told in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(line, as: .todo).contains(told))
            let issue = try #require(try tracker.issues.first)
            #expect(issue.created == day && issue.closed == (isClosing ? day : TestTracker.noon))
            tracker.clock.now += 86_400
        }
    }

    @Test(
        "What a file says is empty becomes empty",
        arguments: [
            (IssueFormat.csv, "title,tags,content\nRenew passport,,\n"),
            (.csv, "title;tags;content\nRenew passport;;\n"),
            (.json, #"[{"title": "Renew passport", "tags": [], "content": ""}]"#),
        ])
    func empties(format: IssueFormat, file: String) async throws {
        let tracker = try await passport()
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content.isEmpty && issue.tags.isEmpty && !issue.isOpen)
    }

    @Test(
        "An export without a content says that there is none", arguments: [IssueFormat.json, .csv, .markdown])
    func exports(format: IssueFormat) async throws {
        let tracker = try TestTracker()
        try await tracker.run("new Plan")
        let file = try await tracker.export(as: format)
        for line in ["content 1 --text more", "tag new work", "tag work 1"] { try await tracker.run(line) }
        #expect(try await tracker.importing(file, as: format).contains("Added 0, changed 1"))
        let issue = try #require(try tracker.issues.first)
        #expect(issue.content.isEmpty && issue.tags.isEmpty)
    }
}
