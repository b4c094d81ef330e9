import Localization
import ProgramKit
import Shell

extension CommandGroup {
    /// Commands for readings, goals and statistics of reading.
    static let readings = CommandGroup(text("Readings"))
}

/// A reading of a book, by its number in `reading list`.
private enum ReadingParameters {
    static let number = Parameter.required(
        "number", .integer(in: 1...100_000), placeholder: text("NUMBER"),
        help: text("The number of the reading in “reading list”."), question: text("Which reading"))

    static var declarations: [ParameterDeclaration] { [BookParameters.book.declaration, number.declaration] }

    @MainActor
    static func read(_ invocation: Invocation, in session: BookSession) throws -> (book: Book, number: Int) {
        (
            try session.record(try invocation[BookParameters.book], in: Book.self),
            try invocation[ReadingParameters.number]
        )
    }
}

/// `reading list`: lists the readings of a book.
struct ReadingListCommand: Command {
    let declaration = CommandDeclaration(
        "reading list", aliases: ["readings"], group: .readings,
        summary: text("Lists the readings of a book, the earliest first."),
        parameters: [BookParameters.words.declaration], examples: [.verbatim("reading list solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let table = Reading.table(book, session.fieldContext.forList)
        return Output(table, ifEmpty: text("“%@” has no readings yet. “start” begins one.", book.title))
    }
}

/// `reading show`: shows everything about a reading.
struct ReadingShowCommand: Command {
    let declaration = CommandDeclaration(
        "reading show", group: .readings, summary: text("Shows everything about a reading of a book."),
        parameters: ReadingParameters.declarations, examples: [.verbatim("reading show solaris 1")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (book, number) = try ReadingParameters.read(invocation, in: session)
        let reading = try book.reading(number), context = session.fieldContext
        let positions = ReadingProgress.table(book, reading: number, context)
        let data = Record(
            fields: [
                .init("book", text("Book number"), .identifier(book.number)),
                .init("title", text("Title"), .text(book.title)),
            ] + Reading.fields.data(reading, context).fields)
        return Output(
            [.heading(.verbatim(book.title)), .record(Reading.fields.shown(reading, context))]
                + (positions.rows.isEmpty ? [] : [.heading(text("Progress")), .table(positions)]),
            data: [.record(data), .table(positions)])
    }
}

/// `reading progress`: lists the recorded positions in a book.
struct ReadingProgressCommand: Command {
    let declaration = CommandDeclaration(
        "reading progress", group: .readings,
        summary: text("Lists the positions that you recorded in a book, the earliest first."),
        discussion: [text("“progress” records a position.")],
        parameters: [BookParameters.words.declaration], examples: [.verbatim("reading progress solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let table = ReadingProgress.table(book, session.fieldContext)
        return Output(
            table, ifEmpty: text("“%@” has no recorded positions. “progress” records one.", book.title))
    }
}

/// `reading edit`: changes the dates, the outcome, the rating or the review of a reading.
struct ReadingEditCommand: Command {
    let declaration = CommandDeclaration(
        "reading edit", group: .readings, summary: text("Changes a reading of a book."),
        parameters: ReadingParameters.declarations + [Reading.fields.changeWords.declaration]
            + Reading.fields.options(),
        examples: [
            .verbatim("reading edit solaris 1 --started 2010-05 --rating 4.5"),
            .verbatim("reading edit solaris 1 rating:4 review:"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (book, number) = try ReadingParameters.read(invocation, in: session)
        let reading = try book.reading(number)
        let words = try invocation[Reading.fields.changeWords], parsing = session.fieldContext.parsing
        let (typed, others) = try Reading.fields.changes(in: words, clears: true, parsing)
        if let other = others.first {
            // The words of the line that aren't changes follow all others.
            let values = words.filter { Reading.fields.isChange($0, session.localizer) }
            if let unclear = Reading.fields.unclearValue(
                in: values.flatMap { [$0] + others }, or: text("NUMBER"), parsing)
            {
                throw unclear
            }
            throw UsageError.unwantedArgument(other, usage: text("reading edit BOOK NUMBER CHANGE…"))
        }
        let changes = try Reading.fields.changes(invocation) + typed
        if changes.isEmpty { throw FieldError.nothingToChange(option: "started") }
        let changed = try Reading.fields.apply(changes, to: reading, session.fieldContext)
        let isLatest = number > book.readings.count
        if reading.outcome.isOpen, !isLatest, changes.contains(where: { $0.key == "outcome" }) {
            throw BookError.earlierInProgress(number, title: book.title)
        }
        if reading.completed != nil, !reading.outcome.hasEnded {
            throw BookError.dateNotRelevant(.completed, title: book.title, status: reading.outcome)
        }
        if isLatest { book.latestReading = reading.values } else { book.takeEarlierRating() }
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", book.title)
            : text("Changed reading %1$@ of “%2$@”.", String(number), book.title)
        return Output([.message(message)], data: [.table(Reading.table(book, session.fieldContext))])
    }
}

/// `reading delete`: deletes a reading. If it is the latest, the one before becomes the latest.
struct ReadingDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "reading delete", group: .readings, summary: text("Deletes a reading of a book after confirmation."),
        parameters: ReadingParameters.declarations,
        examples: [.verbatim("reading delete solaris 1 --yes")], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (book, number) = try ReadingParameters.read(invocation, in: session)
        let reading = try book.reading(number)
        let deleted = Reading.table(book, only: number, session.fieldContext)
        let question = text("Delete reading %1$@ of “%2$@”?", String(number), book.title)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        if number <= book.readings.count {
            session.context.delete(reading)
            book.readings.removeAll { $0 === reading }
            book.takeEarlierRating()
        } else {
            for position in book.latestProgress { session.context.delete(position) }
            book.progress.removeAll { $0.reading == nil }
            session.restoreEarlierReading(of: book)
        }
        return Output(
            [.message(text("Deleted reading %1$@ of “%2$@”.", String(number), book.title))],
            data: [.table(deleted)])
    }
}

extension BookSession {
    /// Makes the last earlier reading of a book the latest one; without one, the book is on the shelf.
    func restoreEarlierReading(of book: Book) {
        guard let last = book.readings.last else {
            book.latestReading = ReadingValues(status: .onShelf, rating: book.stars)
            return
        }
        book.latestReading = last.values
        for position in last.progress { position.reading = nil }
        book.readings.removeLast()
        context.delete(last)
    }
}
