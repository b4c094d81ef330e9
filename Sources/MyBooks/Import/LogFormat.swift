import Formats
import Foundation
import Localization
import Suite

/// The fields of our own exports: the names and order in JSON and CSV.
struct LogFormat: EntryFormat {
    static let needed = ["title", "author", "status"]
    /// The key of the last object of a JSON export, which is no book: it has the reading goals.
    static let goals = "goals"

    static func isRecognized(by keys: Set<String>) -> Bool {
        keys.isSuperset(of: needed) || keys == [goals]
    }

    private let identifier, title, author, status, rating, added, started, completed, shelves, summary,
        quotes, readings, progress, loans, source, lastImport, otherColumns, shelfPositions, goals: FileField
    private let details: [FileField]

    init(_ names: inout FieldNames) {
        identifier = names.take("identifier")
        title = names.take("title")
        author = names.take("author")
        status = names.take("status")
        rating = names.take("rating")
        added = names.take("added")
        started = names.take("started")
        completed = names.take("completed")
        shelves = names.take("shelves")
        summary = names.take("summary")
        quotes = names.take("quotes")
        source = names.take("source")
        lastImport = names.take("lastImport")
        otherColumns = names.take("otherColumns")
        shelfPositions = names.take("shelfPositions")
        goals = names.take(Self.goals)
        readings = names.take("readings")
        progress = names.take("progress")
        loans = names.take("loans")
        details = ImportedDetail.all.map { names.take($0.key) }
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        if fields.has(goals) {
            var entry = ImportedBook(title: "", author: "")
            entry.goals = importedGoals(&fields)
            return entry
        }
        let title = fields.text(title), author = fields.text(author)
        guard !title.allSatisfy(\.isWhitespace) else { throw .missing(text("title")) }
        guard !author.allSatisfy(\.isWhitespace) else { throw .missing(text("author")) }
        var book = ImportedBook(title: title, author: author)
        book.isFromLog = true
        if let status = fields.value(status, Self.status) {
            book.status = status
        } else if fields.isEmpty(status) {
            fields.drop(status, written: "", BadField(text("it is missing, so the book is on the shelf")))
        }
        book.rating = fields.value(rating, Self.rating)
        book.identifier = fields.identifier(identifier)
        addDates(&fields, to: &book)
        book.summary = fields.text(summary)
        book.shelves = shelfNames(&fields)
        let positions = list(shelfPositions, &fields) { view throws(BadField) in
            view.number.flatMap { Int($0) }
        }
        if positions.count == book.shelves.count {
            for (shelf, position) in zip(book.shelves, positions) { book.positions[shelf.key] = position }
        }
        book.quotes = importedQuotes(&fields)
        for (detail, field) in zip(ImportedDetail.all, details) {
            book.details[detail.key] = detail.read(&fields, field)
        }
        let readings = importedReadings(&fields)
        book.earlier = readings.map(\.values)
        book.earlierProgress = readings.map(\.progress)
        book.progress = importedProgress(&fields)
        book.loans = importedLoans(&fields)
        book.source = fields.value(source) { $0 }
        book.lastImport = fields.value(lastImport) { $0 }
        book.otherColumns = fields.value(otherColumns) { OtherColumns.Update(stored: $0) { _ in true } }
        return book
    }

    private static func status(_ written: String) throws(BadField) -> ReadingStatus? {
        guard let status = ReadingStatus(rawValue: written) else {
            throw BadField(text("the status is unknown"))
        }
        return status
    }

    private static func rating(_ written: String) throws(BadField) -> StarRating? {
        guard let rating = StarRating(written) else { throw .rating }
        return rating
    }

    private static func date(_ written: String) throws(BadField) -> PartialDate? {
        guard let date = PartialDate(written) else { throw .date }
        return date
    }

    /// Adds the dates that a book of its status has, in their order.
    private func addDates(_ fields: inout EntryFields, to book: inout ImportedBook) {
        func date(_ field: FileField, _ name: ReadingDates.Name) -> PartialDate? {
            let date = fields.date(field, Self.date)
            guard let date, !name.isRelevant(for: book.status) else { return date }
            fields.drop(
                field, written: date.description,
                BadField(text("a book with the status “%@” has no such date", book.status.name)))
            return nil
        }
        book.started = date(started, .started)
        book.completed = date(completed, .completed)
        if let start = book.started, let end = book.completed, end.last < start.first {
            book.started = nil
            fields.drop(
                started, written: start.description, BadField(text("it is after the completion date")))
        }
        book.added =
            fields.date(added) { written throws(BadField) in
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

    private func importedReadings(
        _ fields: inout EntryFields
    ) -> [(values: ReadingValues, progress: [ImportedProgress])] {
        let today = fields.today
        return list(readings, &fields) { view throws(BadField) in
            guard let outcome = view["outcome"]?.string.flatMap({ ReadingStatus(rawValue: $0) }),
                outcome != .onShelf
            else {
                return nil
            }
            let values = ReadingValues(
                status: outcome, started: try view.date("started")?.upTo(today),
                completed: try view.date("completed")?.upTo(today),
                rating: (view["rating"]?.number ?? view["rating"]?.string).flatMap { StarRating($0) },
                review: view["review"]?.string?.withoutNUL)
            var progress: [ImportedProgress] = []
            for place in view["progress"]?.elements ?? [] {
                if let position = try Self.position(place, upTo: today) { progress.append(position) }
            }
            return (values, progress)
        }
    }

    private func importedGoals(_ fields: inout EntryFields) -> [ImportedGoal] {
        list(goals, &fields) { view throws(BadField) in
            guard let year = view["year"]?.number.flatMap({ Int($0) }), (1...9999).contains(year),
                let unit = view["unit"]?.string.flatMap({ GoalUnit(rawValue: $0) }),
                let target = view["target"]?.number.flatMap({ Int($0) }), (1...10_000_000).contains(target)
            else { return nil }
            return ImportedGoal(year: year, unit: unit, target: target)
        }
    }

    private func importedProgress(_ fields: inout EntryFields) -> [ImportedProgress] {
        let today = fields.today
        return list(progress, &fields) { view throws(BadField) in
            try Self.position(view, upTo: today)
        }
    }

    private static func position(
        _ view: JSONView, upTo today: CivilDate?
    ) throws(BadField) -> ImportedProgress? {
        guard let date = try view.day("date", upTo: today),
            let place = view["place"]?.string.flatMap({ ReadingPlace($0) })
        else { return nil }
        return ImportedProgress(date: date, place: place)
    }

    private func importedLoans(_ fields: inout EntryFields) -> [ImportedLoan] {
        let today = fields.today
        return list(loans, &fields) { view throws(BadField) in
            guard let borrower = view["borrower"]?.string?.withoutNUL, !borrower.isEmpty,
                let lent = try view.day("lent", upTo: today)
            else { return nil }
            return ImportedLoan(
                borrower: borrower, lent: lent, returned: try view.day("returned", upTo: today))
        }
    }

    private func shelfNames(_ fields: inout EntryFields) -> [ShelfName] {
        guard fields.isObject else { return ShelfList.names(in: fields.text(shelves)) }
        guard let list = fields.json(shelves) else { return [] }
        guard let elements = list.elements else {
            fields.drop(shelves, written: list.source, .wrongType)
            return []
        }
        var names: [ShelfName] = []
        for element in elements {
            guard let name = element.string.flatMap({ ShelfName($0.withoutNUL) }) else {
                fields.drop(shelves, written: element.source, .wrongType)
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func importedQuotes(_ fields: inout EntryFields) -> [ImportedQuote] {
        guard let list = fields.json(quotes) else { return [] }
        guard let elements = list.elements else {
            fields.drop(quotes, written: list.source, .wrongType)
            return []
        }
        return elements.compactMap { element in
            func value(_ key: String) -> String {
                guard let value = element[key], !value.isNull else { return "" }
                if value.string == nil { fields.drop(quotes, written: value.source, .wrongType) }
                return value.string?.withoutNUL ?? ""
            }
            let text = value("text")
            guard !text.allSatisfy(\.isWhitespace) else {
                let problem = SkippedEntry.missing(MyBooks.text("text of a quote"))
                fields.drop(quotes, written: element.source, BadField(problem.reason))
                return nil
            }
            var quote = ImportedQuote(text: text)
            let identifier = value("identifier")
            quote.identifier = UUID(uuidString: identifier)
            if quote.identifier == nil, !identifier.isEmpty {
                fields.drop(quotes, written: identifier, .identifier)
            }
            let page = value("page")
            quote.page = page.isEmpty ? nil : page
            quote.note = value("note")
            return quote
        }
    }
}

extension JSONView {
    /// Returns the date of a key; `nil` if there is none.
    fileprivate func date(_ key: String) -> PartialDate? { self[key]?.string.flatMap { PartialDate($0) } }

    /// Returns the day of a key; `nil` if there is none.
    ///
    /// - Throws: `BadField` if it is after today.
    fileprivate func day(_ key: String, upTo today: CivilDate?) throws(BadField) -> CivilDate? {
        try self[key]?.string.flatMap { CivilDate($0) }.map(PartialDate.init)?.upTo(today).first
    }
}
