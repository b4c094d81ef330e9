import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The days of a year on which the user read: a book was started or ended, or progress was recorded.
struct ReadingDays {
    private let year: Int
    private let today: CivilDate
    /// The days read, also before the year as far as the current streak goes.
    private let days: Set<CivilDate>

    /// Collects the days of a year.
    ///
    /// - Parameters:
    ///   - year: The year.
    ///   - session: The session with the log.
    ///   - books: The books that count. Default: all.
    @MainActor
    init(of year: Int, in session: BookSession, books: BookFilter = BookFilter()) throws {
        self.year = year
        today = session.today
        var days = try session.daysRead(in: year, books: books)
        if year == today.year {
            // The current streak may have begun in an earlier year.
            var first = year
            while first > 1, let start = CivilDate(year: first, month: 1, day: 1), days.contains(start) {
                first -= 1
                days.formUnion(try session.daysRead(in: first, books: books))
            }
        }
        self.days = days
    }

    /// The days within the year, in order.
    private var ofYear: [CivilDate] { days.filter { $0.year == year }.sorted() }

    /// The greatest number of consecutive days within the year.
    var longestStreak: Int {
        var longest = 0, length = 0
        var last: CivilDate?
        for day in ofYear {
            length = last.map { $0.days(until: day) == 1 } ?? false ? length + 1 : 1
            longest = max(longest, length)
            last = day
        }
        return longest
    }

    /// The number of consecutive days up to today. A streak isn't over before the end of today, so it may also
    /// end yesterday.
    var currentStreak: Int {
        var day = days.contains(today) ? today : today.adding(days: -1)
        var length = 0
        while days.contains(day) {
            length += 1
            day = day.adding(days: -1)
        }
        return length
    }

    /// The facts as fields of a record.
    var fields: [Record.Field] {
        var fields: [Record.Field] = [
            .init("daysRead", text("Days read"), .number(ofYear.count)),
            .init("longestStreak", text("Longest streak"), Self.streak(longestStreak)),
        ]
        if year == today.year { fields += currentFields }
        return fields
    }

    /// The facts as sentences, for screen readers.
    var sentences: [LocalizedText] {
        let count = ofYear.count
        if count == 0 { return [] }
        var sentences = [
            text("You read on %lld days.", count),
            text("The longest streak is %lld days in a row.", longestStreak),
        ]
        if year == today.year, currentStreak > 0 {
            sentences.append(text("The current streak is %lld days in a row.", currentStreak))
        }
        return sentences
    }

    /// The current streak as a field.
    var currentFields: [Record.Field] {
        [.init("currentStreak", text("Current streak"), Self.streak(currentStreak))]
    }

    private static func streak(_ length: Int) -> Cell {
        Cell(.integer(length), .text(text("%lld days in a row", length)))
    }

    /// The calendar of the year: a row for each month, with a symbol for each day. `nil` if no day was read.
    func calendar(_ localizer: Localizer) -> Table? {
        let read = ofYear
        if read.isEmpty { return nil }
        let last = year == today.year ? today.month : 12
        return Table(
            "days",
            columns: [
                .init("month", text("Month"), priority: 9), .init("days", text("Days read"), priority: 8),
                .init("count", text("Days"), alignsRight: true, priority: 7),
            ],
            rows: (1...max(last, read.last?.month ?? last)).map { month in
                let numbers = read.filter { $0.month == month }.map(\.day)
                return [
                    Cell(
                        .string("\(year)-\(month < 10 ? "0" : "")\(month)"),
                        .verbatim(localizer.month(year: year, month: month))),
                    cell(month, numbers), .number(numbers.count),
                ]
            })
    }

    /// The days of the year as a grid of weekdays and weeks; `nil` if no day was read.
    func grid(_ localizer: Localizer) -> Page.YearGrid? {
        let read = ofYear
        if read.isEmpty { return nil }
        let months = Dictionary(grouping: read, by: \.month).sorted { $0.key < $1.key }
        return Page.YearGrid(
            text("Days read"), year: year, days: Set(read),
            spoken: months.map { month, days in
                let numbers = days.map { String($0.day) }.joined(separator: ", ")
                return .verbatim("\(localizer.month(year: year, month: month)): \(numbers)")
            })
    }

    private func cell(_ month: Int, _ read: [Int]) -> Cell {
        let days = 1...CivilDate.length(ofMonth: month, year: year)
        return Cell(
            .list(read.map { .integer($0) }),
            .symbol(
                days.map { read.contains($0) ? "■" : "·" }.joined(),
                ascii: days.map { read.contains($0) ? "#" : "." }.joined(),
                spoken: .verbatim(read.map(String.init).joined(separator: ", "))))
    }
}

extension BookSession {
    /// Returns the days of a year on which a reading started or ended, or progress was recorded. Dates that are
    /// known only to the month or the year don't count.
    fileprivate func daysRead(in year: Int, books filter: BookFilter) throws -> Set<CivilDate> {
        let period = ReadingPeriod(year...year)
        var days = Set<CivilDate>()
        for place in try records(period.progress, \.book, filter) { days.insert(CivilDate(utc: place.date)) }
        let latest = try ([period.endedBooks()] + period.startedBooks).flatMap {
            try context.fetchReadable(FetchDescriptor(predicate: $0)).models
        }
        let earlier = try ([period.endedReadings] + period.startedReadings).flatMap {
            try records($0, \.book, filter)
        }
        let readings = try latest.filter { try filter.takes($0) }.map(\.latestReading) + earlier.map(\.values)
        for values in readings {
            for date in [values.started, values.completed].compactMap(\.self)
            where date.precision == nil && date.first.year == year && date.first <= today {
                days.insert(date.first)
            }
        }
        return days
    }

    /// Returns the records that belong to the books of a filter.
    private func records<Record: PersistentModel>(
        _ predicate: Predicate<Record>, _ book: KeyPath<Record, Book?>, _ filter: BookFilter
    ) throws -> [Record] {
        var descriptor = FetchDescriptor(predicate: predicate)
        if !filter.takesAll { descriptor.relationshipKeyPathsForPrefetching = [book] }
        return try context.fetchReadable(descriptor).models.filter { try filter.takes($0[keyPath: book]) }
    }
}
