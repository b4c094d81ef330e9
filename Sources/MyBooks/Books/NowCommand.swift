import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `now`: lists the books in progress with the places that were reached, and the days on which they will probably end.
struct NowCommand: Command {
    let declaration = CommandDeclaration(
        "now", group: .looking,
        summary: text("Shows what you are reading, how far you are, and when you will probably finish."),
        discussion: [
            text("The forecast continues the pace from the start to the last place that “progress” recorded.")
        ],
        parameters: [], examples: [.verbatim("now")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let reading = ReadingStatus.inProgress, today = session.today
        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.status == reading })
        descriptor.relationshipKeyPathsForPrefetching = [\.progress]
        let found = try session.readableBooks(descriptor)
        // The book that was read last comes first.
        let books = found.books.map {
            (book: $0, day: $0.latestProgress.last?.date ?? $0.started ?? .distantPast)
        }
        .sorted { ($1.day, $0.book.number) < ($0.day, $1.book.number) }.map(\.book)
        let table = Table(
            "rows",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("title", text("Title"), priority: 5), .init("author", text("Author"), priority: 4),
                .init("place", text("Progress"), priority: 8),
                .init(
                    "percent", .verbatim("%"), alignsRight: true, priority: 8, spokenTitle: text("Percent")),
                .init("days", text("Days"), alignsRight: true, priority: 7),
                .init("forecast", text("Forecast"), priority: 7),
            ],
            rows: books.map { book in
                let place = book.latestProgress.last?.place
                let percent = book.percent
                return [
                    .identifier(book.number), .text(book.title), .text(book.author),
                    place.map { Cell(.string($0.description), .text($0.text(in: book))) } ?? .empty,
                    percent.map { Cell(.integer($0), .verbatim("\($0)%")) } ?? .empty,
                    .number(book.startedDay.map { $0.days(until: today) + 1 }), .day(book.forecast(today)),
                ]
            }, count: text("%lld books", books.count))
        if !books.isEmpty { return Output([.table(table)] + found.warnings, data: [.table(table)]) }
        return Output(
            [.message(text("You aren't reading any book. “start BOOK” begins one."))] + found.warnings,
            data: [.table(table)])
    }
}

extension Book {
    /// The day on which the latest reading started; `nil` if it isn't known to the day.
    fileprivate var startedDay: CivilDate? {
        started.flatMap { startedPrecision == nil ? CivilDate(utc: $0) : nil }
    }

    /// The part of the book that was read, from 0 to 1; `nil` without a place, or if the length is unknown.
    private var fraction: Double? {
        guard let place = latestProgress.last?.place, let length = place.length(in: self), length > 0 else {
            return nil
        }
        return min(Double(place.value) / Double(length), 1)
    }

    /// The part of the book that was read, in percent.
    fileprivate var percent: Int? {
        guard let place = latestProgress.last?.place, let length = place.length(in: self), length > 0 else {
            return nil
        }
        return min(place.value * 100 / length, 100)
    }

    /// Returns the day on which the reading will end at its pace so far; `nil` if the pace is unknown, or for a day more than ten
    /// years ahead.
    fileprivate func forecast(_ today: CivilDate) -> CivilDate? {
        guard let start = startedDay, let last = latestProgress.last, let fraction, fraction > 0 else {
            return nil
        }
        let elapsed = max(start.days(until: CivilDate(utc: last.date)) + 1, 1)
        let needed = (Double(elapsed) / fraction).rounded(.up)
        guard needed < 3650 else { return nil }
        return max(start.adding(days: Int(needed) - 1), today)
    }
}
