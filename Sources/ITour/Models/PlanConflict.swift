import Foundation
import Localization

/// Something about a trip that its traveller should look at, with the command that helps.
struct TripProblem {
    let kind: Kind
    /// The day; `nil` for the whole trip.
    let day: CivilDate?
    let text: LocalizedText
    /// What to type. Words in capitals are to be replaced.
    let command: LocalizedText

    /// The kind of a problem. The raw values are those of `--json`.
    enum Kind: String {
        case night, move, outside, overlap, closed, closes, far, place, zone, cancelled, rate, due, unpaid
        case notOpen = "not-open"
    }
}

/// A problem of a plan, which the user should know about. It never prevents a change.
enum PlanConflict: Hashable {
    /// A sight is closed on its day.
    case closed(String, day: CivilDate, hours: String)
    /// A sight isn't open at its time.
    case notOpen(String, day: CivilDate, minute: Int, hours: String)
    /// A sight closes before the visit ends.
    case closes(String, day: CivilDate, minute: Int, hours: String)
    /// Two entries of a day overlap.
    case overlap(String, String, day: CivilDate)
    /// A sight is far from the other sights of its day.
    case far(String, day: CivilDate, kilometres: Double)
    /// A sight is planned for a day on which the traveller is elsewhere.
    case outside(String, day: CivilDate, destination: String)

    /// The kind, whose raw value is the word for machine-readable output.
    var kind: TripProblem.Kind {
        switch self {
        case .closed: .closed
        case .notOpen: .notOpen
        case .closes: .closes
        case .overlap: .overlap
        case .far: .far
        case .outside: .outside
        }
    }

    /// The day.
    var day: CivilDate {
        switch self {
        case .closed(_, let day, _), .notOpen(_, let day, _, _), .closes(_, let day, _, _),
            .overlap(_, _, let day), .far(_, let day, _), .outside(_, let day, _):
            day
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
        case .closes(let name, let day, let minute, let hours):
            ITour.text(
                "“%1$@” closes on %2$@ at %3$@, before the visit ends (%4$@).", name, day,
                TextArgument.time(minute: minute), hours)
        case .overlap(let name, let other, let day):
            ITour.text("“%1$@” and “%2$@” overlap on %3$@.", name, other, day)
        case .far(let name, let day, let kilometres):
            ITour.text(
                "“%1$@” is %2$@ from the other sights on %3$@.", name,
                TextArgument.distance(kilometres: Int(kilometres.rounded())), day)
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

    /// A conflict, the sight that it is about, and the sights and legs that are in it.
    typealias Found = (sight: Sight?, conflict: PlanConflict, parts: [ObjectIdentifier])

    /// Returns the sights and legs that are in conflicts of some kinds.
    static func parts(
        in kinds: Set<TripProblem.Kind>, sights: [Sight], legs: [Leg]
    ) -> Set<ObjectIdentifier> {
        let bySchedule = Dictionary(grouping: sights) { $0.schedule?.day }
        return Set(found(bySchedule, legs: legs).filter { kinds.contains($0.conflict.kind) }.flatMap(\.parts))
    }

    /// Returns the conflicts of days, in order.
    ///
    /// - Parameters:
    ///   - sights: The sights by their planned days.
    ///   - legs: The legs.
    ///   - days: The days. Default: all days of the sights and the legs.
    static func found(
        _ sights: [CivilDate?: [Sight]], legs: [Leg], days: Set<CivilDate>? = nil
    ) -> [Found] {
        var byDay: [CivilDate: [Leg]] = [:]
        for leg in legs {
            let days = leg.days
            // Journeys last a few days; a mistyped arrival counts for these only.
            for offset in 0...min(days.lowerBound.days(until: days.upperBound), 14) {
                byDay[days.lowerBound.adding(days: offset), default: []].append(leg)
            }
        }
        let days = days ?? Set(sights.keys.compactMap(\.self)).union(byDay.keys)
        return days.sorted().flatMap { found(on: $0, sights: sights[$0] ?? [], legs: byDay[$0] ?? []) }
    }

    /// An entry with a known beginning.
    private struct Span {
        let name: String
        let part: ObjectIdentifier
        /// The sight; `nil` for transport.
        let sight: Sight?
        /// The day on which it begins, on the clocks of its place.
        let day: CivilDate
        /// The minutes since a moment that is the same for all entries of the day.
        let range: Range<Int>
    }

    /// Returns the conflicts of the sights and other entries of a day, each with the sight that it is about.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - sights: The sights that are planned for the day, in order.
    ///   - legs: The legs on whose way the day is.
    static func found(
        on day: CivilDate, sights: [Sight], legs: [Leg] = []
    ) -> [Found] {
        var result: [Found] = []
        for sight in sights {
            if let conflict = closing(sight, on: day) {
                result.append((sight, conflict, [ObjectIdentifier(sight)]))
            }
            if let dates = sight.destination?.dates, !dates.includes(day) {
                let conflict = PlanConflict.outside(
                    sight.name, day: day, destination: sight.destination?.name ?? "")
                result.append((sight, conflict, [ObjectIdentifier(sight)]))
            }
        }
        result += overlaps(on: day, sights: sights, legs: legs)
        result += distant(on: day, sights: sights)
        return result
    }

    private static func closing(_ sight: Sight, on day: CivilDate) -> PlanConflict? {
        switch sight.hoursConflict(on: day) {
        case .closed: .closed(sight.name, day: day, hours: sight.hours)
        case .notOpen(let minute): .notOpen(sight.name, day: day, minute: minute, hours: sight.hours)
        case .closes(let minute): .closes(sight.name, day: day, minute: minute, hours: sight.hours)
        case nil: nil
        }
    }

    private static func overlaps(
        on day: CivilDate, sights: [Sight], legs: [Leg]
    ) -> [Found] {
        let clock = legs.isEmpty ? nil : DayClock(day, sights, legs)
        var spans = sights.compactMap { sight -> Span? in
            guard let minute = sight.scheduledMinute else { return nil }
            let start = clock?.minutes(Moment(day, minute: minute), in: sight.destination?.timeZone) ?? minute
            return Span(
                name: sight.name, part: ObjectIdentifier(sight), sight: sight, day: day,
                range: start..<(start + max(sight.duration ?? 1, 1)))
        }
        for leg in legs {
            guard let start = clock?.minutes(leg.departure, in: leg.departureZone),
                let end = clock?.minutes(leg.arrival, in: leg.arrivalZone), start < end
            else { continue }
            spans.append(
                Span(
                    name: leg.recordTitle, part: ObjectIdentifier(leg), sight: nil, day: leg.departure.day,
                    range: start..<end))
        }
        spans.sort { $0.range.lowerBound < $1.range.lowerBound }
        var result: [Found] = []
        for (index, first) in spans.enumerated() {
            for second in spans[(index + 1)...] {
                if second.range.lowerBound >= first.range.upperBound { break }
                // Transport is among the entries of each day of its way, so the day of the second entry tells it.
                guard second.day == day else { continue }
                result.append(
                    (
                        second.sight ?? first.sight, .overlap(first.name, second.name, day: day),
                        [first.part, second.part]
                    ))
            }
        }
        return result
    }

    /// The instants of a day's entries, in minutes. Entries without a time zone have the clocks of the others.
    private struct DayClock {
        private let day: CivilDate
        private var zones: [String: TimeZone] = [:]
        private let usual: TimeZone

        init(_ day: CivilDate, _ sights: [Sight], _ legs: [Leg]) {
            self.day = day
            let names =
                legs.flatMap { [$0.arrivalZone, $0.departureZone] } + sights.map { $0.destination?.timeZone }
            var usual: TimeZone?
            for name in names.compactMap(\.self) where zones[name] == nil {
                zones[name] = TimeZone(identifier: name)
                usual = usual ?? zones[name]
            }
            self.usual = usual ?? .gmt
        }

        /// Returns the minutes from midnight of the day in UTC to a local time; `nil` for a day without a time.
        func minutes(_ moment: Moment, in zone: String?) -> Int? {
            guard moment.minute != nil else { return nil }
            let instant = LegClock.instant(of: moment, in: zone.flatMap { zones[$0] } ?? usual)
            return Int((instant.timeIntervalSince(day.utcDate) / 60).rounded())
        }
    }

    /// A day with this many sights or more isn't checked for distances, which takes quadratic time.
    private static let mostSights = 500

    private static func distant(
        on day: CivilDate, sights: [Sight]
    ) -> [Found] {
        let placed = sights.compactMap { sight in sight.place.map { (sight, $0) } }
        guard placed.count > 1, placed.count < mostSights else { return [] }
        var result: [Found] = []
        for (index, (sight, place)) in placed.enumerated() {
            let nearest =
                placed.indices.filter { $0 != index }
                .map { GreatCircle.distance(place, placed[$0].1) }.min() ?? 0
            guard nearest > farDistance else { continue }
            result.append((sight, .far(sight.name, day: day, kilometres: nearest), [ObjectIdentifier(sight)]))
            // Of two sights, only one is reported.
            if placed.count == 2 { break }
        }
        return result
    }
}
