import Foundation
import Localization
import Suite

/// Shows the progress of an import, its speed and the remaining time.
@MainActor
struct PointProgress {
    private let work: ProgressReporter
    private let now: @Sendable () -> Date
    private let begin: Date

    init(_ session: TripSession) {
        work = ProgressReporter(session)
        now = session.environment.now
        begin = now()
    }

    /// Shows the progress if the import takes long enough.
    ///
    /// - Parameters:
    ///   - records: The number of records so far.
    ///   - position: The number of bytes so far.
    ///   - size: The total number of bytes; `nil` if it isn't known.
    func show(_ records: Int, position: Int, of size: Int?) {
        let seconds = now().timeIntervalSince(begin)
        guard seconds > 0 else { return }
        let rate = Int(Double(records) / seconds)
        guard let size, position > 0, size >= position else {
            return work.show(
                [text("Importing: %1$lld points of interest, %2$lld per second", records, rate)],
                fraction: nil)
        }
        let left = seconds / Double(position) * Double(size - position)
        work.show(
            Self.texts(records, rate: rate, secondsLeft: left), fraction: Double(position) / Double(size))
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

    /// Removes the progress from the screen.
    func end() { work.end() }

    private static func duration(_ seconds: Double) -> LocalizedText {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? text("%lld s", seconds) : text("%lld min", (seconds + 30) / 60)
    }
}
