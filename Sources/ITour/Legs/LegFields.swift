import Foundation
import Localization
import Shell
import Suite

/// The changes of an edit to a leg; `nil` leaves a field as it is.
struct LegChanges {
    var kind: LegKind?
    var origin: String?
    var target: String?
    var departure: Moment?
    /// The arrival as typed: a moment, or only a time.
    var arrival: String?
    var departureZone: Assignment<TimeZone>?
    var arrivalZone: Assignment<TimeZone>?
    var line: String?
    var code: String?
    var seat: String?
    var cost: Assignment<Money>?
    var note: String?

    /// Whether there are no changes.
    var isEmpty: Bool {
        kind == nil && origin == nil && target == nil && departure == nil && arrival == nil
            && departureZone == nil && arrivalZone == nil && line == nil && code == nil && seat == nil
            && cost == nil && note == nil
    }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the fields whose values changed.
    /// - Throws: ``LegError`` if the leg would arrive before it leaves, `ValueError` for an invalid arrival,
    ///   ``TripError/skippedHour(_:zone:)``. The leg isn't changed then.
    @MainActor
    func apply(to leg: Leg, in session: TripSession) throws -> [LocalizedText] {
        let newDeparture = departure ?? leg.departure
        let newArrival =
            try arrival.map { try arrivalMoment($0, after: newDeparture, session) }
            ?? movedArrival(of: leg, to: newDeparture)
        let fromZone = departureZone.map { $0.value?.identifier } ?? leg.departureZone
        let toZone = arrivalZone.map { $0.value?.identifier } ?? leg.arrivalZone
        if departure != nil || departureZone != nil {
            try session.checkClock(newDeparture, zone: fromZone ?? "UTC")
        }
        if arrival != nil || arrivalZone != nil { try session.checkClock(newArrival, zone: toZone ?? "UTC") }
        try Self.check(newDeparture, fromZone, newArrival, toZone)
        var changed = FieldChanges(of: leg)
        changed.set(\.kind, kind, text("means of transport"))
        changed.set(\.origin, origin, text("departure"))
        changed.set(\.target, target, text("arrival"))
        changed.set(\.departure, newDeparture, text("departure time"))
        changed.set(\.arrival, newArrival, text("arrival time"))
        if departureZone != nil {
            changed.set(\.departureZone, .some(fromZone), text("time zone of the departure"))
        }
        if arrivalZone != nil { changed.set(\.arrivalZone, .some(toZone), text("time zone of the arrival")) }
        changed.set(\.line, line, text("number of the line"))
        changed.set(\.code, code, text("code"))
        changed.set(\.seat, seat, text("seat"))
        if let cost { changed.set(\.cost, .some(cost.value), text("cost")) }
        changed.set(\.note, note, text("note"))
        return changed.labels
    }

    /// Throws if clocks skip a departure, or if the leg would arrive before it.
    ///
    /// An unreadable arrival isn't reported, because another departure can't correct it.
    @MainActor
    func checkDeparture(
        _ departure: Moment, _ fromZone: String?, _ toZone: String?, in session: TripSession
    ) throws {
        try session.checkClock(departure, zone: fromZone ?? "UTC")
        guard let arrival, let end = try? arrivalMoment(arrival, after: departure, session) else { return }
        try Self.check(departure, fromZone, end, toZone)
    }

    /// Returns the arrival. A time without a day is on the day of departure, or on the next one if it would be
    /// before the departure.
    @MainActor
    private func arrivalMoment(_ string: String, after departure: Moment, _ session: TripSession) throws
        -> Moment
    {
        if let minute = session.localizer.parseTime(string) {
            let isNextDay = departure.minute.map { minute < $0 } ?? false
            return Moment(isNextDay ? departure.day.adding(days: 1) : departure.day, minute: minute)
        }
        let today = session.today
        return try MomentReader(context: ParseContext(localizer: session.localizer, today: today)).moment(
            string)
    }

    /// Returns the arrival of a leg whose departure moves: the leg keeps its length in days.
    private func movedArrival(of leg: Leg, to departure: Moment) -> Moment {
        let days = leg.departure.day.days(until: departure.day)
        return Moment(leg.arrival.day.adding(days: days), minute: leg.arrival.minute)
    }

    /// Throws if a leg arrives before it leaves.
    static func check(
        _ departure: Moment, _ fromZone: String?, _ arrival: Moment, _ toZone: String?
    ) throws(LegError) {
        let minutes = LegClock.minutes(
            from: departure, in: LegClock.zone(fromZone), to: arrival, in: LegClock.zone(toZone))
        // Without times or zones, an arrival one day earlier is possible across the date line.
        let isBefore = minutes.map { $0 < 0 } ?? (arrival.day.adding(days: 1) < departure.day)
        if isBefore { throw .arrivalBeforeDeparture(departure: departure, arrival: arrival) }
    }
}

/// An error about transport or a stay.
enum LegError: PresentableError {
    case arrivalBeforeDeparture(departure: Moment, arrival: Moment)
    case checkOutBeforeCheckIn(checkIn: Moment, checkOut: Moment)

    var problem: LocalizedText {
        switch self {
        case .arrivalBeforeDeparture(let departure, let arrival):
            text("It can't arrive on %1$@, before it leaves on %2$@.", arrival.text, departure.text)
        case .checkOutBeforeCheckIn(let checkIn, let checkOut):
            text("The check-out on %1$@ can't be before the check-in on %2$@.", checkOut.text, checkIn.text)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .arrivalBeforeDeparture:
            text("Give a later arrival, or the time zones with --from-zone and --to-zone.")
        case .checkOutBeforeCheckIn: text("Give a later day with --check-out.")
        }
    }

    var failure: FailureKind { .usage }
}
