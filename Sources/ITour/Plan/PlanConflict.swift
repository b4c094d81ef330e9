import Foundation
import Localization

/// A problem of a plan, which the user should know about. It never prevents a change.
enum PlanConflict: Hashable {
    /// A sight is closed on its day.
    case closed(String, day: CivilDate, hours: String)
    /// A sight isn't open at its time.
    case notOpen(String, day: CivilDate, minute: Int, hours: String)
    /// Two entries of a day overlap.
    case overlap(String, String, day: CivilDate)
    /// A sight is far from the other sights of its day.
    case far(String, day: CivilDate, kilometres: Double)
    /// A sight is planned for a day on which the traveller is elsewhere.
    case outside(String, day: CivilDate, destination: String)

    /// The word for machine-readable output.
    var word: String {
        switch self {
        case .closed: "closed"
        case .notOpen: "not-open"
        case .overlap: "overlap"
        case .far: "far"
        case .outside: "outside"
        }
    }

    var text: LocalizedText {
        switch self {
        case .closed(let name, let day, let hours):
            ITour.text("“%1$@” is closed on %2$@ (%3$@).", name, day, hours)
        case .notOpen(let name, let day, let minute, let hours):
            ITour.text(
                "“%1$@” isn't open on %2$@ at %3$@ (%4$@).", name, day, TextArgument.time(minute: minute),
                hours)
        case .overlap(let name, let other, let day):
            ITour.text("“%1$@” and “%2$@” overlap on %3$@.", name, other, day)
        case .far(let name, let day, let kilometres):
            ITour.text(
                "“%1$@” is %2$lld km from the other sights on %3$@.", name, Int(kilometres.rounded()), day)
        case .outside(let name, let day, let destination):
            ITour.text("“%1$@” is planned for %2$@, but “%3$@” has other dates.", name, day, destination)
        }
    }
}

/// Finds the conflicts of one day.
@MainActor
enum PlanConflicts {
    /// The distance from the nearest other sight of the day, in kilometres, from which a sight is far away.
    static let farDistance = 30.0

    /// An entry with a known beginning.
    struct Span {
        let name: String
        /// The minutes since midnight.
        let range: Range<Int>
    }

    /// Returns the conflicts of the sights and other entries of a day, each with the sight that it is about.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - sights: The sights that are planned for the day, in order.
    ///   - legs: The legs that begin or end on the day.
    static func found(
        on day: CivilDate, sights: [Sight], legs: [Leg] = []
    ) -> [(sight: Sight?, conflict: PlanConflict)] {
        var result: [(sight: Sight?, conflict: PlanConflict)] = []
        for sight in sights {
            if let conflict = closing(sight, on: day) { result.append((sight, conflict)) }
            if let dates = sight.destination?.dates, !dates.includes(day) {
                result.append(
                    (sight, .outside(sight.name, day: day, destination: sight.destination?.name ?? "")))
            }
        }
        result += overlaps(on: day, sights: sights, legs: legs)
        result += distant(on: day, sights: sights)
        return result
    }

    private static func closing(_ sight: Sight, on day: CivilDate) -> PlanConflict? {
        guard let hours = OpeningHours(sight.hours) else { return nil }
        guard let minute = sight.scheduledMinute else {
            return hours.hours(on: day) == .closed ? .closed(sight.name, day: day, hours: sight.hours) : nil
        }
        if hours.isOpen(at: minute, on: day) { return nil }
        return hours.hours(on: day) == .closed
            ? .closed(sight.name, day: day, hours: sight.hours)
            : .notOpen(sight.name, day: day, minute: minute, hours: sight.hours)
    }

    private static func overlaps(
        on day: CivilDate, sights: [Sight], legs: [Leg]
    ) -> [(sight: Sight?, conflict: PlanConflict)] {
        var spans: [(sight: Sight?, span: Span)] = sights.compactMap {
            sight -> (sight: Sight?, span: Span)? in
            guard let minute = sight.scheduledMinute else { return nil }
            return (sight, Span(name: sight.name, range: minute..<(minute + max(sight.duration ?? 1, 1))))
        }
        spans += legs.compactMap { leg -> (sight: Sight?, span: Span)? in
            let begin = leg.departure.day == day ? leg.departure.minute : 0
            let end = leg.arrival.day == day ? leg.arrival.minute : 1440
            guard let begin, let end, begin < end else { return nil }
            return (nil, Span(name: leg.recordTitle, range: begin..<end))
        }
        spans.sort { $0.span.range.lowerBound < $1.span.range.lowerBound }
        var result: [(sight: Sight?, conflict: PlanConflict)] = []
        for (index, first) in spans.enumerated() {
            for second in spans[(index + 1)...] {
                if second.span.range.lowerBound >= first.span.range.upperBound { break }
                result.append(
                    (
                        second.sight ?? first.sight,
                        .overlap(first.span.name, second.span.name, day: day)
                    ))
            }
        }
        return result
    }

    /// A day with this many sights or more isn't checked for distances, which takes quadratic time.
    private static let mostSights = 500

    private static func distant(
        on day: CivilDate, sights: [Sight]
    ) -> [(sight: Sight?, conflict: PlanConflict)] {
        let placed = sights.compactMap { sight in sight.place.map { (sight, $0) } }
        guard placed.count > 1, placed.count < mostSights else { return [] }
        var result: [(sight: Sight?, conflict: PlanConflict)] = []
        for (index, (sight, place)) in placed.enumerated() {
            let nearest =
                placed.indices.filter { $0 != index }
                .map { GreatCircle.distance(place, placed[$0].1) }.min() ?? 0
            guard nearest > farDistance else { continue }
            result.append((sight, .far(sight.name, day: day, kilometres: nearest)))
            // Of two sights, only one is reported.
            if placed.count == 2 { break }
        }
        return result
    }
}
