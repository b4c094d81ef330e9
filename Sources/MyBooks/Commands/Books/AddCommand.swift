import Localization
import ModelData
import Shell
import Suite

/// `add`: puts a book into the log.
struct AddCommand: Command {
    static let title = Parameter.required(
        "title", .nonBlank, help: text("The book's title."), question: text("Title"))
    static let author = Parameter.required(
        "author", .nonBlank.completed(from: LiveValues.authors), help: text("Who wrote it."),
        question: text("Author"))
    static let allowDuplicate = Parameter.flag(
        "allow-duplicate", help: text("Add it even if it is in the log already."))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Puts a book into the log."),
        discussion: [
            text(
                "It is on the shelf from today, unless options say otherwise. At a terminal you are asked for what is missing."
            )
        ],
        parameters: [title.declaration, author.declaration, allowDuplicate.declaration]
            + BookFields.declarations,
        examples: [
            "add \"Solaris\" \"Stanisław Lem\"",
            "add \"The Hobbit\" \"J.R.R. Tolkien\" --status completed --rating 5",
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let title = try invocation[Self.title], author = try invocation[Self.author]
        if try !invocation[Self.allowDuplicate], let twin = try session.twin(title: title, author: author) {
            let refusal = BookError.duplicate(title: twin.title, author: twin.author, number: twin.number)
            guard session.interaction.isInteractive else { throw refusal }
            let question = text(
                "“%1$@” by %2$@ is in the log already, as number %3$@. Add it again?", twin.title,
                twin.author,
                String(twin.number))
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was added."))
            }
        }
        // The book comes into the log first; what its status says of the other dates follows from that day.
        var changes = try BookFields.changes(invocation)
        let book = Book(title: title, author: author, added: changes.added ?? session.today)
        changes.added = nil
        _ = try changes.apply(to: book, today: session.today)
        session.context.insert(book)
        try session.context.save(as: text("Added “%1$@” by %2$@.", title, author))
        return Output(
            [.message(text("Added “%1$@” by %2$@ as number %3$@.", title, author, String(book.number)))],
            data: [.record(BookRecord.data(book))])
    }
}
