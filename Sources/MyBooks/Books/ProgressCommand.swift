import Localization
import Shell
import Suite

/// `progress`: records how far the user has read.
struct ProgressCommand: Command {
    static let place = Parameter.required(
        "place", .place, placeholder: text("PLACE"),
        help: text("A page such as 120, a percentage such as 45%%, or a time such as 3h20."),
        question: text("How far"))

    let declaration = CommandDeclaration(
        "progress", group: .changes, summary: text("Records how far you have read."),
        discussion: [text("A book that isn't in progress is started on the same day.")],
        parameters: [BookParameters.books.declaration, place.declaration, TransitionCommand.day.declaration],
        examples: [.verbatim("progress solaris 120"), .verbatim("progress 12 45%")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.books(try invocation[BookParameters.books])
        let place = try invocation[Self.place]
        let date = try invocation[TransitionCommand.day] ?? PartialDate(session.today)
        if date.first > session.today { throw BookError.inFuture(date) }
        var blocks: [Block] = []
        for book in books {
            if book.transition(to: .inProgress, on: date) {
                blocks.append(.message(text("“%1$@” is now %2$@.", book.title, book.status.name)))
            }
            let position = ReadingProgress(date: date.first, place: place)
            // Positions are in the order of their days, so an entry for an earlier day isn't the latest one.
            let index = book.progress.firstIndex { $0.reading == nil && $0.date > position.date }
            book.progress.insert(position, at: index ?? book.progress.count)
            blocks.append(.message(text("“%1$@”: %2$@.", book.title, place.text(in: book))))
        }
        blocks += try ReadingList.removeBegun(books, in: session)
        let data: Block =
            books.count == 1 ? .record(Book.fields.data(books[0])) : .table(BookTable.table(books))
        return Output(
            blocks, data: [data],
            label: text(
                "Recorded the progress of %1$@: %2$@.", Book.titles(books), place.description))
    }
}
