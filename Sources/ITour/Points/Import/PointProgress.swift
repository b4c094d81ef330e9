import Foundation
import Localization

/// The texts that show the progress of an import, its speed and the remaining time.
@MainActor
struct PointProgress {
    private let now: @Sendable () -> Date
    private let begin: Date

    /// The time of the import is measured from this call.
    init(_ session: TripSession) {
        now = session.environment.now
        begin = now()
    }

    /// Returns the texts, from the longest to the shortest.
    ///
    /// - Parameters:
    ///   - records: The number of records so far.
    ///   - fraction: The read part of the source, 0 to 1; `nil` if the size is unknown.
    func texts(_ records: Int, fraction: Double?) -> [LocalizedText] {
        let seconds = max(now().timeIntervalSince(begin), 0.001)
        let rate = Int(Double(records) / seconds)
        guard let fraction, fraction > 0 else {
            return [text("Importing: %1$lld points of interest, %2$lld per second", records, rate)]
        }
        return Self.texts(records, rate: rate, secondsLeft: seconds / fraction * (1 - fraction))
    }

    /// Returns texts for the progress, from the longest to the shortest. All of them contain the remaining
    /// time.
    ///
    /// - Parameters:
    ///   - records: The number of records so far.
    ///   - rate: The number of records per second.
    ///   - secondsLeft: The remaining time in seconds.
    static func texts(_ records: Int, rate: Int, secondsLeft: Double) -> [LocalizedText] {
        let left = duration(secondsLeft)
        return [
            text("Importing: %1$lld points of interest, %2$lld per second, %3$@ left", records, rate, left),
            text("Importing: %1$lld points of interest, %2$@ left", records, left), text("%@ left", left),
        ]
    }

    private static func duration(_ seconds: Double) -> LocalizedText {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? text("%lld s", seconds) : text("%lld min", (seconds + 30) / 60)
    }
}
