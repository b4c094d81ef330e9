import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `series`: shows the books of a series, which of them were read, and which numbers are missing.
struct SeriesCommand: Command {
    static let name = Parameter.words(
        "name", ValueType<String>.nonBlank.named(text("NAME")), minimum: 1,
        help: text("A part of the name of the series."), question: text("Which series")
    ).taking([("name", text("name, series"))])

    let declaration = CommandDeclaration(
        "series", group: .looking,
        summary: text(
            "Shows a series: its books in order, what you have read, the next book, and missing numbers."),
        parameters: [name.declaration], examples: [.verbatim("series dune")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let found = try session.readableBooks(
            FetchDescriptor<Book>(
                predicate: #Predicate { $0.series != nil && $0.series!.localizedStandardContains(name) }))
        var groups = Dictionary(grouping: found.books) { SearchFold.fold($0.series ?? "") }
        if let same = groups[SearchFold.fold(name)] { groups = [SearchFold.fold(name): same] }
        let all = groups.sorted { $0.key < $1.key }.map { Series($0.value) }
        var blocks: [Block] = all.flatMap { series -> [Block] in
            [
                .heading(.verbatim(series.name)), .record(Record(fields: series.fields)),
                .table(Series.table([series])),
            ]
        }
        if all.isEmpty { blocks = [.message(text("No series has “%@” in its name.", name))] }
        return Output(blocks + found.warnings, data: [.table(Series.table(all))])
    }
}

/// The books of a series in their order.
private struct Series {
    let name: String
    let books: [Book]

    init(_ books: [Book]) {
        name = books.first?.series ?? ""
        self.books = books.sorted { ($0.placeInSeries, $0.number) < ($1.placeInSeries, $1.number) }
    }

    private func isRead(_ book: Book) -> Bool { book.allReadings.contains { $0.status == .completed } }

    /// The whole numbers up to the highest one that no book has.
    private var missing: [String] {
        var known: Set<Int> = []
        for book in books {
            let ends = (book.seriesNumber ?? "").split { "-–".contains($0) }.compactMap { Double($0) }
            guard let first = ends.first, let last = ends.last, first >= 1, last <= 1000, first <= last else {
                continue
            }
            known.formUnion(Int(first)...Int(last))
        }
        guard let last = known.max() else { return [] }
        return (1...last).filter { !known.contains($0) }.map(String.init)
    }

    /// What was read, what is owned, the next book, and the missing numbers.
    var fields: [Record.Field] {
        let read = books.count(where: isRead), owned = books.count { ($0.copies ?? 0) > 0 }
        var fields: [Record.Field] = [
            .init("read", text("Read"), Cell(.integer(read), .text(text("%1$@ of %2$@", read, books.count)))),
            .init(
                "owned", text("Owned"), Cell(.integer(owned), .text(text("%1$@ of %2$@", owned, books.count)))
            ),
        ]
        if let next = books.first(where: { !isRead($0) }) {
            fields.append(.init("next", text("Next"), .text(next.title)))
        }
        if !missing.isEmpty {
            fields.append(
                .init(
                    "missing", text("Missing numbers"),
                    Cell(.list(missing.map { .string($0) }), .verbatim(missing.joined(separator: ", ")))))
        }
        return fields
    }

    /// Returns the books of series as a table. The name of the series is in data only.
    static func table(_ series: [Series]) -> Table {
        Table(
            "rows",
            columns: [
                .init("series", text("Series"), isShown: false),
                .init("seriesNumber", text("Number in the series"), alignsRight: true, priority: 8),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("status", text("Status"), priority: 8), .init("title", text("Title"), priority: 5),
                .init("author", text("Author"), priority: 4), .init("rating", text("Rating"), priority: 7),
                .init("copies", text("Copies owned"), alignsRight: true, priority: 6),
            ],
            rows: series.flatMap { series in
                series.books.map { book in
                    [
                        .text(series.name), .text(book.seriesNumber), .identifier(book.number),
                        book.status.cell, .text(book.title), .text(book.author), book.stars?.cell ?? .empty,
                        .number(book.copies),
                    ]
                }
            })
    }
}
