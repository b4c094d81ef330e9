import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension CommandGroup {
    /// Commands for shelves.
    fileprivate static let shelves = CommandGroup(text("Shelves"))
}

/// The argument that names a shelf.
private enum ShelfParameters {
    static let name = Parameter.required(
        "name", .shelf, placeholder: text("NAME"),
        help: text("The shelf's name. Case and accents don't matter."), question: text("Which shelf"))
}

extension ShelfReference {
    /// Returns this reference with the doubt about a new name without a mark such as `rating:5`, which gives a book a value.
    fileprivate func doubtingValues(_ localizer: Localizer) -> ShelfReference {
        guard names.count == 1, let name = newName?.text, Book.fields.isChange(name, localizer) else {
            return self
        }
        return ShelfReference(names: names, newName: newName, doubt: .meaningValue(name))
    }
}

extension BookSession {
    /// Returns the words of a line such as `shelf add emma favourites` that name books, and its shelf. With `name:`, the
    /// shelf stands anywhere.
    ///
    /// - Parameters:
    ///   - invocation: The call.
    ///   - command: The command's name.
    ///   - isConfirmed: Whether a shelf is created in any case; `nil` if the command creates none.
    /// - Throws: ``ShelfError/bookLast(_:line:creates:)`` if the line probably has the shelf before the books.
    fileprivate func booksAndShelf(
        _ invocation: Invocation, _ command: String, creating isConfirmed: Bool? = nil
    ) throws -> (books: [String], shelf: ShelfReference) {
        var books = try invocation[BookParameters.books]
        let last = try invocation[ShelfParameters.name], name = last.names.first?.text ?? ""
        let keys = [(name: "name", words: text("name"))]
        if let index = books.firstIndex(where: { localizer.argument(namedBy: $0, keys) != nil }),
            let shelf = ShelfReference(named: QuotedText.unquoted(books[index]), localizer)
        {
            books[index] = ConditionVocabulary<Book>.quoted(name)
            return (books, shelf)
        }
        // “shelf add shelf:gift emma” has the shelf first, unless it is a condition and “emma” a new shelf.
        let (marked, others) = ShelfChange.split(books, of: .add, localizer)
        guard marked.count == 1, let shelf = marked[0].shelf.newName, last.names.count == 1,
            !(isConfirmed ?? false), !conditions.areConditions(others, localizer),
            NameMatch.found(name, in: try context.fetch(FetchDescriptor<Shelf>()), named: \.name).isEmpty,
            try titleUse(of: name, in: Book.self) != .none
                || (try? record(RecordReference(name), in: Book.self)) != nil
        else { return (books, last) }
        let written = [name, shelf.text].map { ConditionVocabulary<Book>.quoted($0) }
        throw ShelfError.bookLast(
            name, line: ([command] + others + written).joined(separator: " "), creates: isConfirmed != nil)
    }
}

/// `shelves`: lists the shelves with the number of books on each.
struct ShelvesCommand: Command {
    let declaration = CommandDeclaration(
        "shelves", aliases: ["shelf list"], group: .shelves,
        summary: text("Lists the shelves and the number of books on each."), examples: [.verbatim("shelves")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelves = try session.fetchReadable(FetchDescriptor<Shelf>())
        let table = Shelf.table(
            Collator(session.localizer.language).sorted(shelves, by: \.name), session.fieldContext)
        return Output(
            table, ifEmpty: text("There are no shelves yet. Create one with “shelf add BOOK NAME”."))
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
        parameters: [
            BookParameters.books.declaration, ShelfParameters.name.declaration,
            ShelfChange.creates.declaration,
        ],
        examples: [
            text("shelf add solaris favourites"), text("shelf add 12 dune \"to lend\""),
            text("shelf add author:lem rating:4.. favourites"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let isConfirmed = try invocation[ShelfChange.creates]
        let (words, reference) = try session.booksAndShelf(invocation, "shelf add", creating: isConfirmed)
        let books = try await session.booksToChange(words)
        let (shelf, isNew) = try session.shelf(
            toFill: reference.doubtingValues(session.localizer), isConfirmed: isConfirmed)
        let (old, new) = books.partitioned { $0.shelves.contains { $0 === shelf } }
        for book in new { book.shelves.append(shelf) }
        var blocks: [Block] = []
        if !new.isEmpty {
            let titles = Book.titles(new)
            blocks.append(
                .message(
                    isNew
                        ? text("Now on the new shelf “%1$@”: %2$@.", shelf.name, titles)
                        : text("Now on the shelf “%1$@”: %2$@.", shelf.name, titles)))
        }
        if !old.isEmpty {
            blocks.append(.message(text("Already on the shelf “%1$@”: %2$@.", shelf.name, Book.titles(old))))
        }
        return Output(
            blocks, data: [.table(BookTable.table(books))],
            label: text("Put on the shelf “%1$@”: %2$@.", shelf.name, Book.titles(new)))
    }
}

/// `shelf remove`: removes books from a shelf.
struct ShelfRemoveCommand: Command {
    let declaration = CommandDeclaration(
        "shelf remove", group: .shelves, summary: text("Removes books from a shelf."),
        parameters: [BookParameters.books.declaration, ShelfParameters.name.declaration],
        examples: [
            text("shelf remove solaris favourites"), text("shelf remove author:lem favourites"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (words, reference) = try session.booksAndShelf(invocation, "shelf remove")
        let books = try await session.booksToChange(words)
        let shelf = try session.existingShelf(reference)
        let name = shelf.name
        let (there, elsewhere) = books.partitioned { $0.shelves.contains { $0 === shelf } }
        var blocks: [Block] = []
        if !there.isEmpty {
            let result = try session.remove(there, from: shelf)
            blocks.append(.message(text("Removed from the shelf “%1$@”: %2$@.", name, Book.titles(there))))
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
            blocks.append(.message(text("Not on the shelf “%1$@”: %2$@.", name, Book.titles(elsewhere))))
        }
        return Output(blocks, data: [.table(BookTable.table(books))])
    }
}

/// `shelf move`: moves a book to another position on a shelf.
struct ShelfMoveCommand: Command {
    static let position = Parameter.required(
        "place", .integer(in: 1...Int(Int32.max)), placeholder: text("PLACE"),
        help: text("The new position, starting at 1. A larger number means the last position."),
        question: text("Position"))

    let declaration = CommandDeclaration(
        "shelf move", group: .shelves, summary: text("Moves a book to another position on a shelf."),
        discussion: [text("“list --shelf NAME --sort shelf” lists the books in this order.")],
        parameters: [
            BookParameters.book(
                taking: [
                    ("name", text("name, shelf, shelves, tag")), ("place", text("place, position")),
                ], marked: ["name"]
            ).declaration, ShelfParameters.name.declaration, position.declaration,
        ],
        examples: [text("shelf move solaris favourites 1")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let shelf = try session.existingShelf(try invocation[ShelfParameters.name])
        guard let old = shelf.books.firstIndex(where: { $0 === book }) else {
            return Output(
                [.message(text("Not on the shelf “%1$@”: %2$@.", shelf.name, Book.titles([book])))],
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
                        String(new + 1), String(shelf.books.count), shelf.name))
            ], data: [.table(BookTable.table([book]))])
    }
}

/// `shelf rename`: renames a shelf. If another shelf already has the new name, merges the two.
struct ShelfRenameCommand: Command {
    static let newName = Parameter.required(
        "new-name", .shelf, placeholder: text("NEW-NAME"),
        help: text("The new name."), question: text("New name"))
    static let merge = Parameter.flag(
        "merge", help: text("If a shelf already has the new name, merge both shelves."))

    let declaration = CommandDeclaration(
        "shelf rename", group: .shelves, summary: text("Renames a shelf."),
        parameters: [
            ShelfParameters.name.taking([("new-name", text("new-name"))], marked: ["new-name"]).declaration,
            newName.declaration, merge.declaration,
        ],
        examples: [
            text("shelf rename favourites \"the best\""),
            .verbatim("shelf rename dnf did-not-finish --merge"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelf = try session.existingShelf(try invocation[ShelfParameters.name])
        let reference = try invocation[Self.newName].doubtingValues(session.localizer)
        let newName = try session.shelfName(reference)
        let oldName = shelf.name
        if oldName == newName.text {
            return Output(
                [.message(text("“%@” already has these values. Nothing changed.", oldName))],
                data: [.table(Shelf.table([shelf], session.fieldContext))])
        }
        if let other = try session.shelf(newName), other !== shelf {
            return try await merge(shelf, into: other, invocation, in: session)
        }
        if let doubt = reference.doubt, newName.key != shelf.key { throw doubt }
        shelf.name = newName.text
        shelf.key = newName.key
        return Output(
            [.message(text("The shelf “%1$@” is now called “%2$@”.", oldName, newName.text))],
            data: [.table(Shelf.table([shelf], session.fieldContext))],
            label: text("Renamed the shelf “%1$@” to “%2$@”.", oldName, newName.text))
    }

    private func merge(
        _ shelf: Shelf, into other: Shelf, _ invocation: Invocation, in session: BookSession
    ) async throws -> Output {
        if try !invocation[Self.merge] {
            guard session.interaction.isInteractive else { throw ShelfError.taken(other.name) }
            let question = text(
                "The shelf “%1$@” already exists. Move the books of “%2$@” to it?", other.name, shelf.name)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was changed."))
            }
        }
        let name = shelf.name
        for book in shelf.books {
            book.shelves.removeAll { $0 === shelf }
            if !book.shelves.contains(where: { $0 === other }) { book.shelves.append(other) }
        }
        session.context.delete(shelf)
        return Output(
            [.message(text("The books of “%1$@” are now on the shelf “%2$@”.", name, other.name))],
            data: [.table(Shelf.table([other], session.fieldContext))],
            label: text("Moved the books of “%1$@” to the shelf “%2$@”.", name, other.name))
    }
}

/// `shelf delete`: deletes a shelf; its books stay in the log.
struct ShelfDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "shelf delete", group: .shelves,
        summary: text("Deletes a shelf after confirmation. Its books stay in the log."),
        parameters: [ShelfParameters.name.declaration], examples: [text("shelf delete \"to lend\"")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelf = try session.existingShelf(try invocation[ShelfParameters.name])
        let name = shelf.name
        let table = Shelf.table([shelf], session.fieldContext)
        let question = text(
            "%2$lld books are on the shelf “%1$@”. Delete the shelf?", name,
            try session.context.relatedCount(shelf, \.books))
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(table)
        }
        // Another process may have deleted the shelf while the user answered.
        _ = try session.existingShelf(try invocation[ShelfParameters.name])
        session.context.delete(shelf)
        return Output(
            [.message(text("Deleted the shelf “%@”. Its books are still in the log.", name))],
            data: [.table(table)])
    }
}

extension Shelf {
    /// The fields of a shelf.
    static let fields = FieldTable<Shelf> {
        Field(
            required: "name", text("Shelf"), sentence: text("name"), help: text("The new name."),
            stored: \.name, \.key, type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .listed(priority: 5)
        Field.computed(
            "books", text("Books"), stored: \.books, raw: { .integer($0.bookCount) },
            display: { shelf, _ in .integer(shelf.bookCount) }
        )
        .listed(priority: 9, alignsRight: true)
    }

    /// The number of books. The store counts them without reading them; if it can't, the session reports the error of
    /// reading them.
    private var bookCount: Int { (try? modelContext?.relatedCount(self, \.books)) ?? books.count }

    /// Returns a table of shelves in the given order.
    @MainActor
    static func table(_ shelves: [Shelf], _ context: FieldContext) -> Table {
        fields.table("rows", shelves, context, count: text("%lld shelves", shelves.count))
    }
}
