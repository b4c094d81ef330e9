import Foundation
import Localization
import ProgramKit

/// The day and the time on which a quote was marked, in the time zone of the reading device, which its files don't name.
struct MarkingTime: Hashable {
    let day: CivilDate
    /// The seconds since midnight; `nil` if only the day is known.
    let seconds: Int?

    /// Reads `2024-05-01`, `2024-05-01 10:00`, or with seconds. A `T` may separate the time, and a time zone after it is
    /// left out.
    init?(_ text: String) {
        let text = text.collapsingSpaces
        guard let day = CivilDate(String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        self.day = day
        guard let separator = rest.first else {
            seconds = nil
            return
        }
        let clock = rest.dropFirst().prefix { $0.isNumber || $0 == ":" }
        guard separator == " " || separator == "T", let seconds = Self.seconds(clock) else { return nil }
        self.seconds = seconds
    }

    init(day: CivilDate, seconds: Int?) {
        self.day = day
        self.seconds = seconds
    }

    /// Returns the seconds since midnight of `10:00` or `10:00:59`; `nil` for other texts.
    static func seconds(_ clock: some StringProtocol) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
            .map { $0.count <= 2 ? Int($0) : nil }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0, hour < 24, minute < 60, second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The stored form, which sorts by time: `2024-05-01 10:00`, with seconds if there are any.
    var text: String {
        guard let seconds else { return day.description }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minutes = seconds / 60
        let rest = seconds % 60 == 0 ? "" : ":\(digits(seconds % 60))"
        return "\(day) \(digits(minutes / 60)):\(digits(minutes % 60))\(rest)"
    }
}
