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
            examples: [.verbatim("\(name) solaris"), .verbatim("\(name) solaris --on 2024-03-15")],
            changesData: true)
    }

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (books, date) = try await session.books(
            try invocation[BookParameters.dated], before: try invocation[Self.day])
        return try StatusChange(status: status, date: date, today: session.today).run(books, in: session)
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
        help: text("on-shelf, in-progress, completed or abandoned."), question: text("Status"))
    static let date = BookParameters.date(
        text("The day, or only the month or the year. Default: today."))

    let declaration = CommandDeclaration(
        "status", group: .changes, summary: text("Sets the reading status of a book."),
        discussion: [
            text(
                "“in-progress” sets the start date to today, “completed” and “abandoned” the date of the end. Earlier readings are kept."
            )
        ],
        parameters: [BookParameters.book.declaration, status.declaration, date.declaration],
        examples: [.verbatim("status solaris completed"), .verbatim("status solaris completed 2024-03-15")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let typed = try invocation[Self.date].joined(separator: " ")
        let date =
            typed.isEmpty
            ? nil : try ValueType<PartialDate>.partialDate.parse(typed, session.fieldContext.parsing)
        return try StatusChange(status: try invocation[Self.status], date: date, today: session.today)
            .run([book], in: session)
    }
}

/// The status change that these commands share.
@MainActor
struct StatusChange {
    let status: ReadingStatus
    /// The day of the change, if the user gave one.
    let date: PartialDate?
    let today: CivilDate

    /// Changes the books, or throws before any of them has changed.
    func run(_ books: [Book], in session: BookSession) throws -> Output {
        let event = date ?? PartialDate(today)
        // Books that have the status already get the date that their latest reading lacks.
        let (present, others) = books.partitioned { $0.status == status }
        let dated = present.compactMap { book in
            date.flatMap { book.latestReading.dated($0) }.map { (book: book, reading: $0) }
        }
        for book in books { try book.afterTransition(to: status, on: event).check(today: today) }
        for (_, reading) in dated { try reading.check(today: today) }
        let changed = others.filter { $0.transition(to: status, on: event) } + dated.map(\.book)
        for (book, reading) in dated { book.latestReading = reading }
        let same = present.filter { book in !dated.contains { $0.book === book } }
        var blocks: [Block] = changed.isEmpty ? [] : [.message(message(changed))]
        for book in same {
            blocks.append(
                .message(text("“%1$@” is already %2$@. Nothing changed.", book.title, status.name)))
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
