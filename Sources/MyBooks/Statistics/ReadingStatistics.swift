import Foundation
import Localization
import Shell

/// Statistics of the readings that ended in a period.
struct ReadingStatistics {
    let completed: [EndedReading]
    let abandoned: Int
    /// The pages that were read of books whose reading goes on or was abandoned.
    var unfinishedPages = 0

    init(_ readings: [EndedReading]) {
        completed = readings.filter { $0.values.status == .completed }
        abandoned = readings.count { $0.values.status == .abandoned }
    }

    /// Whether there are readings that ended.
    var hasEnded: Bool { count + abandoned > 0 }

    /// The number of completed readings.
    var count: Int { completed.count }

    /// The number of different books that were completed.
    var books: Int { Set(completed.map { ObjectIdentifier($0.book) }).count }

    /// The number of different books, if some were read more than once, and the pages of unfinished ones.
    var furtherFields: [Record.Field] {
        [
            .init("books", text("Books read"), .number(books), isShown: books != count),
            .init(
                "unfinishedPages", text("Pages of unfinished books"), .number(unfinishedPages),
                isShown: unfinishedPages > 0),
        ]
    }

    /// The number of pages of the completed readings.
    var pages: Int { completed.reduce(0) { $0 + ($1.pages ?? 0) } }

    /// The number of minutes of the completed readings.
    var minutes: Int { completed.reduce(0) { $0 + ($1.minutes ?? 0) } }

    /// The average rating, rounded to hundredths; `nil` without ratings.
    var averageRating: Double? {
        let ratings = completed.compactMap(\.values.rating?.stars)
        guard !ratings.isEmpty else { return nil }
        return (ratings.reduce(0, +) / Double(ratings.count) * 100).rounded() / 100
    }

    /// The readings with the fewest and the most pages; `nil` unless two books have pages.
    var extremes: (shortest: EndedReading, longest: EndedReading)? {
        let known = completed.filter { $0.pages != nil }
        guard known.count > 1, let shortest = known.min(by: { ($0.pages ?? 0) < ($1.pages ?? 0) }),
            let longest = known.max(by: { ($0.pages ?? 0) < ($1.pages ?? 0) })
        else { return nil }
        return (shortest, longest)
    }

    /// The reading with the most pages a day, and this number.
    var fastest: (reading: EndedReading, pagesADay: Int)? {
        var fastest: (reading: EndedReading, pace: Double)?
        for reading in completed {
            guard let pages = reading.pages, pages > 0, let days = reading.days, days > 0 else { continue }
            let pace = Double(pages) / Double(days)
            if pace > fastest?.pace ?? 0 { fastest = (reading, pace) }
        }
        return fastest.map { ($0.reading, Int($0.pace.rounded())) }
    }

    var best: EndedReading? {
        completed.max { ($0.values.rating?.quarters ?? 0) < ($1.values.rating?.quarters ?? 0) }
    }

    /// The facts as fields of a record.
    func fields(year: Int?) -> [Record.Field] {
        var fields: [Record.Field] = []
        if let year { fields.append(.init("year", text("Year"), .identifier(year))) }
        // Without re-reads, the readings are the books.
        fields.append(
            .init("readings", books == count ? text("Books read") : text("Readings"), .number(count)))
        // Books without a number of pages don't have 0 pages. Data have the sum.
        let isUnknown = pages == 0 && count > 0
        fields.append(.init("pages", text("Pages"), .number(pages), isShown: !isUnknown))
        if minutes > 0 {
            let time = ReadingPlace(unit: .minute, value: minutes).description
            fields.append(.init("minutes", text("Listened"), Cell(.integer(minutes), .verbatim(time))))
        }
        if let averageRating {
            let cell = Cell(.decimal(averageRating), .text(text("%1$@ of %2$@", averageRating, "5")))
            fields.append(.init("averageRating", text("Average rating"), cell))
        }
        let ended = count + abandoned
        if abandoned > 0 {
            fields.append(
                .init(
                    "abandoned", text("Abandoned"),
                    Cell(
                        .integer(abandoned),
                        .text(
                            text(
                                "%1$@ of %2$@ (%3$@)", abandoned, ended,
                                BookStatistics.percent(abandoned, of: ended))))))
        }
        if let (shortest, longest) = extremes {
            fields.append(.init("longest", text("Longest"), book(longest, pages: longest.pages)))
            fields.append(.init("shortest", text("Shortest"), book(shortest, pages: shortest.pages)))
        }
        if let (fastest, pages) = fastest {
            fields.append(
                .init(
                    "fastest", text("Fastest"),
                    Cell(
                        .string(fastest.title),
                        .text(text("“%1$@” with %2$lld pages a day", fastest.title, pages)))))
        }
        if let best, let rating = best.values.rating {
            fields.append(
                .init(
                    "best", text("Best"),
                    Cell(.string(best.title), .text(text("“%1$@” (%2$@)", best.title, rating.textArgument)))))
        }
        return fields
    }

    private func book(_ reading: EndedReading, pages: Int?) -> Cell {
        Cell(.string(reading.title), .text(text("“%1$@” with %2$lld pages", reading.title, pages ?? 0)))
    }

    /// Returns a chart of the completed readings in each month of a year.
    ///
    /// - Parameters:
    ///   - year: The year.
    ///   - today: The current day. The chart of this year ends with its month.
    ///   - localizer: The language of the months.
    ///   - isSparkline: Whether a terminal shows one line instead of a bar for each month.
    func months(
        of year: Int, upTo today: CivilDate, _ localizer: Localizer, isSparkline: Bool = false
    ) -> BarChart {
        let last = year == today.year ? today.month : 12
        return BarChart(
            "month", title: text("Completed per month"),
            bars: (1...last).map { month in
                let count = completed.count {
                    $0.values.completed?.precision != .year && $0.values.completed?.first.year == year
                        && $0.values.completed?.first.month == month
                }
                let iso = "\(year)-\(month < 10 ? "0" : "")\(month)"
                return .init(Cell(.string(iso), .verbatim(localizer.month(year: year, month: month))), count)
            }, isSparkline: isSparkline)
    }

    /// Returns a chart of the completed readings in each year from the first one; `nil` if there are fewer than two
    /// years.
    ///
    /// - Parameter last: The last year of the chart.
    func years(upTo last: Int) -> BarChart? {
        let counts = frequencies { $0.values.completed?.first.year }
        guard let first = counts.keys.min(), first < last else { return nil }
        return BarChart(
            "year", title: text("Completed per year"),
            bars: (first...last).map { .init(.identifier($0), counts[$0] ?? 0) },
            // So many bars don't fit on a screen.
            isSparkline: last - first >= 40)
    }

    /// A chart of the completed readings by rating, the best first; `nil` without ratings.
    var ratings: BarChart? {
        let counts = frequencies(of: \.values.rating)
        guard !counts.isEmpty else { return nil }
        let unrated = count - counts.values.reduce(0, +)
        return BarChart(
            "rating", title: text("By rating"),
            bars: StarRating.scale(with: counts.keys).reversed().map { .init($0.cell, counts[$0] ?? 0) }
                + (unrated > 0 ? [.init(Cell(.null, .text(text("not rated"))), unrated)] : []))
    }

    /// What the charts of ``groups(most:)`` count by.
    private enum Group: String, CaseIterable {
        case binding, language, decade, author

        var title: LocalizedText {
            switch self {
            case .binding: text("By binding")
            case .language: text("By language")
            case .decade: text("By decade of publication")
            case .author: text("By author")
            }
        }

        func value(_ reading: EndedReading) -> String? {
            switch self {
            case .binding: reading.book.binding
            case .language: reading.book.language
            case .decade: reading.originalYear.map { String($0 >= 0 ? $0 / 10 * 10 : ($0 - 9) / 10 * 10) }
            case .author: reading.author
            }
        }
    }

    /// The key of the chart of authors.
    static let authors = Group.author.rawValue

    /// Returns charts of the most frequent bindings, languages, decades and authors. Decades are in their order. A chart
    /// with fewer than two bars is left out.
    ///
    /// - Parameter most: The maximum number of bars of a chart. Default: 10.
    func groups(most: Int = 10) -> [BarChart] {
        Group.allCases.compactMap { group in
            let counts = sorted(group)
            guard counts.count > 1 else { return nil }
            var shown = Array(counts.prefix(most))
            if group == .decade { shown.sort { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) } }
            return BarChart(
                group.rawValue, title: group.title,
                bars: shown.map { .init(.text($0.key), $0.value) }, hasTotal: counts.count <= most)
        }
    }

    /// The counts of a group, the most frequent first.
    private func sorted(_ group: Group) -> [(key: String, value: Int)] {
        frequencies(of: group.value).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    }

    private func frequencies<Value: Hashable>(of value: (EndedReading) -> Value?) -> [Value: Int] {
        var counts: [Value: Int] = [:]
        for reading in completed { if let name = value(reading) { counts[name, default: 0] += 1 } }
        return counts
    }

    /// The facts and counts as rows of machine-readable output. Each row has a group, a name and a count.
    var rows: [[Cell]] {
        func row(_ group: String, _ name: String?, _ count: Cell) -> [Cell] {
            [.text(group), .text(name), count]
        }
        var rows = [
            row("readings", "completed", .number(count)), row("readings", "abandoned", .number(abandoned)),
            row("pages", nil, .number(pages)), row("minutes", nil, .number(minutes)),
            row("books", nil, .number(books)), row("unfinishedPages", nil, .number(unfinishedPages)),
        ]
        if let averageRating {
            rows.append(
                row("averageRating", nil, Cell(.decimal(averageRating), .verbatim("\(averageRating)"))))
        }
        if let (shortest, longest) = extremes {
            rows.append(row("longest", longest.title, .number(longest.pages ?? 0)))
            rows.append(row("shortest", shortest.title, .number(shortest.pages ?? 0)))
        }
        if let (fastest, pages) = fastest { rows.append(row("fastest", fastest.title, .number(pages))) }
        let years = frequencies { $0.values.completed?.first.year }
        for (year, count) in years.sorted(by: { $0.key < $1.key }) {
            rows.append(row("year", String(year), .number(count)))
        }
        for group in Group.allCases {
            for (name, count) in sorted(group) { rows.append(row(group.rawValue, name, .number(count))) }
        }
        return rows
    }
}

extension ReadingStatistics {
    /// The facts of a year as sentences, for screen readers.
    func sentences(year: Int) -> [LocalizedText] {
        let name = TextArgument.string(String(year))
        var amounts = [TextArgument.text(text("%lld books", count))]
        if pages > 0 { amounts.append(.text(text("%lld pages", pages))) }
        if minutes > 0 { amounts.append(.string(ReadingPlace(unit: .minute, value: minutes).description)) }
        var sentences = [
            hasEnded
                ? text("In %1$@, you finished %2$@.", name, TextArgument.list(amounts))
                : text("No reading ended in %@.", name)
        ]
        if abandoned > 0 {
            sentences.append(text("Abandoned: %1$lld of %2$lld.", abandoned, count + abandoned))
        }
        if let averageRating {
            sentences.append(text("The average rating is %1$@ of %2$@.", averageRating, "5"))
        }
        if let best, let rating = best.values.rating {
            sentences.append(
                text("The best rated is “%1$@”, %2$@ of %3$@.", best.title, rating.textArgument, "5"))
        }
        if let (shortest, longest) = extremes {
            sentences += [
                text("The longest is “%1$@” with %2$lld pages.", longest.title, longest.pages ?? 0),
                text("The shortest is “%1$@” with %2$lld pages.", shortest.title, shortest.pages ?? 0),
            ]
        }
        if let (fastest, pages) = fastest {
            sentences.append(text("You read “%1$@” fastest, %2$lld pages a day.", fastest.title, pages))
        }
        if unfinishedPages > 0 {
            sentences.append(text("You also read %lld pages of unfinished books.", unfinishedPages))
        }
        return sentences
    }
}
