import Foundation
import Localization
import ProgramKit
import Shell

/// `start`, `finish`, `abandon` and `shelve`: change the status of books.
struct TransitionCommand: Command {
    static let day = Parameter.option(
        "on", .partialDate, help: text("The day, or only the month or the year. Default: today."))

    let declaration: CommandDeclaration
    private let status: ReadingStatus

    private init(_ name: String, to status: ReadingStatus, summary: LocalizedText, discussion: LocalizedText)
    {
        self.status = status
        declaration = CommandDeclaration(
            name, group: .changes, summary: summary, discussion: [discussion],
            parameters: [BookParameters.dated.declaration, Self.day.declaration],
            examples: [
                .verbatim("\(name) solaris"), .verbatim("\(name) solaris --on 2024-03-15"),
                .verbatim("\(name) author:lem"),
            ],
            changesData: true)
    }

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (books, date) = try await session.books(
            try invocation[BookParameters.dated], before: try invocation[Self.day]
        ) { words in
            if status == .onShelf { try Self.checkShelves(words, in: session) }
        }
        return try StatusChange(status: status, date: date, today: session.today).run(books, in: session)
    }

    /// Refuses `shelve 1 2 #favourites`, which probably means `shelf add`.
    private static func checkShelves(_ words: [String], in session: BookSession) throws {
        let (shelves, others) = ShelfChange.split(words, of: .add, session.localizer)
        // In “#favourites or author:lem”, “or” is no book.
        guard let shelf = shelves.first?.shelf.newName?.text,
            !ConditionOperators(session.localizer).areIn(words),
            others.contains(where: { !session.conditions.isMeant(by: $0, session.localizer) })
        else { return }
        let marked = "#" + ConditionVocabulary<Book>.quoted(shelf)
        let written = others.map { QuotedText.isWhole($0) ? QuotedText.quoted($0) : $0 }
        throw ValueError.refused(
            text("“shelve” puts no book on a shelf: it marks books as not started."),
            remedy: text(
                "Write “%1$@” to put books on the shelf, or “%2$@” to mark the books on it.",
                "shelf add \(written.joined(separator: " ")) \(marked)", "shelve \(marked)"))
    }

    /// `start`: marks books as in progress.
    static var start: TransitionCommand {
        TransitionCommand(
            "start", to: .inProgress, summary: text("Marks books as started."),
            discussion: text(
                "If you have read the book before, another reading begins; the earlier one is kept."))
    }

    /// `finish`: marks books as completed.
    static var finish: TransitionCommand {
        TransitionCommand(
            "finish", to: .completed, summary: text("Marks books as finished."),
            discussion: text("If you didn't start the book in the log, the day of the start stays unknown."))
    }

    /// `abandon`: marks books as abandoned.
    static var abandon: TransitionCommand {
        TransitionCommand(
            "abandon", to: .abandoned, summary: text("Marks books as abandoned: you stopped reading them."),
            discussion: text("“start” begins another reading of an abandoned book."))
    }

    /// `shelve`: marks books as on shelf.
    static var shelve: TransitionCommand {
        TransitionCommand(
            "shelve", to: .onShelf,
            summary: text("Marks books as not started: their status becomes “on shelf”."),
            discussion: text("Earlier readings are kept; “reading list” shows them."))
    }
}

/// `status`: sets the status of a book.
struct StatusCommand: Command {
    static let status = Parameter.required(
        "status", .choice(ReadingStatus.choices), placeholder: text("STATUS"),
        help: text("on-shelf, in-progress, paused, completed or abandoned."), question: text("Status"))
    static let date = BookParameters.date(text("The day, or only the month or the year. Default: today."))

    let declaration = CommandDeclaration(
        "status", group: .changes, summary: text("Sets the reading status of a book."),
        discussion: [
            text(
                "“in-progress” sets the start date to today, “completed” and “abandoned” the date of the end. Earlier readings are kept."
            ),
            text(
                "“in-progress” for a book that you have finished: at a terminal, the program asks whether the reading continues. In a script, it continues on the day of its end; later, another one begins."
            ),
        ],
        parameters: [
            BookParameters.book(taking: [("status", text("status")), ("date", BookParameters.dayWords)])
                .declaration, status.declaration, date.declaration,
        ],
        examples: [.verbatim("status solaris completed"), .verbatim("status solaris completed 2024-03-15")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let typed = try invocation[Self.date].joined(separator: " ")
        let date =
            typed.isEmpty
            ? nil : try ValueType<PartialDate>.partialDate.parse(typed, session.fieldContext.parsing)
        let status = try invocation[Self.status]
        var change = StatusChange(status: status, date: date, today: session.today)
        if status == .inProgress, book.status.hasEnded {
            change.continues = try await continues(book, on: change.event, in: session)
            change.explains = !session.interaction.isInteractive
        }
        return try change.run([book], in: session)
    }

    /// Returns whether a reading that has ended continues. Asks at a terminal; in a script, it continues on the day of
    /// its end.
    private func continues(
        _ book: Book, on date: PartialDate, in session: BookSession
    ) async throws -> Bool {
        guard session.interaction.isInteractive else { return book.isCorrected(by: .inProgress, on: date) }
        let number = book.readings.count + 1
        return try await session.interaction.confirm(
            text(
                "Does reading %1$@ of “%2$@” continue? If not, reading %3$@ begins.", String(number),
                book.title, String(number + 1)))
    }
}

/// The status change that these commands share.
@MainActor
struct StatusChange {
    let status: ReadingStatus
    /// The day of the change, if the user gave one.
    let date: PartialDate?
    let today: CivilDate
    /// Whether a reading that has ended continues. Without an answer, it does if it ended on the same day, unless the
    /// book is started.
    var continues: Bool?
    /// Whether the message about another reading says what to do if the earlier one continues.
    var explains = false

    /// The day of the change.
    var event: PartialDate { date ?? PartialDate(today) }

    /// Changes the books, or throws before any of them has changed.
    func run(_ books: [Book], in session: BookSession) throws -> Output {
        if status == .paused {
            if date != nil { throw BookError.pauseWithoutDate }
            if let book = books.first(where: { !$0.status.isOpen }) {
                throw BookError.nothingToPause(title: book.title)
            }
        }
        // Books that have the status already get the date that their latest reading lacks.
        let (present, others) = books.partitioned { $0.status == status }
        let dated = present.compactMap { book in
            date.flatMap { book.latestReading.dated($0) }.map { (book: book, reading: $0) }
        }
        let corrected = others.filter {
            continues ?? (status != .inProgress && $0.isCorrected(by: status, on: event))
        }
        for book in books {
            let isCorrection = corrected.contains { $0 === book }
            try book.afterTransition(to: status, on: event, isCorrection: isCorrection).check(today: today)
            try book.archived(by: status, on: event, isCorrection: isCorrection)?.check(today: today)
        }
        for (_, reading) in dated { try reading.check(today: today) }
        let again = others.filter { book in
            status == .inProgress && book.status.hasEnded && !corrected.contains { $0 === book }
        }
        let resumed = others.filter { status == .inProgress && $0.status == .paused }
        for book in others {
            book.transition(to: status, on: event, isCorrection: corrected.contains { $0 === book })
        }
        let changed = others + dated.map(\.book)
        for (book, reading) in dated { book.latestReading = reading }
        let same = present.filter { book in !dated.contains { $0.book === book } }
        // “Reading 2 has begun” says everything about a single book.
        var blocks: [Block] =
            changed.isEmpty || (books.count == 1 && !(again + resumed).isEmpty)
            ? [] : [.message(message(changed))]
        blocks += again.map { .message($0.readingHasBegun(on: date)) }
        blocks += resumed.map { .message($0.readingContinues) }
        if explains, !again.isEmpty { blocks.append(.message(Book.readingContinuesInstead)) }
        for book in same {
            blocks.append(.message(text("“%1$@” is already %2$@. Nothing changed.", book.title, status.name)))
            if date != nil {
                blocks.append(
                    .message(
                        text("To change the dates of a reading, use “reading edit”. “start” begins another."))
                )
            }
        }
        let label =
            changed.count == 1
            ? text("Marked “%1$@” as %2$@.", changed[0].title, status.name) : message(changed)
        blocks += try ReadingList.removeBegun(changed, in: session)
        let data: Block =
            books.count == 1 ? .record(Book.fields.data(books[0])) : .table(BookTable.table(books))
        return Output(blocks, data: [data], label: changed.isEmpty ? nil : label)
    }

    /// The new status of books, with the date if the user gave one.
    private func message(_ books: [Book]) -> LocalizedText {
        guard books.count == 1 else {
            let titles = Book.titles(books)
            return date.map { text("Now %1$@ (%2$@): %3$@.", status.name, $0.textArgument, titles) }
                ?? text("Now %1$@: %2$@.", status.name, titles)
        }
        let title = books[0].title
        return date.map { text("“%1$@” is now %2$@ (%3$@).", title, status.name, $0.textArgument) }
            ?? text("“%1$@” is now %2$@.", title, status.name)
    }
}

extension Book {
    /// The message about another reading of a book.
    ///
    /// - Parameter date: The day, if the user gave one.
    func readingHasBegun(on date: PartialDate? = nil) -> LocalizedText {
        let number = String(readings.count + 1)
        return date.map { text("Reading %1$@ of “%2$@” has begun (%3$@).", number, title, $0.textArgument) }
            ?? text("Reading %1$@ of “%2$@” has begun.", number, title)
    }

    /// The message about the latest reading, which continues.
    var readingContinues: LocalizedText {
        text("Reading %1$@ of “%2$@” continues.", String(readings.count + 1), title)
    }

    /// What to do if a reading that has ended continues.
    static var readingContinuesInstead: LocalizedText {
        text("If the earlier reading continues instead, use “undo”, and then “reopen”.")
    }
}

extension ReadingValues {
    /// Returns the values with a date that was unknown: the start of a reading in progress, or the end of one that
    /// has ended. `nil` if there is nothing to fill.
    fileprivate func dated(_ date: PartialDate) -> ReadingValues? {
        var values = self
        switch status {
        case .inProgress where started == nil: values.started = date
        case .completed where completed == nil, .abandoned where completed == nil: values.completed = date
        default: return nil
        }
        return values
    }
}

extension Book {
    /// Changes the status as an event of a day. A reading that has ended stays, and another one begins, unless the
    /// change corrects it.
    ///
    /// - Parameters:
    ///   - new: The new status.
    ///   - date: The day of the event.
    ///   - isCorrection: Whether the reading that has ended continues, or ends in another way.
    /// - Returns: Whether anything changed.
    @discardableResult
    func transition(to new: ReadingStatus, on date: PartialDate, isCorrection: Bool = false) -> Bool {
        guard status != new else { return false }
        let values = afterTransition(to: new, on: date, isCorrection: isCorrection)
        if let archived = archived(by: new, on: date, isCorrection: isCorrection) {
            archiveLatestReading(endedOn: archived.completed)
            forgetImportedOpinion()
        }
        latestReading = values
        return true
    }

    /// Forgets which rating and review an import set. They belong to a reading that isn't the latest any more.
    private func forgetImportedOpinion() {
        guard lastImport != nil else { return }
        var fingerprints = ImportFingerprints(lastImport)
        for field in ImportFingerprints.Field.all where field == .rating || field.key == "review" {
            fingerprints.forget(field)
        }
        if fingerprints.stored != lastImport { lastImport = fingerprints.stored }
    }
}

/// `pause`: pauses readings in progress.
struct PauseCommand: Command {
    let declaration = CommandDeclaration(
        "pause", group: .changes, summary: text("Pauses the reading of books in progress."),
        discussion: [
            text("“now” leaves paused books out. “start”, “progress” or “reopen” continues the same reading.")
        ],
        parameters: [BookParameters.books.declaration],
        examples: [.verbatim("pause solaris"), .verbatim("list is:paused")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try await session.booksToChange(try invocation[BookParameters.books])
        return try StatusChange(status: .paused, date: nil, today: session.today).run(books, in: session)
    }
}

/// `reopen`: continues readings that have ended.
struct ReopenCommand: Command {
    let declaration = CommandDeclaration(
        "reopen", group: .changes,
        summary: text("Continues the latest reading of books that you marked as ended or paused."),
        discussion: [
            text("The reading keeps its start, rating, review and positions, and loses the date of its end."),
            text("“start” begins another reading instead."),
        ],
        parameters: [BookParameters.books.declaration],
        examples: [.verbatim("reopen solaris"), .verbatim("reopen author:lem is:abandoned")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try await session.booksToChange(try invocation[BookParameters.books])
        if let book = books.first(where: { $0.status == .onShelf && $0.readings.isEmpty }) {
            throw BookError.nothingToContinue(title: book.title)
        }
        let (reading, ended) = books.partitioned { $0.status == .inProgress }
        for book in ended {
            if book.status == .onShelf { session.restoreEarlierReading(of: book) }
            book.latestReading.status = .inProgress
            book.latestReading.completed = nil
        }
        let blocks: [Block] =
            ended.map { .message($0.readingContinues) }
            + reading.map { book in
                .message(text("“%1$@” is already %2$@. Nothing changed.", book.title, book.status.name))
            }
        return Output(
            blocks,
            data: [
                books.count == 1
                    ? .record(Book.fields.data(books[0])) : .table(BookTable.table(books))
            ])
    }
}
