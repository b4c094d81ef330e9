import Localization
import Shell
import Suite

/// `reading edit`: changes the dates, the outcome, the rating or the review of a reading.
struct ReadingEditCommand: Command {
    static let started = Parameter.option(
        "started", ValueType<PartialDate>.partialDate.orNone,
        help: text("The day, month or year in which you started the book, or “none”."))
    static let completed = Parameter.option(
        "completed", ValueType<PartialDate>.partialDate.orNone,
        help: text("The day, month or year in which you finished the book, or “none”."))
    static let rating = Parameter.option(
        "rating", ValueType<StarRating>.rating.orNone,
        help: text("Your rating from 1 to 5, also with halves and quarters, or “none”."))
    static let outcome = Parameter.option(
        "outcome",
        .choice(
            [ReadingStatus.completed, .abandoned, .inProgress].map { Choice($0.rawValue, $0, $0.name) }),
        help: text("How the reading ended: completed, abandoned or in-progress."))
    static let review = Parameter.option(
        "review", ValueType<String>.nonBlank.orNone, help: text("Your review of this reading, or “none”."))

    let declaration = CommandDeclaration(
        "reading edit", group: .readings, summary: text("Changes a reading of a book."),
        parameters: [
            ShowCommand.book.declaration, ReadingArguments.number.declaration,
            started.declaration, completed.declaration, outcome.declaration,
            rating.declaration, review.declaration,
        ],
        examples: [.verbatim("reading edit solaris 1 --started 2010-05 --rating 4.5")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        let number = try invocation[ReadingArguments.number]
        let reading = try book.earlierReading(number)
        let old = reading?.values ?? book.latestReading
        var values = old
        if let started = try invocation[Self.started] { values.started = started.value }
        if let completed = try invocation[Self.completed] { values.completed = completed.value }
        if let outcome = try invocation[Self.outcome] { values.status = outcome }
        if let rating = try invocation[Self.rating] { values.rating = rating.value }
        if let review = try invocation[Self.review] { values.review = review.value }
        try values.check(today: session.today)
        if reading == nil, values.completed != nil,
            !ReadingDates.Name.completed.isRelevant(for: values.status)
        {
            throw BookError.dateNotRelevant(.completed, title: book.title, status: values.status)
        }
        if let reading { reading.values = values } else { book.latestReading = values }
        let message =
            values == old
            ? text("“%@” already has these values. Nothing changed.", book.title)
            : text("Changed reading %1$@ of “%2$@”.", String(number), book.title)
        return Output([.message(message)], data: [.table(ReadingTable.table(book, session.localizer))])
    }
}
