import Localization
import Shell
import Suite

/// `edit`: changes a book's fields with options or by asking for each field.
struct EditCommand: Command {
    /// The fields that the program asks for.
    static let questions: [(key: String, isAsked: (Book) -> Bool)] = [
        ("title", { _ in true }), ("author", { _ in true }), ("status", { _ in true }),
        ("rating", { _ in true }), ("added", { _ in true }),
        ("started", { ReadingDate.started.isRelevant(for: $0.status) }),
        ("completed", { ReadingDate.completed.isRelevant(for: $0.status) }),
        ("summary", { _ in true }),
    ]

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
        parameters: [BookParameters.words.declaration] + Book.fields.options(),
        examples: [
            .verbatim("edit solaris --author \"Stanisław Lem\""),
            .verbatim("edit 12 --status completed --completed 2024-03-15"), .verbatim("edit 12"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let (oldTitle, oldStatus) = (book.title, book.status)
        let changed = try await Book.fields.edit(book, invocation, asking: Self.questions, in: session)
        let removed =
            book.status == oldStatus ? [] : try ReadingList.removeBegun([book], in: session)
        return Output(
            [.message(.changed(oldTitle, changed))] + removed, data: [.record(Book.fields.data(book))])
    }
}
