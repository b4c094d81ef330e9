import Localization
import ModelData
import ProgramKit
import Shell

/// `merge`: merges two records of the same book.
struct MergeCommand: Command {
    static let other = Parameter.required(
        "other", .book, placeholder: text("OTHER"),
        help: text("The book that is merged into the first one and then deleted."),
        question: text("Which other book"))

    let declaration = CommandDeclaration(
        "merge", group: .changes, summary: text("Merges two records of the same book."),
        discussion: [
            text(
                "The first book keeps its values and gets those that it lacks. It also gets the readings, shelves, quotes and loans of the other book, which is then deleted."
            )
        ],
        parameters: [
            BookParameters.book(taking: [("other", text("other"))]).declaration, other.declaration,
        ],
        examples: [.verbatim("merge 11 12 --yes")], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let other = try session.record(try invocation[Self.other], in: Book.self)
        guard book !== other else {
            return Output(
                [.message(text("Both are the same book. Nothing changed."))],
                data: [.record(Book.fields.data(book))])
        }
        let (title, number) = (other.title, other.number)
        let question = text(
            "Merge “%1$@” (%2$@) into “%3$@” (%4$@), and delete “%1$@” (%2$@)?", title, String(number),
            book.title, String(book.number))
        guard try await session.interaction.confirm(question, for: invocation) else {
            return Output([.message(text("Nothing was changed."))], data: [.record(Book.fields.data(book))])
        }
        mergeFields(of: other, into: book)
        let rating = book.stars ?? other.stars
        mergeReadings(of: other, into: book)
        book.takeEarlierRating()
        if book.stars == nil, rating != nil { book.stars = rating }
        for shelf in other.shelves where !book.shelves.contains(where: { $0 === shelf }) {
            book.shelves.append(shelf)
        }
        for quote in other.quotes { book.quotes.append(quote) }
        for loan in other.loans { book.loans.append(loan) }
        other.shelves = []
        let source = other.source
        var fingerprints = ImportFingerprints(book.lastImport)
        let old = fingerprints
        fingerprints.merge(ImportFingerprints(other.lastImport), source: book.source == nil ? nil : source)
        if fingerprints != old { book.lastImport = fingerprints.stored }
        session.context.delete(other)
        // A save deletes before it updates, so the unique source can move.
        if book.source == nil { book.source = source }
        return Output(
            [.message(text("Merged “%1$@” (%2$@) into “%3$@”.", title, String(number), book.title))],
            data: [.record(Book.fields.data(book))])
    }

    /// Fills the empty fields of a book.
    private func mergeFields(of other: Book, into book: Book) {
        if book.summary.isEmpty { book.summary = other.summary }
        book.added = min(book.added, other.added)
        if book.otherColumns == nil { book.otherColumns = other.otherColumns }
        for detail in Book.details where detail.key != "review" && detail.value(of: book) == .null {
            detail.set(detail.value(of: other), of: book)
        }
    }

    /// Moves the readings with their positions. The one that ended last, or that is in progress, is the latest.
    private func mergeReadings(of other: Book, into book: Book) {
        let known = book.allReadings
        func isKnown(_ values: ReadingValues) -> Bool { known.contains { $0.isSame(as: values) } }
        // The latest reading first: it can make that of the book an earlier one.
        if other.hasLatestReading {
            let (values, positions) = (other.latestReading, other.latestProgress)
            if isKnown(values) {
                movePositions(positions, toReading: values, of: book)
            } else if !book.hasLatestReading || book.latestReading.endKey < values.endKey {
                book.archiveLatestReading()
                book.latestReading = values
                movePositions(positions, to: nil, of: book)
            } else {
                movePositions(positions, to: book.insertEarlierReading(values), of: book)
            }
        }
        for reading in other.readings {
            let positions = reading.progress
            if isKnown(reading.values) {
                movePositions(positions, toReading: reading.values, of: book)
            } else {
                book.insertEarlierReading(reading)
                movePositions(positions, to: reading, of: book)
            }
        }
    }

    /// Moves positions to the reading with some values, unless it has its own.
    private func movePositions(
        _ positions: [ReadingProgress], toReading values: ReadingValues, of book: Book
    ) {
        let earlier = book.readings.first { $0.values.isSame(as: values) }
        guard earlier?.progress.isEmpty ?? book.latestProgress.isEmpty else { return }
        movePositions(positions, to: earlier, of: book)
    }

    /// Moves positions to an earlier reading; `nil` for the latest one.
    private func movePositions(_ positions: [ReadingProgress], to reading: Reading?, of book: Book) {
        for position in positions {
            book.progress.append(position)
            position.reading = reading
        }
    }
}

/// `duplicates`: lists books that are probably in the log twice.
struct DuplicatesCommand: Command {
    let declaration = CommandDeclaration(
        "duplicates", group: .looking, summary: text("Lists books that are probably in the log twice."),
        discussion: [
            text(
                "These books have the same ISBN, or the same title and author. Each line after the first of a group has the command that merges it into the first one."
            )
        ],
        parameters: [], examples: [.verbatim("duplicates")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try session.readableBooks(FetchDescriptor<Book>())
        let groups = Self.groups(found.books.sorted { $0.number < $1.number }, session.localizer.language)
        let table = Table(
            "rows",
            columns: [
                .init("group", text("Group"), isShown: false),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("title", text("Title"), priority: 5), .init("author", text("Author"), priority: 4),
                .init("isbn", .verbatim("ISBN"), priority: 3), .init("merge", text("Merge"), priority: 8),
            ],
            rows: groups.enumerated().flatMap { index, books in
                books.map { book in
                    let isFirst = book === books[0]
                    return [
                        .identifier(index + 1), .identifier(book.number), .text(book.title),
                        .text(book.author),
                        .text(book.isbn), isFirst ? .empty : .text("merge \(books[0].number) \(book.number)"),
                    ]
                }
            }, count: text("%lld books", groups.reduce(0) { $0 + $1.count }))
        let shown = groups.isEmpty ? Block.message(text("No book is in the log twice.")) : .table(table)
        return Output([shown] + found.warnings, data: [.table(table)])
    }

    /// Returns the books that have a natural key in common, in groups of at least two.
    private static func groups(_ books: [Book], _ language: Language) -> [[Book]] {
        let keys = BookKey.Maker(language)
        var groups: [[Book]] = []
        var known: [String: Int] = [:]
        for book in books {
            let names = keys.importKeys(title: book.title, author: book.author, isbn: book.isbn)
            let index = names.lazy.compactMap { known[$0] }.first ?? groups.count
            if index == groups.count { groups.append([]) }
            groups[index].append(book)
            for name in names where known[name] == nil { known[name] = index }
        }
        return groups.filter { $0.count > 1 }
    }
}
