import Localization
import Shell
import Suite

/// `reading delete`: deletes a reading. If it is the latest, the one before becomes the latest.
struct ReadingDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "reading delete", group: .readings, summary: text("Deletes a reading of a book after confirmation."),
        parameters: [ShowCommand.book.declaration, ReadingArguments.number.declaration],
        examples: [.verbatim("reading delete solaris 1 --yes")], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        let number = try invocation[ReadingArguments.number]
        let reading = try book.earlierReading(number)
        let question = text("Delete reading %1$@ of “%2$@”?", String(number), book.title)
        guard try await session.interaction.confirm(question, for: invocation) else {
            // As after a deletion, the data is the readings that the book has now.
            return .nothingDeleted(data: [.table(ReadingTable.table(book, session.localizer))])
        }
        if let reading {
            session.context.delete(reading)
            book.readings.removeAll { $0 === reading }
        } else {
            for position in book.latestProgress { session.context.delete(position) }
            book.progress.removeAll { $0.reading == nil }
            restoreEarlierReading(of: book, in: session)
        }
        return Output(
            [.message(text("Deleted reading %1$@ of “%2$@”.", String(number), book.title))],
            data: [.table(ReadingTable.table(book, session.localizer))])
    }

    /// Makes the last earlier reading the latest one; without one, the book is on the shelf.
    private func restoreEarlierReading(of book: Book, in session: BookSession) {
        guard let last = book.readings.last else {
            book.latestReading = ReadingValues(status: .onShelf, rating: book.stars)
            return
        }
        book.latestReading = last.values
        for position in last.progress { position.reading = nil }
        book.readings.removeLast()
        session.context.delete(last)
    }
}
