import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@Suite("Files of issues")
struct IssueFormatTests {
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
        return try format.rows(bytes).map { row in
            guard let entry = row.issue else { throw TestSupportError("skipped: \(row)") }
            return entry
        }
    }

    @Test(arguments: [
        (IssueFormat.json, UInt64(577_215)), (.csv, 577_215), (.markdown, 577_215),
        (.json, SeededGenerator.newSeed),
        (.csv, SeededGenerator.newSeed), (.markdown, SeededGenerator.newSeed),
    ])
    func `JSON, CSV and Markdown return what was written`(format: IssueFormat, seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: false)
        let found = try read(format, entries)
        try #require(found.count == entries.count, "seed \(seed)")
        for (found, expected) in zip(found, entries) { #expect(found == expected, "seed \(seed)") }
    }

    @Test(arguments: [141_421, SeededGenerator.newSeed])
    func `A todo.txt keeps titles, status, priorities, days and tags`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: true)
        let found = try read(.todo, entries)
        try #require(found.count == entries.count, "seed \(seed)")
        for (found, entry) in zip(found, entries) {
            #expect(found.title == entry.title, "seed \(seed)")
            #expect(found.status == entry.status, "seed \(seed)")
            #expect((found.priority ?? .low) == entry.priority)
            #expect(found.created.map { CivilDate(utc: $0) } == entry.created.map { CivilDate(utc: $0) })
            #expect(found.closed.map { CivilDate(utc: $0) } == entry.closed.map { CivilDate(utc: $0) })
            let tags = (entry.tags ?? []).map { $0.replacingOccurrences(of: " ", with: "_") }
            #expect((found.tags ?? []) == tags)
        }
    }

    @Test(arguments: [SeededGenerator.newSeed]
    )
    func `Every line of a todo.txt follows the published rules`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(&random, days: true)
        let lines = TodoText.text(entries, timeZone: Self.utc).split(separator: "\n").map(String.init)
        try #require(lines.count == entries.count)
        let day = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        for (line, entry) in zip(lines, entries) {
            let head =
                entry.status == .closed
                // A closed issue: a lowercase x, the day of completion, and the day of creation.
                ? "^x \(day) \(day) "
                // An open issue: the priority as an uppercase letter in parentheses, if it isn't low, and the
                // day of creation.
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

    @Test(arguments: foreignLines)
    func `A todo.txt of another program is read by the format's rules`(
        line: String, title: String, priority: Priority?, status: IssueStatus?, tags: [String]
    )
        throws
    {
        let rows = try IssueFormat.todo.rows(line)
        #expect(rows.count == 1)
        let entry = try #require(rows.first?.issue)
        #expect(entry.title == title)
        #expect(entry.priority == priority)
        #expect(entry.status == status)
        #expect((entry.tags ?? []) == tags)
    }

    @Test(arguments: [
        ("America/Havana", "2024-03-10", 1_710_046_800.0), ("Asia/Beirut", "2024-03-31", 1_711_836_000.0),
        ("Pacific/Auckland", "2024-04-07", 1_712_401_200.0),
        ("Europe/Warsaw", "2024-10-27", 1_729_980_000.0),
    ])
    func `A day starts at its first moment, even if the clocks skip midnight`(
        zone: String, day: String, seconds: Double
    ) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let line = try IssueFormat.todo.rows("\(day) Call", timeZone: zone).first
        guard let entry = line?.issue else { throw TestSupportError("not read") }
        let created = try #require(entry.created)
        #expect(created == Date(timeIntervalSince1970: seconds))
        #expect(CivilDate.today(now: created, timeZone: zone) == CivilDate(day))
    }

    @Test func `A handwritten checklist is read with any bullet, content below items and other text ignored`()
        throws
    {
        let rows = try IssueFormat.markdown.rows(
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
        let entries = rows.compactMap(\.issue)
        #expect(entries.map(\.title) == ["Plain *item*", "Done", "Last"])
        #expect(entries.map(\.status) == [.open, .closed, .closed])
        #expect(entries[1].tags == ["work", "two words"] && entries[1].priority == .medium)
        #expect(entries[1].content == "First line\n\nafter a blank one")
        // Values that a row doesn't have are `nil`.
        #expect(entries[0].priority == nil && entries[0].tags == nil && entries[2].content == nil)
    }

    @Test func `ISO 8601 times are read back unchanged, and invalid ones are refused`() {
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
