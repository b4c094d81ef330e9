import Foundation
import Localization
import Suite

/// Shows how far an import has come, how fast it goes, and how long it takes yet.
@MainActor
struct PointProgress {
    private let work: LongWork
    private let now: @Sendable () -> Date
    private let begin: Date

    init(_ session: TripSession) {
        work = LongWork(session)
        now = session.surroundings.now
        begin = now()
    }

    /// Shows it, where it takes long enough.
    ///
    /// - Parameters:
    ///   - records: How many records were looked at.
    ///   - position: How many bytes were read.
    ///   - size: How many there are, where that is known.
    func show(_ records: Int, position: Int, of size: Int?) {
        let seconds = now().timeIntervalSince(begin)
        guard seconds > 0 else { return }
        let rate = Int(Double(records) / seconds)
        guard let size, position > 0, size >= position else {
            return work.show(
                [text("Importing: %1$lld points of interest, %2$lld a second", records, rate)], fraction: nil)
        }
        let left = seconds / Double(position) * Double(size - position)
        work.show(
            Self.wordings(records, rate: rate, secondsLeft: left), fraction: Double(position) / Double(size))
    }

    /// How far it has come, in ever fewer words; how long it takes yet stands in all of them.
    static func wordings(_ records: Int, rate: Int, secondsLeft: Double) -> [LocalizedText] {
        let left = duration(secondsLeft)
        return [
            text("Importing: %1$lld points of interest, %2$lld a second, %3$@ left", records, rate, left),
            text("Importing: %1$lld points of interest, %2$@ left", records, left), text("%@ left", left),
        ]
    }

    /// Takes it away.
    func end() { work.end() }

    private static func duration(_ seconds: Double) -> LocalizedText {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? text("%lld s", seconds) : text("%lld min", (seconds + 30) / 60)
    }
}
