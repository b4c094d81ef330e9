import Localization
import Shell

/// A book, field by field.
enum BookRecord {
    /// What a person sees: only the dates that the status makes relevant.
    static func shown(_ book: Book) -> Record {
        Record(fields: fields(book, isForPeople: true))
    }

    /// What programs read: every field.
    static func data(_ book: Book) -> Record {
        Record(fields: fields(book, isForPeople: false))
    }

    private static func fields(_ book: Book, isForPeople: Bool) -> [Record.Field] {
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
        if !isForPeople || !book.summary.isEmpty {
            fields.append(.init("summary", text("Summary"), .text(book.summary)))
        }
        return fields
    }
}

extension ReadingStatus {
    /// The symbol with its meaning, for a place that has room for both.
    fileprivate var described: Cell { Cell(.string(rawValue), .text(name)) }
}
