import Shell
import Suite

/// `rate`: sets or removes the rating of a book.
struct RateCommand: Command {
    static let rating = Parameter.required(
        "rating", ValueType<StarRating>.rating.orNone, placeholder: text("RATING"),
        help: text("A rating from 0.25 to 5 in steps of 0.25, or “none” to remove the rating."),
        question: text("Rating (0.25 to 5, or none)"))

    let declaration = CommandDeclaration(
        "rate", group: .changes, summary: text("Rates a book from 0.25 to 5."),
        parameters: [BookParameters.book.declaration, rating.declaration],
        examples: [.verbatim("rate solaris 5"), .verbatim("rate 12 none")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let rating = try invocation[Self.rating]
        guard book.stars != rating.value else {
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
