import Localization
import Shell

/// Shows a book as a record, which is a list of fields.
enum BookRecord {
    /// Returns the fields to show to the user. Empty fields, and dates that the status doesn't have, are left
    /// out.
    @MainActor static func shown(_ book: Book, _ localizer: Localizer) -> Record {
        Record(fields: fields(book, isForPeople: true, localizer))
    }

    /// Returns all fields, for machine-readable output.
    @MainActor static func data(_ book: Book) -> Record {
        Record(fields: fields(book, isForPeople: false, Localizer(.english)))
    }

    @MainActor private static func fields(
        _ book: Book, isForPeople: Bool, _ localizer: Localizer
    ) -> [Record.Field] {
        let reading = book.latestReading
        var fields: [Record.Field] = [
            .init("number", text("#"), .identifier(book.number), spokenTitle: text("Number")),
            .init("title", text("Title"), .text(book.title)),
            .init("author", text("Author"), .text(book.author)),
            .init("status", text("Status"), book.status.described),
        ]
        func add(_ key: String, _ label: LocalizedText, _ cell: Cell, isEmpty: Bool) {
            if !isForPeople || !isEmpty { fields.append(.init(key, label, cell)) }
        }
        add("rating", text("Rating"), BookTable.rating(reading.rating), isEmpty: reading.rating == nil)
        fields.append(.init("added", text("Added"), .day(CivilDate(utc: book.added))))
        for (name, label, date) in [
            (ReadingDates.Name.started, text("Started"), reading.started),
            (.completed, endLabel(book.status), reading.completed),
        ] where !isForPeople || (name.isRelevant(for: book.status) && date != nil) {
            fields.append(.init(name.rawValue, label, date?.cell(localizer) ?? .empty))
        }
        add("shelves", text("Shelves"), shelves(of: book, localizer), isEmpty: book.shelves.isEmpty)
        add(
            "summary", text("Summary"), book.summary.isEmpty ? .empty : .text(book.summary),
            isEmpty: book.summary.isEmpty)
        for detail in BookDetail.allCases {
            add(detail.rawValue, detail.label, detail.cell(of: book), isEmpty: detail.value(of: book) == nil)
        }
        let place = book.status == .inProgress ? book.latestProgress.last : nil
        add(
            "progress", text("Progress"),
            place.map { Cell(.string($0.place.description), .text($0.place.text(in: book))) } ?? .empty,
            isEmpty: place == nil)
        let loan = book.openLoan
        add("lentTo", text("Lent to"), .text(loan?.borrower), isEmpty: loan == nil)
        if isForPeople {
            fields += OtherColumns(book.otherColumns).withoutField.map { name, value in
                .init(name, .verbatim(name), .text(value))
            }
        } else {
            fields.append(.init("otherColumns", text("Other columns"), .text(book.otherColumns)))
        }
        return fields
    }

    /// The label of the date on which a reading ended.
    private static func endLabel(_ status: ReadingStatus) -> LocalizedText {
        status == .abandoned ? text("Abandoned") : text("Completed")
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
