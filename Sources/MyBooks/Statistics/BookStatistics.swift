import Foundation
import Localization
import Shell

/// Statistics of the reading log.
struct BookStatistics {
    private var statuses: [ReadingStatus: Int] = [:]
    private var ratings: [StarRating?: Int] = [:]
    private var months: [Month: Int] = [:]

    private struct Month: Hashable, Comparable {
        let index: Int

        init(_ date: CivilDate) { index = date.year * 12 + date.month - 1 }
        init(index: Int) { self.index = index }

        var year: Int { index / 12 }
        var month: Int { index % 12 + 1 }

        /// The month in ISO 8601, such as `2024-03`.
        var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

        static func < (left: Month, right: Month) -> Bool { left.index < right.index }
    }

    /// Statistics of the readings that ended.
    private(set) var readings: ReadingStatistics

    init(_ books: [Book], unfinishedPages: Int = 0) {
        let readings = EndedReading.all(of: books)
        for book in books {
            statuses[book.status, default: 0] += 1
            ratings[book.stars, default: 0] += 1
        }
        for reading in readings where reading.values.status == .completed {
            // The month of a year alone is unknown.
            guard let completed = reading.values.completed, completed.precision != .year else { continue }
            months[Month(completed.first), default: 0] += 1
        }
        self.readings = ReadingStatistics(readings)
        self.readings.unfinishedPages = unfinishedPages
    }

    /// Returns a part as a percentage, such as `5%`.
    static func percent(_ part: Int, of whole: Int) -> String {
        "\(Int((Double(part) * 100 / Double(max(whole, 1))).rounded()))%"
    }

    /// A chart with a bar for each status.
    var byStatus: BarChart {
        BarChart(
            "status", title: text("By status"),
            bars: ReadingStatus.allCases.map { status in
                .init(Cell(.string(status.rawValue), .text(status.name)), statuses[status] ?? 0)
            })
    }

    /// The whole stars, and the fractions that books have.
    private var scale: [StarRating] { StarRating.scale(with: ratings.keys.compactMap(\.self)) }

    /// A chart with a bar for each rating, the best first, and a bar for books without a rating.
    var byRating: BarChart {
        BarChart(
            "rating", title: text("By rating"),
            bars: scale.reversed().map { .init($0.cell, ratings[$0] ?? 0) }
                + [.init(Cell(.null, .text(text("not rated"))), ratings[nil] ?? 0)])
    }

    /// Returns a chart with a bar for each of the last months; `nil` if no book was completed in them.
    ///
    /// - Parameters:
    ///   - count: The maximum number of months.
    ///   - today: The current day, in the last month of the chart.
    ///   - localizer: The language of the months' names.
    func completedByMonth(last count: Int, upTo today: CivilDate, _ localizer: Localizer) -> BarChart? {
        let latest = Month(today)
        guard let earliest = months.keys.min() else { return nil }
        let first = max(earliest.index, latest.index - count + 1)
        guard months.keys.contains(where: { first <= $0.index }) else { return nil }
        return BarChart(
            "completed", title: text("Completed per month"),
            bars: (first...latest.index).map { index in
                let month = Month(index: index)
                let name = localizer.month(year: month.year, month: month.month)
                return .init(Cell(.string(month.description), .verbatim(name)), months[month] ?? 0)
            },
            // From two years on, show a sparkline, because so many bars don't fit on a screen.
            isSparkline: latest.index - first >= 24)
    }

    /// All counts for machine-readable output. Each row has a group, a name and a count.
    var data: Table {
        var rows: [[Cell]] = []
        for status in ReadingStatus.allCases {
            rows.append([.text("status"), .text(status.rawValue), .number(statuses[status] ?? 0)])
        }
        for rating in scale {
            rows.append([.text("rating"), .text(rating.description), .number(ratings[rating] ?? 0)])
        }
        rows.append([.text("rating"), .text("none"), .number(ratings[nil] ?? 0)])
        for month in months.keys.sorted() {
            rows.append([.text("completed"), .text(month.description), .number(months[month] ?? 0)])
        }
        return Table(
            columns: [
                .init("group", text("Group")), .init("name", text("Name")),
                .init("count", text("Count"), alignsRight: true),
            ],
            rows: rows + readings.rows)
    }
}
