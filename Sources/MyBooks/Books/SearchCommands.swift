import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `search`: lists the books that contain a text in their fields, shelves or quotes.
struct SearchCommand: Command {
    private static let wanted = Parameter.rest(
        "text", .condition(source: BookCompletions.conditions).named(text("TEXT")).textByName, minimum: 1,
        help: text(
            "The text to find in titles, authors, series, publishers, ISBNs, summaries, reviews, notes, shelves and quotes, or conditions such as rating:>=4. Case and accents don't matter."
        ),
        question: text("Search for")
    ).takingHyphens

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking, summary: text("Finds books that contain a text."),
        discussion: [
            text(
                "Of several words, a book must contain all. Put words that belong together in quotation marks."
            )
        ],
        parameters: [wanted.declaration] + BookListOptions.declarations.dropFirst(),
        examples: [.verbatim("search lem"), text("search \"time machine\" --status completed")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        var terms = try invocation[Self.wanted]
        let searched = QuotedText.unquoted(terms.joined(separator: " "))
        // “do not disturb” may be a title, and an operator alone is a text.
        let operators = ConditionOperators(session.localizer), whole = [QuotedText.quoted(searched)]
        if terms.count == 1, operators[terms[0]] != nil { terms = whole }
        if operators.areIn(terms), !session.conditions.areConditions(terms, session.localizer) {
            let found = try BookListOptions.books(
                invocation, meeting: session.condition(whole, session.conditions), in: session)
            if !found.books.isEmpty { return BookTable.output(found, in: session) }
        }
        let found = try BookListOptions.books(
            invocation, meeting: session.condition(terms, session.conditions), in: session)
        if !found.books.isEmpty { return BookTable.output(found, in: session) }
        // A book that the options leave out may contain the text.
        let isNarrowed =
            try invocation[BookListOptions.year] != nil
            || session.conditions.isMeant(by: terms.joined(separator: " "), session.localizer)
            || !BookListOptions.narrowing(invocation, in: session).isEmpty
        return Output(
            [
                .message(
                    isNarrowed
                        ? text("No book matches. “list” without options shows all books.")
                        : text("No book has “%@” in its fields, shelves or quotes.", searched))
            ]
                + found.warnings,
            data: [.table(BookTable.table([]))])
    }
}

/// `next` and `random`: propose a book to read.
struct ProposalCommand: Command {
    let declaration: CommandDeclaration
    private let isRandom: Bool

    private init(_ name: String, isRandom: Bool, summary: LocalizedText, discussion: LocalizedText) {
        self.isRandom = isRandom
        declaration = CommandDeclaration(
            name, group: .looking, summary: summary, discussion: [discussion],
            parameters: [BookListOptions.shelf.declaration], examples: [.verbatim(name)])
    }

    /// `next`: proposes the book that has waited longest.
    static var next: ProposalCommand {
        ProposalCommand(
            "next", isRandom: false, summary: text("Proposes the next book to read."),
            discussion: text(
                "Of the books that you haven't started: the first on the shelf “to-read”, otherwise the one that was added first. --shelf names another shelf."
            ))
    }

    /// `random`: proposes any unread book.
    static var random: ProposalCommand {
        ProposalCommand(
            "random", isRandom: true, summary: text("Proposes a random book to read."),
            discussion: text(
                "Of the books that you haven't started: any on the shelf “to-read”, otherwise any in the log. --shelf names another shelf."
            ))
    }

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let candidates = try candidates(invocation, in: session)
        guard let book = isRandom ? candidates.randomElement() : candidates.first else {
            return Output(
                [.message(text("There is no book that you haven't started."))], data: [.table(Self.noBook)])
        }
        return Output([.record(book.shown(session.fieldContext))], data: [.record(Book.fields.data(book))])
    }

    /// A table with the fields of a book and without rows.
    @MainActor private static var noBook: Table {
        let book = Book(title: "", author: "", added: CivilDate(utc: .distantPast))
        return Table(
            "books", columns: Book.fields.data(book).fields.map { .init($0.key, $0.title) }, rows: [])
    }

    /// Returns the unread books, the best proposal first.
    private func candidates(_ invocation: Invocation, in session: BookSession) throws -> [Book] {
        if let name = try invocation[BookListOptions.shelf] {
            return try session.existingShelf(name).books.filter { $0.status == .onShelf }
        }
        if let name = ShelfName(ReadingList.name), let shelf = try session.shelf(name) {
            let books = shelf.books.filter { $0.status == .onShelf }
            if !books.isEmpty { return books }
        }
        let unread = ReadingStatus.onShelf
        return try session.context.fetch(
            FetchDescriptor<Book>(
                predicate: #Predicate { $0.status == unread }, sortBy: [SortDescriptor(\.added)]))
    }
}
