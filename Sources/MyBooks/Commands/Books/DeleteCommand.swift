import Localization
import Shell
import Suite

/// `delete`: deletes books from the log.
struct DeleteCommand: Command {
    let declaration = CommandDeclaration(
        "delete", aliases: ["remove", "rm"], group: .changes,
        summary: text("Deletes books after confirmation."),
        parameters: [BookParameters.books.declaration],
        examples: [.verbatim("delete 12"), text("delete solaris dune --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[BookParameters.books], in: Book.self)
        let titles = books.map(\.title)
        let deleted = BookTable.table(books)
        guard try await session.interaction.confirm(question(books), for: invocation) else {
            return .nothingDeleted(deleted)
        }
        try session.delete(books)
        let message =
            titles.count == 1
            ? text("Deleted “%@”.", titles[0]) : text("Deleted %lld books.", titles.count)
        return Output([.message(message)], data: [.table(deleted)])
    }

    private func question(_ books: [Book]) -> LocalizedText {
        let quotes = books.reduce(0) { $0 + $1.quotes.count }
        if quotes > 0 {
            return books.count == 1
                ? text(
                    "Delete “%1$@” by %2$@ and %3$lld quotes from it?", books[0].title, books[0].author,
                    quotes)
                : text("Delete %lld books and their quotes?", books.count)
        }
        return books.count == 1
            ? text("Delete “%1$@” by %2$@?", books[0].title, books[0].author)
            : text("Delete %lld books?", books.count)
    }
}
