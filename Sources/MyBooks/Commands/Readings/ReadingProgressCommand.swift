import Localization
import Shell
import Suite

/// `reading progress`: lists the recorded positions in a book.
struct ReadingProgressCommand: Command {
    let declaration = CommandDeclaration(
        "reading progress", group: .readings,
        summary: text("Lists the positions that you recorded in a book, the earliest first."),
        discussion: [text("“progress” records a position.")],
        parameters: [BookWords.required.declaration], examples: [.verbatim("reading progress solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookWords.book(invocation, in: session)
        let table = Self.table(book)
        guard !table.rows.isEmpty else {
            return Output(
                [.message(text("“%@” has no recorded positions. “progress” records one.", book.title))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }

    /// Returns the positions of a book, with the numbers of their readings.
    private static func table(_ book: Book) -> Table {
        let numbers = Dictionary(
            uniqueKeysWithValues: zip(book.readings.map(ObjectIdentifier.init), 1...))
        let latest = book.readings.count + 1
        let positions = book.progress.map { position in
            (position, reading: position.reading.flatMap { numbers[ObjectIdentifier($0)] } ?? latest)
        }.sorted { ($0.reading, $0.0.date) < ($1.reading, $1.0.date) }
        return Table(
            "positions",
            columns: [
                .init("reading", text("Reading"), alignsRight: true, priority: 7),
                .init("date", text("Date"), priority: 8), .init("place", text("Place"), priority: 9),
            ],
            rows: positions.map { position, reading in
                [
                    .identifier(reading), .day(CivilDate(utc: position.date)),
                    Cell(.string(position.place.description), .text(position.place.text(in: book))),
                ]
            },
            count: text("%lld positions", positions.count))
    }
}
