import Localization
import ModelData
import Shell
import Suite

/// `samples`: adds sample books to the log.
struct SamplesCommand: Command {
    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds sample books to the log, so that you can try the program."),
        discussion: [
            text("Books that are already in the log don't change. “undo” removes the samples.")
        ],
        examples: [.verbatim("samples")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        var added: [Book] = []
        for sample in SampleBooks.all
        where try session.duplicate(title: sample.title, author: sample.author) == nil {
            let days = sample.days.compactMap { CivilDate($0) }
            let book = Book(title: sample.title, author: sample.author, added: days.first ?? session.today)
            book.status = sample.status
            book.rating = sample.rating.map(Double.init)
            book.started = days.dropFirst().first?.utcDate
            book.completed = days.dropFirst(2).first?.utcDate
            if let summary = sample.summary { book.summary = session.localizer.string(summary) }
            session.context.insert(book)
            added.append(book)
        }
        guard !added.isEmpty else {
            return Output(
                [.message(text("All sample books are already in the log."))],
                data: [.table(BookTable.table([]))])
        }
        return Output(label: text("Added %lld sample books.", added.count)) {
            Output(
                [.message(text("Added %lld sample books. “list” shows them.", added.count))],
                data: [.table(BookTable.table(added))])
        }
    }
}
