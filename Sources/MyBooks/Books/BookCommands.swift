import Localization
import ModelData
import ProgramKit
import Shell

/// `edit`: changes a book's fields with options or by asking for each field.
struct EditCommand: Command {
    /// The fields that the program asks for.
    static let questions: [(key: String, isAsked: (Book) -> Bool)] = [
        ("title", { _ in true }), ("author", { _ in true }), ("status", { _ in true }),
        ("rating", { _ in true }), ("added", { _ in true }),
        ("started", { ReadingDate.started.isRelevant(for: $0.status) }),
        ("completed", { ReadingDate.completed.isRelevant(for: $0.status) }), ("summary", { _ in true }),
    ]
    private static let words = Parameter.rest(
        "book", BookParameters.word.keepingQuotes,
        help: text(
            "The book, and changes such as pages:204, publisher: (which clears), #favourites or -lent.")
    ).takingHyphens
    private static let wanted = ConditionalEdit<BookSession, Book>(
        completing: BookCompletions.conditions, such: "author:lem is:on-shelf", { $0.conditions },
        table: { books, _ in BookTable.table(books) })

    let declaration = CommandDeclaration(
        "edit", group: .changes, summary: text("Changes the fields of a book."),
        discussion: [
            text(
                "A new status is applied first and sets its usual dates. Dates given as options are applied afterwards."
            ),
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            ),
        ],
        parameters: [words.declaration, wanted.option.declaration, ShelfChange.creates.declaration]
            + Book.fields.options(),
        examples: [
            .verbatim("edit solaris --author \"Stanisław Lem\""),
            .verbatim("edit solaris pages:204 publisher:"),
            .verbatim("edit 12 --status completed --completed 2024-03-15"), .verbatim("edit 12"),
            .verbatim("edit --where \"author:lem -language:any\" language:pl"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let all = try invocation[Self.words].map { BookParameters.withoutKey($0, session.localizer) }
        let (shelves, typed) = ShelfChange.split(all, session.localizer)
        let parsing = session.fieldContext.parsing
        let (changes, rest) = try Book.fields.changes(in: typed, clears: true, parsing)
        let words = rest.map(QuotedText.unquoted)
        let options = try Book.fields.changes(invocation)
        try Book.fields.checkOnce(options + changes)
        let creates = try invocation[ShelfChange.creates]
        if invocation.has(Self.wanted.option) {
            if !words.isEmpty {
                if let unclear = Book.fields.unclearValue(in: typed, or: text("BOOK"), parsing) {
                    throw unclear
                }
                throw FieldError.recordAndConditions
            }
            return try await edit(
                invocation, options + changes, in: session,
                shelve: shelves.isEmpty
                    ? nil : { try session.apply(shelves, to: $0, creating: creates) })
        }
        if words.isEmpty, !all.isEmpty, !session.interaction.isInteractive {
            throw BookError.noBook(changes: all.map(Self.written))
        }
        let book: Book
        do {
            book = try await self.book(words, in: session)
        } catch let error as RecordError {
            // Without a word before the first value, the words after it are the title.
            if typed.first == rest.first,
                let unclear = Book.fields.unclearValue(in: typed, or: text("BOOK"), parsing)
            {
                throw unclear
            }
            throw error
        }
        let (oldTitle, oldStatus, oldReadings) = (book.title, book.status, book.readings.count)
        let isOnlyShelves = !shelves.isEmpty && options.isEmpty && changes.isEmpty
        var changed =
            try await isOnlyShelves
            ? [] : Book.fields.edit(book, invocation, changes, asking: Self.questions, in: session)
        if try session.apply(shelves, to: book, creating: creates) { changed.append(text("shelves")) }
        let removed = book.status == oldStatus ? [] : try ReadingList.removeBegun([book], in: session)
        let another: [Block] =
            book.status.isOpen && oldStatus.hasEnded && book.readings.count > oldReadings
            ? [.message(book.readingHasBegun()), .message(Book.readingContinuesInstead)] : []
        return Output(
            [.message(.changed(oldTitle, changed))] + another + removed,
            data: [.record(Book.fields.data(book))])
    }

    /// Returns a change as the user can type it. The operating system's shell has removed the quotation marks around a value.
    private static func written(_ change: String) -> String {
        guard QuotedText.isWhole(change), let colon = change.firstIndex(of: ":") else { return change }
        return "\(change[...colon])\(QuotedText.quoted(String(change[change.index(after: colon)...])))"
    }

    /// Returns the book that words name, or asks for it.
    private func book(_ words: [String], in session: BookSession) async throws -> Book {
        let name =
            try await words.isEmpty
            ? session.interaction.ask(
                text("Which book"), initial: "", completion: BookParameters.word.completion,
                check: { _ = try RecordReference($0) })
            : words.joined(separator: " ")
        return try session.record(RecordReference(name), in: Book.self)
    }

    /// Changes several books in the same way.
    private func edit(
        _ invocation: Invocation, _ changes: [FieldChange<Book>], in session: BookSession,
        shelve: ((Book) throws -> Bool)?
    ) async throws -> Output {
        if changes.isEmpty, shelve == nil { throw FieldError.nothingToChange(option: "rating") }
        let books = try await Self.wanted.records(invocation, in: session) ?? []
        let unread = books.filter { $0.status == .onShelf }
        var names: [LocalizedText] = []
        let changed = try books.filter { book in
            var own = try Book.fields.apply(changes, to: book, session.fieldContext)
            if try shelve?(book) ?? false { own.append(text("shelves")) }
            names += own.filter { !names.contains($0) }
            return !own.isEmpty
        }
        let removed = try ReadingList.removeBegun(unread.filter { $0.status != .onShelf }, in: session)
        return Output(
            [
                .message(
                    names.isEmpty
                        ? text("Changed %lld books.", changed.count)
                        : text(
                            "Changed %1$lld books: %2$@.", changed.count,
                            TextArgument.list(names.map { .text($0) })))
            ] + removed,
            data: [.table(BookTable.table(changed))])
    }
}

/// `show`: shows all fields and quotes of a book.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows all details of a book."),
        parameters: [BookParameters.words.declaration],
        examples: [.verbatim("show 1"), .verbatim("show solaris"), .verbatim("show left hand")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let context = session.fieldContext
        let quotes = Quote.table(book.quotes, showsBooks: false, context)
        let readings = Reading.table(book, context)
        var blocks: [Block] = [.record(book.shown(context))]
        if !book.readings.isEmpty { blocks += [.heading(text("Readings")), .table(readings)] }
        if !book.quotes.isEmpty { blocks += [.heading(text("Quotes")), .table(quotes)] }
        return Output(blocks, data: [.record(Book.fields.data(book)), .table(readings), .table(quotes)])
    }
}

extension Book {
    /// `delete`: deletes books from the log.
    @MainActor static let delete = DeleteRecordsCommand<BookSession, Book>(
        "delete", group: .changes, summary: text("Deletes books after confirmation."),
        records: RecordArgument([BookParameters.books.declaration]) { invocation, _, session in
            try session.books(try invocation[BookParameters.books])
        },
        examples: [
            .verbatim("delete 12"), text("delete solaris dune --yes"),
            .verbatim("delete is:abandoned read:..2015 --yes"),
        ],
        question: { deletionQuestion($0) },
        message: {
            $0.count == 1 ? text("Deleted “%@”.", $0[0].title) : text("Deleted %lld books.", $0.count)
        },
        delete: { try $1.delete($0) }, table: { books, _ in BookTable.table(books) })

    private static func deletionQuestion(_ books: [Book]) -> LocalizedText {
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

/// `rate`: sets or removes the rating of a book.
struct RateCommand: Command {
    static let rating = Parameter.required(
        "rating", ValueType<StarRating>.rating.orNone, placeholder: text("RATING"),
        help: text("A rating from 0.25 to 5 in steps of 0.25, or “none” to remove the rating."),
        question: text("Rating (0.25 to 5, or none)"))

    let declaration = CommandDeclaration(
        "rate", group: .changes, summary: text("Rates a book from 0.25 to 5."),
        parameters: [
            BookParameters.book(taking: [("rating", text("rating"))]).declaration, rating.declaration,
        ],
        examples: [.verbatim("rate solaris 5"), .verbatim("rate 12 none")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let rating = try invocation[Self.rating]
        guard book.latestReading.rating != rating.value else {
            return Output(
                [.message(text("“%@” already has this rating. Nothing changed.", book.title))],
                data: [.record(Book.fields.data(book))])
        }
        book.stars = rating.value
        let message =
            rating.value.map { text("Rated “%1$@” %2$@ of %3$@.", book.title, $0.textArgument, "5") }
            ?? text("Removed the rating of “%@”.", book.title)
        return Output([.message(message)], data: [.record(Book.fields.data(book))])
    }
}
