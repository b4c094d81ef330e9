import Formats
import Foundation
import Localization
import ProgramKit

/// The fields of our own exports: the names and order in JSON and CSV.
struct LogFormat: NamedFieldsFormat {
    static let needed = ["title", "author", "status"]
    static let names = Book.fields.exported.map(\.key) + [goals.name, ViewEntry.key]
    /// The key of an object of a JSON export that is no book: it has the reading goals.
    static let goals: FileField = "goals"
    private static let views = FileField(stringLiteral: ViewEntry.key)

    static func isRecognized(by keys: Set<String>) -> Bool {
        keys.isSuperset(of: needed) || keys == [goals.name] || keys == [ViewEntry.key]
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        // A table of books may have columns with these names.
        if !fields.isEmpty(Self.goals) {
            if fields.hasOnly(Self.goals) {
                var entry = ImportedBook(title: "", author: "")
                entry.goals = records(Self.goals, &fields, Goal.fields) {
                    Goal(year: 1, unit: .books, target: 1)
                }
                return entry
            }
            fields.leaveOut(Self.goals)
        }
        if !fields.isEmpty(Self.views) {
            if fields.hasOnly(Self.views) {
                var entry = ImportedBook(title: "", author: "")
                entry.views = list(Self.views, &fields) { view throws(BadField) in ViewEntry(view) }
                return entry
            }
            fields.leaveOut(Self.views)
        }
        let title = fields.text("title"), author = fields.text("author")
        guard !title.allSatisfy(\.isWhitespace) else { throw .missing(text("title")) }
        guard !author.allSatisfy(\.isWhitespace) else { throw .missing(text("author")) }
        var book = ImportedBook(title: title, author: author)
        book.isFromLog = true
        if let status = fields.value("status", Self.status) {
            book.status = status
        } else if fields.isEmpty("status") {
            fields.drop("status", written: "", BadField(text("it is missing, so the book is on the shelf")))
        }
        book.rating = fields.value("rating", Self.rating)
        // The earlier reading has the rating, too.
        if fields.json("hasEarlierRating")?.bool == true { book.rating = nil }
        book.identifier = fields.identifier("identifier")
        addDates(&fields, to: &book)
        book.summary = fields.text("summary")
        book.shelves = shelfNames(&fields)
        let positions = list("shelfPositions", &fields) { view throws(BadField) in
            view.number.flatMap { Int($0) }
        }
        if positions.count == book.shelves.count {
            for (shelf, position) in zip(book.shelves, positions) { book.positions[shelf.key] = position }
        }
        book.quotes = records("quotes", &fields, Quote.fields, { Quote(text: "") }) { _, quote in
            !quote.text.allSatisfy(\.isWhitespace)
        }
        for detail in ImportedDetail.all { book.details[detail.key] = detail.read(&fields) }
        (book.earlier, book.earlierProgress) = readings(&fields)
        book.progress = recordedPositions("progress", &fields)
        book.loans = records("loans", &fields, Loan.fields) { Loan(borrower: "", lent: .first) }
        book.source = fields.value("source") { $0 }
        book.lastImport = fields.value("lastImport") { $0 }
        book.otherColumns = fields.value("otherColumns") { OtherColumns.Update(stored: $0) { _ in true } }
        return book
    }

    private static func status(_ written: String) throws(BadField) -> ReadingStatus? {
        guard let status = ReadingStatus(rawValue: written) else {
            throw BadField(text("the status is unknown"))
        }
        return status
    }

    private static func rating(_ written: String) throws(BadField) -> StarRating? {
        guard let rating = StarRating(written) else { throw .rating(written) }
        return rating
    }

    private static func date(_ written: String) throws(BadField) -> PartialDate? {
        guard let date = PartialDate(written) else { throw .date }
        return date
    }

    /// Adds the dates that a book of its status has, in their order.
    private func addDates(_ fields: inout EntryFields, to book: inout ImportedBook) {
        func date(_ field: FileField, _ name: ReadingDate) -> PartialDate? {
            let date = fields.date(field, Self.date)
            guard let date, !name.isRelevant(for: book.status) else { return date }
            fields.drop(
                field, written: date.description,
                BadField(text("a book with the status “%@” has no such date", book.status.name)))
            return nil
        }
        book.started = date("started", .started)
        book.completed = date("completed", .completed)
        if let start = book.started, let end = book.completed, end.last < start.first {
            book.started = nil
            fields.drop(
                "started", written: start.description, BadField(text("it is after the completion date")))
        }
        book.added =
            fields.date("added") { written throws(BadField) in
                guard let date = CivilDate(written) else { throw .date }
                return PartialDate(date)
            }?.first
    }

    /// Returns the elements of a list; elements that aren't sound are left out and reported.
    private func list<Element>(
        _ field: FileField, _ fields: inout EntryFields, _ element: (JSONView) throws(BadField) -> Element?
    ) -> [Element] {
        guard let list = fields.json(field) else { return [] }
        guard let elements = list.elements else {
            fields.drop(field, written: list.source, .wrongType)
            return []
        }
        var result: [Element] = []
        for view in elements {
            do throws(BadField) {
                guard let value = try element(view) else { throw .wrongType }
                result.append(value)
            } catch {
                fields.drop(field, written: view.source, error)
            }
        }
        return result
    }

    /// Returns the records of a list, read by the fields of their model. Records that lack a value are left out and
    /// reported.
    ///
    /// - Parameters:
    ///   - field: The list.
    ///   - fields: The entry with the list.
    ///   - table: The fields of the records.
    ///   - make: Makes a new record.
    ///   - finish: Reads the lists of a record. Returns whether the record is sound.
    private func records<Model: AnyObject>(
        _ field: FileField, _ fields: inout EntryFields, _ table: FieldTable<Model>, _ make: () -> Model,
        finish: (inout EntryFields, Model) -> Bool = { _, _ in true }
    ) -> [Model] {
        let today = fields.today
        var problems: [FieldProblem] = []
        let records = list(field, &fields) { view throws(BadField) -> Model? in
            guard view.isObject else { return nil }
            var entry = EntryFields(view, today: today)
            let record = make()
            do throws(SkippedEntry) { try table.read(&entry, into: record) } catch {
                throw BadField(error.reason)
            }
            guard finish(&entry, record) else { return nil }
            problems += entry.problems.map {
                FieldProblem(field: field.name, written: $0.written, imported: $0.imported, reason: $0.reason)
            }
            return record
        }
        fields.report(problems)
        return records
    }

    private func readings(
        _ fields: inout EntryFields
    ) -> (values: [ReadingValues], progress: [[ReadingProgress]]) {
        var progress: [[ReadingProgress]] = []
        let readings = records(
            "readings", &fields, Reading.fields, { Reading(ReadingValues(status: .completed)) }
        ) { entry, _ in
            progress.append(recordedPositions("progress", &entry))
            return true
        }
        return (readings.map(\.values), progress)
    }

    private func recordedPositions(_ field: FileField, _ fields: inout EntryFields) -> [ReadingProgress] {
        records(field, &fields, ReadingProgress.fields) {
            ReadingProgress(date: .first, place: ReadingPlace(unit: .page, value: 0))
        }
    }

    private func shelfNames(_ fields: inout EntryFields) -> [ShelfName] {
        guard fields.isObject else { return ShelfList.names(in: fields.text("shelves")) }
        guard let list = fields.json("shelves") else { return [] }
        guard let elements = list.elements else {
            fields.drop("shelves", written: list.source, .wrongType)
            return []
        }
        var names: [ShelfName] = []
        for element in elements {
            guard let name = element.string.flatMap({ ShelfName($0.withoutNUL) }) else {
                fields.drop("shelves", written: element.source, .wrongType)
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
