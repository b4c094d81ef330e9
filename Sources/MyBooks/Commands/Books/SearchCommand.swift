import Shell
import Suite

/// `search`: the books with a text in title, author, summary or quotes.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text", .nonBlank, minimum: 1,
        help: text(
            "What to look for in titles, authors, summaries and quotes; case and accents don't matter."),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking, summary: text("Finds books by a text in them."),
        parameters: [wanted.declaration] + ListOptions.declarations,
        examples: ["search lem", "search \"time machine\" --status completed"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let found = try ListOptions.books(invocation, containing: searched, in: session)
        if !found.books.isEmpty { return BookTable.output(found) }
        return Output(
            [.message(text("No book has “%@” in its title, author, summary or quotes.", searched))]
                + found.warnings,
            data: [.table(BookTable.table([]))])
    }
}
