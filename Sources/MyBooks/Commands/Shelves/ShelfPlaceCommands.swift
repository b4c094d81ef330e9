import Localization
import ModelData
import Shell
import Suite

/// The arguments of `shelf add` and `shelf remove`.
enum ShelfArguments {
    static let books = Parameter.rest(
        "book", .book, minimum: 1, help: text("The numbers of the books, or parts of their titles."),
        question: text("Which book"))
    static let name = Parameter.required(
        "name", .shelf, placeholder: text("NAME"),
        help: text("The shelf's name. Case and accents don't matter."),
        question: text("Which shelf"))

    /// Returns the books' titles as a list for a sentence.
    static func titles(_ books: [Book]) -> TextArgument {
        .list(books.map { .text(text("“%@”", $0.title)) })
    }
}

/// `shelf add`: puts books on a shelf.
struct ShelfAddCommand: Command {
    let declaration = CommandDeclaration(
        "shelf add", group: .shelves, summary: text("Puts books on a shelf."),
        discussion: [
            text(
                "A shelf is created with its first book and deleted with its last. A book can be on any number of shelves."
            )
        ],
        parameters: [ShelfArguments.books.declaration, ShelfArguments.name.declaration],
        examples: [
            text("shelf add solaris favourites"), text("shelf add 12 dune \"to lend\""),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[ShelfArguments.books], in: Book.self)
        let (shelf, isNew) = try session.shelf(makingIfNeeded: try invocation[ShelfArguments.name])
        let (old, new) = books.partitioned { $0.shelves.contains { $0 === shelf } }
        for book in new { book.shelves.append(shelf) }
        var blocks: [Block] = []
        if !new.isEmpty {
            let titles = ShelfArguments.titles(new)
            blocks.append(
                .message(
                    isNew
                        ? text("Now on the new shelf “%1$@”: %2$@.", shelf.name, titles)
                        : text("Now on the shelf “%1$@”: %2$@.", shelf.name, titles)))
        }
        if !old.isEmpty {
            blocks.append(
                .message(
                    text("Already on the shelf “%1$@”: %2$@.", shelf.name, ShelfArguments.titles(old))))
        }
        return Output(
            blocks, data: [.table(BookTable.table(books))],
            label: text("Put on the shelf “%1$@”: %2$@.", shelf.name, ShelfArguments.titles(new)))
    }
}

/// `shelf remove`: removes books from a shelf.
struct ShelfRemoveCommand: Command {
    let declaration = CommandDeclaration(
        "shelf remove", group: .shelves, summary: text("Removes books from a shelf."),
        parameters: [ShelfArguments.books.declaration, ShelfArguments.name.declaration],
        examples: [text("shelf remove solaris favourites")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[ShelfArguments.books], in: Book.self)
        let shelf = try session.existingShelf(try invocation[ShelfArguments.name])
        let name = shelf.name
        let (there, elsewhere) = books.partitioned { $0.shelves.contains { $0 === shelf } }
        var blocks: [Block] = []
        if !there.isEmpty {
            let result = try session.remove(there, from: shelf)
            blocks.append(
                .message(text("Removed from the shelf “%1$@”: %2$@.", name, ShelfArguments.titles(there))))
            switch result {
            case .inUse: break
            case .deleted:
                blocks.append(.message(text("The shelf “%@” was empty and has been deleted.", name)))
            case .keptEmpty:
                blocks.append(
                    .message(
                        text(
                            "The shelf “%@” is empty. It is kept for your other devices; “shelf delete” deletes it everywhere.",
                            name)))
            }
        }
        if !elsewhere.isEmpty {
            blocks.append(
                .message(text("Not on the shelf “%1$@”: %2$@.", name, ShelfArguments.titles(elsewhere))))
        }
        return Output(blocks, data: [.table(BookTable.table(books))])
    }
}

extension Array {
    /// Splits the elements into those that match a condition and those that don't. Both lists keep their
    /// order.
    func partitioned(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element]) {
        (filter(fits), filter { !fits($0) })
    }
}
