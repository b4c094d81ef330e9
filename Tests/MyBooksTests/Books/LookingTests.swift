import Localization
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("now, series, author, and search over everything")
struct LookingTests {
    /// Returns the rows of the first table for programs, by the keys of their columns.
    private func rows(_ line: String, in log: TestLog) async throws -> [[String: Cell.RawValue]] {
        let output = try await log.run(line)
        // A list makes its data when a program asks for them.
        let tables = (output.data + output.blocks).compactMap { block in
            if case .table(let table) = block { table } else { nil }
        }
        let table = tables.first
        return (table?.rows ?? []).map { row in
            Dictionary(uniqueKeysWithValues: zip(table?.columns.map(\.key) ?? [], row.map(\.raw)))
        }
    }

    @Test func `“now” shows the place, the percentage, the days and a forecast`() async throws {
        let log = try await TestLog()
        try log.add("Emma", "Jane Austen") { $0.pages = 400 }
        try log.add("Solaris")
        try log.add("Eden")
        #expect(try await rows("now", in: log).isEmpty)
        try await log.run("start solaris 2024-02")
        try await log.run("start emma 2024-03-06")
        try await log.run("progress emma 100 2024-03-10")
        let rows = try await rows("now", in: log)
        #expect(rows.map { $0["title"] } == [.string("Emma"), .string("Solaris")])
        #expect(rows[0]["percent"] == .integer(25))
        #expect(rows[0]["days"] == .integer(10))
        // A quarter in 5 days: the whole takes 20 days.
        #expect(rows[0]["forecast"] == .string("2024-03-25"))
        #expect(rows[1]["days"] == .null)
        #expect(rows[1]["forecast"] == .null)
    }

    @Test func `“series” shows the books in order, the next one and the missing numbers`() async throws {
        let log = try await TestLog()
        for (title, number) in [("Children of Dune", "3"), ("Dune", "1"), ("Heretics", "5"), ("Other", nil)] {
            try log.add(title, "Frank Herbert") {
                $0.series = number == nil ? "Dune Saga" : "Dune"
                $0.seriesNumber = number
            }
        }
        try await log.run("finish title:dune 2020")
        let output = try await log.run("series dune")
        let rows = try await rows("series dune", in: log)
        #expect(
            rows.map { $0["title"] } == [.string("Dune"), .string("Children of Dune"), .string("Heretics")])
        let fields = output.blocks.compactMap {
            if case .record(let record) = $0 { record.fields } else { nil }
        }
        let values = Dictionary(uniqueKeysWithValues: (fields.first ?? []).map { ($0.key, $0.cell.raw) })
        #expect(values["read"] == .integer(1))
        #expect(values["next"] == .string("Children of Dune"))
        #expect(values["missing"] == .list([.string("2"), .string("4")]))
        #expect(try await self.rows("series nothing", in: log).isEmpty)
    }

    @Test func `“author” counts books, readings and years, also of contributors`() async throws {
        let log = try await TestLog()
        try log.add("Good Omens", "Terry Pratchett") { $0.contributors = "Neil Gaiman" }
        try log.add("Coraline", "Neil Gaiman")
        try log.add("Emma", "Jane Austen")
        for line in [
            "finish omens 2019", "rate omens 4", "start omens 2021", "finish omens 2022", "rate omens 5",
        ] {
            try await log.run(line)
        }
        let output = try await log.run("author gaiman")
        let record = output.data.compactMap { if case .record(let record) = $0 { record } else { nil } }.first
        let values = Dictionary(
            uniqueKeysWithValues: (record?.fields ?? []).map { ($0.key, $0.cell.raw) })
        #expect(values["count"] == .integer(2))
        #expect(values["read"] == .integer(1))
        #expect(values["readings"] == .integer(2))
        #expect(values["averageRating"] == .decimal(4.5))
        #expect(values["firstYear"] == .integer(2019))
        #expect(values["lastYear"] == .integer(2022))
        let titles = try await rows("author gaiman", in: log).compactMap { $0["title"] }
        #expect(titles.count == 2)
    }

    @Test(arguments: [
        "lovely", "signed", "faber", "9780156027601", "978-0-15-602760-1", "0156027607", "lend", "ocean",
    ])
    func `Search covers reviews, notes, publishers, ISBNs, shelves and quotes`(text: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris") {
            $0.review = "A lovely book"
            $0.privateNotes = "Signed"
            $0.publisher = "Faber"
            $0.isbn = "9780156027601"
        }
        try log.add("Emma", "Jane Austen")
        try log.shelve("Solaris", on: "to lend")
        try log.quote("Solaris", "The ocean moved.")
        #expect(try await rows("search \(text)", in: log).map { $0["title"] } == [.string("Solaris")])
    }

    @Test(arguments: ["9780156027601", "978-0-15-602760-1", "0156027607"])
    func `An ISBN names a book`(isbn: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris") { $0.isbn = "9780156027601" }
        try log.add("Emma", "Jane Austen")
        try await log.run("rate \(isbn) 4")
        #expect(try log.book("Solaris").stars == StarRating(4.0))
        #expect(try await log.problem("rate 9780441172719 4") != nil)
    }
}
