import Localization
import Shell
import Suite

/// `reading list`: lists the readings of a book.
struct ReadingListCommand: Command {
    let declaration = CommandDeclaration(
        "reading list", aliases: ["readings"], group: .readings,
        summary: text("Lists the readings of a book, the earliest first."),
        parameters: [BookWords.required.declaration], examples: [.verbatim("reading list solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookWords.book(invocation, in: session)
        let table = ReadingTable.table(book, session.localizer)
        guard !book.allReadings.isEmpty else {
            return Output(
                [.message(text("“%@” has no readings yet. “start” begins one.", book.title))],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}

extension CommandGroup {
    /// Commands for readings, goals and statistics of reading.
    static let readings = CommandGroup(text("Readings"))
}

/// The arguments of `reading edit` and `reading delete`.
enum ReadingArguments {
    static let number = Parameter.required(
        "number", .integer(in: 1...100_000), placeholder: text("NUMBER"),
        help: text("The number of the reading in “reading list”."), question: text("Which reading"))
}

extension Book {
    /// Returns the earlier reading with a number from 1; `nil` if the number is that of the latest reading.
    ///
    /// - Throws: ``BookError/unknownReading(_:title:count:)``.
    func earlierReading(_ number: Int) throws -> Reading? {
        let count = readings.count + (hasLatestReading ? 1 : 0)
        guard (1...max(count, 1)).contains(number), count > 0 else {
            throw BookError.unknownReading(number, title: title, count: count)
        }
        return number <= readings.count ? readings[number - 1] : nil
    }
}
