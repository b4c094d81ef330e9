import Foundation
import Localization
import Shell

/// Statistics of the readings that ended in a period.
struct ReadingStatistics {
    private let completed: [EndedReading]
    private let abandoned: Int

    init(_ readings: [EndedReading]) {
        completed = readings.filter { $0.values.status == .completed }
        abandoned = readings.count { $0.values.status == .abandoned }
    }

    /// The number of completed readings.
    var count: Int { completed.count }

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

    /// The facts as fields of a record.
    func fields(year: Int?) -> [Record.Field] {
        var fields: [Record.Field] = []
        if let year { fields.append(.init("year", text("Year"), .identifier(year))) }
        fields.append(.init("readings", text("Books read"), .number(count)))
        fields.append(.init("pages", text("Pages"), .number(pages)))
        if minutes > 0 {
            let time = ReadingPlace(unit: .minute, value: minutes).description
            fields.append(.init("minutes", text("Listened"), Cell(.integer(minutes), .verbatim(time))))
        }
        if let averageRating {
            let cell = Cell(
                .decimal(averageRating), .text(text("%1$@ of %2$@", averageRating, "5")))
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
        let byLength = completed.filter { $0.pages != nil }.sorted { ($0.pages ?? 0) < ($1.pages ?? 0) }
        if let shortest = byLength.first, let longest = byLength.last, byLength.count > 1 {
            fields.append(.init("longest", text("Longest"), book(longest, pages: longest.pages)))
            fields.append(.init("shortest", text("Shortest"), book(shortest, pages: shortest.pages)))
        }
        if let fastest = completed.filter({ $0.days != nil }).min(by: { ($0.days ?? 0) < ($1.days ?? 0) }) {
            fields.append(
                .init(
                    "fastest", text("Fastest"),
                    Cell(
                        .string(fastest.title),
                        .text(text("“%1$@” in %2$lld days", fastest.title, fastest.days ?? 0)))))
        }
        if let best = completed.max(by: {
            ($0.values.rating?.quarters ?? 0) < ($1.values.rating?.quarters ?? 0)
        }),
            let rating = best.values.rating
        {
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
    func months(of year: Int, upTo today: CivilDate, _ localizer: Localizer) -> BarChart {
        let last = year == today.year ? today.month : 12
        return BarChart(
            "month", title: text("Completed per month"),
            bars: (1...last).map { month in
                let count = completed.count {
                    $0.values.completed?.precision != .year && $0.values.completed?.first.year == year
                        && $0.values.completed?.first.month == month
                }
                let iso = "\(year)-\(month < 10 ? "0" : "")\(month)"
                return .init(
                    Cell(.string(iso), .verbatim(localizer.month(year: year, month: month))), count)
            })
    }

    /// Returns a chart of the completed readings in each year from the first one; `nil` if there are fewer than two
    /// years.
    ///
    /// - Parameter last: The last year of the chart.
    func years(upTo last: Int) -> BarChart? {
        let years = completed.compactMap { $0.values.completed?.first.year }
        guard let first = years.min(), first < last else { return nil }
        return BarChart(
            "year", title: text("Completed per year"),
            bars: (first...last).map { year in .init(.identifier(year), years.count { $0 == year }) })
    }

    /// Charts by binding, language, decade and author. A chart with fewer than two bars is left out.
    var groups: [BarChart] {
        [
            chart("binding", text("By binding")) { $0.binding },
            chart("language", text("By language")) { $0.language },
            chart("decade", text("By decade of publication")) {
                $0.originalYear.map { String($0 >= 0 ? $0 / 10 * 10 : ($0 - 9) / 10 * 10) }
            },
            chart("author", text("By author")) { $0.author },
        ].compactMap(\.self)
    }

    /// Returns a chart with the most frequent values.
    private func chart(
        _ key: String, _ title: LocalizedText, _ value: (EndedReading) -> String?
    ) -> BarChart? {
        let counts = frequencies(of: value)
        guard counts.count > 1 else { return nil }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return BarChart(key, title: title, bars: sorted.prefix(10).map { .init(.text($0.key), $0.value) })
    }

    private func frequencies(of value: (EndedReading) -> String?) -> [String: Int] {
        var counts: [String: Int] = [:]
        for reading in completed { if let name = value(reading) { counts[name, default: 0] += 1 } }
        return counts
    }
}
