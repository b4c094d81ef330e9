import Localization
import ProgramKit
import Shell

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
