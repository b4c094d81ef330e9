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
        "name", .shelf, help: text("The shelf's name; case and accents don't matter."),
        question: text("Which shelf"))

    /// Titles, as a sentence lists them.
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
                "A shelf is made when the first book is put on it, and goes with the last. A book can stand on any number of shelves."
            )
        ],
        parameters: [ShelfArguments.books.declaration, ShelfArguments.name.declaration],
        examples: ["shelf add solaris favourites", "shelf add 12 dune \"to lend\""], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[ShelfArguments.books], in: Book.self)
        let (shelf, isNew) = try session.shelf(makingIfNeeded: try invocation[ShelfArguments.name])
        let (old, new) = books.parted { $0.shelves.contains { $0 === shelf } }
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
                    text("On the shelf “%1$@” already: %2$@.", shelf.name, ShelfArguments.titles(old))))
        }
        return Output(
            blocks, data: [.table(BookTable.table(books))],
            label: text("Put on the shelf “%1$@”: %2$@.", shelf.name, ShelfArguments.titles(new)))
    }
}

/// `shelf remove`: takes books off a shelf.
struct ShelfRemoveCommand: Command {
    let declaration = CommandDeclaration(
        "shelf remove", group: .shelves, summary: text("Takes books off a shelf."),
        parameters: [ShelfArguments.books.declaration, ShelfArguments.name.declaration],
        examples: ["shelf remove solaris favourites"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[ShelfArguments.books], in: Book.self)
        let shelf = try session.existingShelf(try invocation[ShelfArguments.name])
        let name = shelf.name
        let (there, elsewhere) = books.parted { $0.shelves.contains { $0 === shelf } }
        var blocks: [Block] = []
        if !there.isEmpty {
            let fate = try session.take(there, off: shelf)
            blocks.append(
                .message(text("Taken off the shelf “%1$@”: %2$@.", name, ShelfArguments.titles(there))))
            switch fate {
            case .used: break
            case .gone:
                blocks.append(.message(text("Nothing is left on the shelf “%@”, so it is gone.", name)))
            case .kept:
                blocks.append(
                    .message(
                        text(
                            "Nothing is left on the shelf “%@”. It stays for your other devices; “shelf delete” deletes it everywhere.",
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
    /// The elements that fit a condition, and those that don't, both in order.
    func parted(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element]) {
        (filter(fits), filter { !fits($0) })
    }
}
