import Localization
import Shell

/// Shows a book as a record, which is a list of fields.
enum BookRecord {
    /// Returns the fields to show to the user. Empty fields, and dates that the status doesn't have, are left
    /// out.
    static func shown(_ book: Book, _ localizer: Localizer) -> Record {
        Record(fields: fields(book, isForPeople: true, localizer))
    }

    /// Returns all fields, for machine-readable output.
    static func data(_ book: Book) -> Record {
        Record(fields: fields(book, isForPeople: false, Localizer(.english)))
    }

    private static func fields(
        _ book: Book, isForPeople: Bool, _ localizer: Localizer
    ) -> [Record.Field] {
        let dates = book.dates
        var fields: [Record.Field] = [
            .init("number", text("#"), .identifier(book.number), spokenTitle: text("Number")),
            .init("title", text("Title"), .text(book.title)),
            .init("author", text("Author"), .text(book.author)),
            .init("status", text("Status"), book.status.described),
        ]
        if !isForPeople || book.rating != nil {
            fields.append(.init("rating", text("Rating"), BookTable.rating(book.rating)))
        }
        for (name, date) in [
            (ReadingDates.Name.added, Optional(dates.added)), (.started, dates.started),
            (.completed, dates.completed),
        ] where !isForPeople || (name.isRelevant(for: book.status) && date != nil) {
            fields.append(.init(name.rawValue, name.label, .day(date)))
        }
        if !isForPeople || !book.shelves.isEmpty {
            fields.append(.init("shelves", text("Shelves"), shelves(of: book, localizer)))
        }
        if !isForPeople || !book.summary.isEmpty {
            fields.append(
                .init("summary", text("Summary"), book.summary.isEmpty ? .empty : .text(book.summary)))
        }
        return fields
    }

    /// Returns the names of a book's shelves. On screen, they are sorted by the rules of the user's language.
    /// Machine-readable output has an order that doesn't depend on the language.
    static func shelves(of book: Book, _ localizer: Localizer) -> Cell {
        if book.shelves.isEmpty { return Cell(.list([]), .empty) }
        let shown = Collator(localizer.language).sorted(book.shelves, by: \.name).map(\.name)
        return Cell(
            .list(book.shelfNames.map { .string($0) }), .verbatim(shown.joined(separator: ", ")))
    }
}

extension Book {
    /// The names of the shelves, in the same order for every language.
    var shelfNames: [String] {
        shelves.sorted { ($0.key, $0.name) < ($1.key, $1.name) }.map(\.name)
    }
}

extension ReadingStatus {
    /// The status's name, which records show instead of its symbol.
    fileprivate var described: Cell { Cell(.string(rawValue), .text(name)) }
}
