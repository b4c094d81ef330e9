import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// One journey from a place to another one, such as a train or a flight.
///
/// The departure and the arrival are local times of their places. They are stored as a day and minutes since
/// midnight, so that they are the same in every time zone.
@Model
final class Leg {
    /// The leg's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var kind: LegKind
    /// The name of the place of departure.
    var origin: String
    /// The name of the place of arrival.
    var target: String
    /// The day of departure.
    var departureDay: Date
    /// The local time of departure, in minutes since midnight; `nil` if it isn't known.
    var departureMinute: Int?
    /// The time zone of the place of departure, such as `Asia/Tokyo`; `nil` if it isn't known.
    var departureZone: String?
    /// The day of arrival.
    var arrivalDay: Date
    /// The local time of arrival, in minutes since midnight; `nil` if it isn't known.
    var arrivalMinute: Int?
    /// The time zone of the place of arrival; `nil` if it isn't known.
    var arrivalZone: String?
    /// The number of the train or flight, such as `Nozomi 12`.
    var line: String
    /// The code of the booking.
    var code: String
    var seat: String
    var note: String
    var costAmount: Decimal?
    var costCurrency: String?
    /// The source of an imported leg, such as the identifier of a calendar's event.
    var source: String?
    /// The platform or the gate of departure.
    var platform: String = ""
    /// Whether the booking was cancelled. If so, it is in no plan and costs nothing.
    var isCancelled: Bool = false
    /// The stored form of ``ImportMemory``: what the last import of a calendar set.
    var lastImport: String?
    /// Whether it is paid; `nil` if the user didn't say.
    var isPaid: Bool?
    /// The day until which it is to be paid; `nil` if there is none.
    var payByDay: Date?
    var trip: Trip?

    init(
        identifier: UUID = UUID.random(), kind: LegKind, origin: String, target: String, departure: Moment,
        arrival: Moment
    ) {
        self.identifier = identifier
        self.kind = kind
        self.origin = origin
        self.target = target
        departureDay = departure.day.utcDate
        departureMinute = departure.minute
        arrivalDay = arrival.day.utcDate
        arrivalMinute = arrival.minute
        line = ""
        code = ""
        seat = ""
        note = ""
    }
}

extension Leg {
    /// The departure, in local time.
    var departure: Moment {
        get { Moment(CivilDate(utc: departureDay), minute: departureMinute) }
        set {
            if departureDay != newValue.day.utcDate { departureDay = newValue.day.utcDate }
            if departureMinute != newValue.minute { departureMinute = newValue.minute }
        }
    }

    /// The arrival, in local time.
    var arrival: Moment {
        get { Moment(CivilDate(utc: arrivalDay), minute: arrivalMinute) }
        set {
            if arrivalDay != newValue.day.utcDate { arrivalDay = newValue.day.utcDate }
            if arrivalMinute != newValue.minute { arrivalMinute = newValue.minute }
        }
    }

    /// The days from the departure to the arrival. A flight across the date line may arrive on an earlier day.
    var days: ClosedRange<CivilDate> { min(departure.day, arrival.day)...max(departure.day, arrival.day) }

    /// The minutes from the departure to the arrival; `nil` if a time or one of the zones isn't known. Without
    /// zones, both times are on the same clocks; of a flight, they are not.
    var duration: Int? {
        if kind == .flight, departureZone == nil, arrivalZone == nil { return nil }
        return LegClock.minutes(
            from: departure, in: LegClock.zone(departureZone), to: arrival, in: LegClock.zone(arrivalZone))
    }
}

extension Leg: Payable {
    var category: ExpenseCategory { .transport }
    var costDay: CivilDate? { departure.day }
}

extension Leg: TitledModel {
    var recordTitle: String { line.isEmpty ? "\(origin) – \(target)" : "\(line), \(origin) – \(target)" }
    var recordDetail: LocalizedText? { LocalizedText("%@", table: "", [departure.text]) }

    static func titled(containing text: String) -> Predicate<Leg> {
        #Predicate<Leg> {
            $0.origin.localizedStandardContains(text) || $0.target.localizedStandardContains(text)
                || $0.line.localizedStandardContains(text) || $0.code.localizedStandardContains(text)
        }
    }

    static var listingCommand: String { "leg list" }
}

/// The means of transport of a leg.
enum LegKind: String, Codable, CaseIterable, Sendable {
    case train, flight, bus, ferry, car, bicycle, walk, other

    /// The words for the kinds.
    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .train: text("train")
        case .flight: text("flight")
        case .bus: text("bus")
        case .ferry: text("ferry")
        case .car: text("car")
        case .bicycle: text("bicycle")
        case .walk: text("walk")
        case .other: text("other transport")
        }
    }
}

/// Computes durations between the clocks of two places.
enum LegClock {
    /// Returns the time zone of an identifier; `nil` if there is no identifier or it is unknown.
    static func zone(_ identifier: String?) -> TimeZone? { identifier.flatMap { TimeZone(identifier: $0) } }

    /// Returns the instant at which the clocks of a zone show a moment.
    ///
    /// If the clocks show the moment twice, when summer time ends, the result is the first of the two instants.
    static func instant(of moment: Moment, in zone: TimeZone) -> Date {
        let shown = moment.stored
        let before = zone.secondsFromGMT(for: shown.addingTimeInterval(-86_400))
        let early = shown.addingTimeInterval(-Double(before))
        if zone.secondsFromGMT(for: early) == before { return early }
        return shown.addingTimeInterval(-Double(zone.secondsFromGMT(for: early)))
    }

    /// Returns the minutes between two local times; `nil` if a time or exactly one of the zones is missing.
    static func minutes(
        from departure: Moment, in origin: TimeZone?, to arrival: Moment, in target: TimeZone?
    ) -> Int? {
        guard departure.minute != nil, arrival.minute != nil else { return nil }
        let seconds: TimeInterval
        switch (origin, target) {
        case (nil, nil): seconds = arrival.stored.timeIntervalSince(departure.stored)
        case (let origin?, let target?):
            seconds = instant(of: arrival, in: target).timeIntervalSince(instant(of: departure, in: origin))
        default: return nil
        }
        return Int((seconds / 60).rounded())
    }
}
