import Shell
import Suite

/// `search`: lists the books that contain a text in their title, author, summary or quotes.
struct SearchCommand: Command {
    static let wanted = Parameter.words(
        "text", .nonBlank, minimum: 1,
        help: text(
            "The text to find in titles, authors, summaries and quotes. Case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking, summary: text("Finds books that contain a text."),
        discussion: [
            text(
                "Of several words, a book must contain all. Put words that belong together in quotation marks."
            )
        ],
        parameters: [wanted.declaration] + BookListOptions.declarations,
        examples: [.verbatim("search lem"), text("search \"time machine\" --status completed")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let terms = try invocation[Self.wanted]
        let searched = terms.joined(separator: " ")
        let found = try BookListOptions.books(invocation, containing: terms, in: session)
        if !found.books.isEmpty { return BookTable.output(found, in: session) }
        // A book that the options leave out may contain the text.
        let isNarrowed =
            try invocation[BookListOptions.year] != nil
            || !BookListOptions.narrowing(invocation, in: session).isEmpty
        return Output(
            [
                .message(
                    isNarrowed
                        ? text("No book matches. “list” without options shows all books.")
                        : text("No book has “%@” in its title, author, summary or quotes.", searched))
            ]
                + found.warnings,
            data: [.table(BookTable.table([]))])
    }
}
