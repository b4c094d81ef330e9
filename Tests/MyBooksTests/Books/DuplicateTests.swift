import ModelData
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Duplicates, wanted books and goals in hours")
struct DuplicateTests {
    /// Returns the values of the columns with some keys, or of all columns.
    private func rows(_ line: String, _ keys: [String]? = nil, in log: TestLog) async throws -> [[String]] {
        let output = try await log.run(line)
        let tables = (output.data + output.blocks).compactMap { block in
            if case .table(let table) = block { table } else { nil }
        }
        guard let table = tables.first else { return [] }
        let indices = table.columns.indices.filter { keys?.contains(table.columns[$0].key) ?? true }
        return table.rows.map { row in indices.map { row[$0].raw.csvText } }
    }

    @Test func `Books with the same title and author or the same ISBN are a group`() async throws {
        let log = try await TestLog()
        try log.add("Solaris") { $0.isbn = "9780156027601" }
        try log.add("Eden")
        try log.add("SOLARIS (Solaris, #1)", "Stanisław Lem")
        try log.add("Solyaris", "Lem") { $0.isbn = "0156027607" }
        #expect(
            try await rows("duplicates", in: log) == [
                ["1", "1", "Solaris", "Stanisław Lem", "9780156027601", ""],
                ["1", "3", "SOLARIS (Solaris, #1)", "Stanisław Lem", "", "merge 1 3"],
                ["1", "4", "Solyaris", "Lem", "0156027607", "merge 1 4"],
            ])
        try await log.run("merge 1 3 --yes")
        try await log.run("merge 1 4 --yes")
        #expect(try await rows("duplicates", in: log) == [])
    }

    /// A log with two records of a book that were read in turn, each reading with a position on its year's page.
    private func logOfTwoRecords() async throws -> TestLog {
        let log = try await TestLog()
        for (record, years) in [(1, [2020, 2022]), (2, [2019, 2021])] {
            try log.add("Solaris")
            for year in years {
                try await log.run("start \(record) --on \(year)-01-01")
                try await log.run("progress \(record) \(year) --on \(year)-01-05")
                try await log.run("finish \(record) --on \(year)-02-01")
            }
        }
        return log
    }

    /// Returns the years in which the readings of the first book ended, with the pages of their positions.
    private func readings(_ log: TestLog) throws -> [[Int?]] {
        let book = try log.book("Solaris")
        let ends = book.allReadings.map { $0.completed?.first.year }
        let positions = book.readings.map(\.progress) + [book.latestProgress]
        return zip(ends, positions).map { [$0] + $1.map(\.value) }
    }

    @Test(arguments: ["1 2", "2 1"])
    func `Merged records have the readings of both in order, with their positions`(
        records: String
    ) async throws {
        let log = try await logOfTwoRecords()
        try await log.run("merge \(records) --yes")
        let expected = [[2019, 2019], [2020, 2020], [2021, 2021], [2022, 2022]]
        #expect(try readings(log) == expected)
        #expect(try log.books.count == 1)
    }

    @Test func `A reading in both records stays one, with the positions of the record that has them`()
        async throws
    {
        let log = try await logOfTwoRecords()
        try log.add("Solaris")
        for year in [2019, 2020, 2021, 2022] {
            try await log.run("start 3 --on \(year)-01-01")
            try await log.run("finish 3 --on \(year)-02-01")
        }
        try await log.run("merge 3 2 --yes")
        try await log.run("merge 1 3 --yes")
        let expected = [[2019, 2019], [2020, 2020], [2021, 2021], [2022, 2022]]
        #expect(try readings(log) == expected)
    }

    @Test func `Books on the wish list are wanted`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.add("Eden")
        try log.add("Fiasko")
        try log.shelve("Eden", on: "Wishlist")
        try log.shelve("Fiasko", on: "wanted")
        let titles = try await rows("list is:wanted", ["title"], in: log).joined()
        #expect(titles.sorted() == ["Eden", "Fiasko"])
    }

    @Test func `A goal in hours counts the audiobooks of the year`() async throws {
        let log = try await TestLog()
        try log.add("Solaris") {
            $0.minutes = 462
            $0.transition(to: .completed, on: PartialDate(day(2024, 2, 1)))
        }
        try log.add("Eden") {
            $0.minutes = 500
            $0.transition(to: .completed, on: PartialDate(day(2023, 2, 1)))
        }
        try await log.run("goal 2024 50 --hours")
        let keys = ["year", "unit", "target", "reached"]
        #expect(try await rows("goal 2024", keys, in: log).first?.contains("7") == true)
        #expect(
            try await log.problem("goal 2024 50 --hours --pages")
                == "--hours: A goal counts either pages or hours.")
        let copy = try await TestLog()
        _ = try await copy.importText(
            String(decoding: LogExport.json([], goals: log.session.goals(of: nil)), as: UTF8.self))
        #expect(try copy.session.goals(of: 2024).map(\.unit) == [.hours])
    }
}
