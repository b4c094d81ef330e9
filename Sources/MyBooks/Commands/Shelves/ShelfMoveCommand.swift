import Localization
import Shell
import Suite

/// `shelf move`: moves a book to another position on a shelf.
struct ShelfMoveCommand: Command {
    static let position = Parameter.required(
        "place", .integer(in: 1...Int(Int32.max)), placeholder: text("PLACE"),
        help: text("The new position, starting at 1. A larger number means the last position."),
        question: text("Position"))

    let declaration = CommandDeclaration(
        "shelf move", group: .shelves, summary: text("Moves a book to another position on a shelf."),
        discussion: [text("“list --shelf NAME --sort shelf” lists the books in this order.")],
        parameters: [ShowCommand.book.declaration, ShelfArguments.name.declaration, position.declaration],
        examples: [text("shelf move solaris favourites 1")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        let shelf = try session.existingShelf(try invocation[ShelfArguments.name])
        guard let old = shelf.books.firstIndex(where: { $0 === book }) else {
            return Output(
                [.message(text("Not on the shelf “%1$@”: %2$@.", shelf.name, ShelfArguments.titles([book])))],
                data: [.table(BookTable.table([book]))])
        }
        let new = min(try invocation[Self.position], shelf.books.count) - 1
        if new != old {
            var books = shelf.books
            books.remove(at: old)
            books.insert(book, at: new)
            shelf.books = books
        }
        return Output(
            [
                .message(
                    text(
                        "“%1$@” is at position %2$@ of %3$@ on the shelf “%4$@”.", book.title,
                        String(new + 1),
                        String(shelf.books.count), shelf.name))
            ], data: [.table(BookTable.table([book]))])
    }
}
