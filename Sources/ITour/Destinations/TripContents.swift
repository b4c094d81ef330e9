import Foundation
import Localization
import Shell

/// The entries that move with the first day of a trip or destination: destinations with their planned sights,
/// transport and stays.
///
/// Expenses and visited sights keep their days, because they have already happened.
@MainActor
struct TripContents {
    private let destinations: [Destination]
    private let sights: [Sight]
    private let legs: [Leg]
    private let stays: [Stay]
    /// Whether the trip has expenses.
    let hasExpenses: Bool

    init(_ trip: Trip) {
        destinations = trip.destinations.filter { $0.start != nil }
        sights = trip.destinations.flatMap(Self.plannedSights)
        legs = trip.legs
        stays = trip.stays
        hasExpenses = !trip.expenses.isEmpty
    }

    /// The planned sights of a destination. Transport and stays belong to its trip.
    init(_ destination: Destination) {
        destinations = []
        sights = Self.plannedSights(of: destination)
        legs = []
        stays = []
        hasExpenses = false
    }

    private static func plannedSights(of destination: Destination) -> [Sight] {
        destination.sights.filter { $0.scheduledDay != nil && !$0.isVisited }
    }

    /// Whether nothing has a date.
    var isEmpty: Bool { destinations.isEmpty && sights.isEmpty && legs.isEmpty && stays.isEmpty }

    /// The number of entries of each kind, such as “1 destination and 2 stays”.
    var counts: TextArgument {
        let counts = [
            (destinations.count, text("%lld destinations", destinations.count)),
            (sights.count, text("%lld planned sights", sights.count)),
            (legs.count, text("%lld legs", legs.count)), (stays.count, text("%lld stays", stays.count)),
        ]
        return .list(counts.filter { $0.0 > 0 }.map { .text($0.1) })
    }

    /// Returns messages after a change of the first day.
    ///
    /// - Parameters:
    ///   - before: The first day before the change; `nil` for none.
    ///   - after: The first day after the change; `nil` for none.
    ///   - hasMoved: Whether the entries moved, too.
    ///   - showsHint: Whether to say how to move entries that kept their days.
    private func messages(
        from before: CivilDate?, to after: CivilDate?, hasMoved: Bool, showsHint: Bool
    ) -> [LocalizedText] {
        if before == after || isEmpty { return [] }
        let kept = text("These keep their days: %@.", counts)
        guard let before, let after else { return [kept] }
        guard hasMoved else {
            return showsHint
                ? [kept, text("To move them too, use “undo”, and give the first day without an end.")]
                : [kept]
        }
        let shift = before.days(until: after)
        let moved =
            shift > 0
            ? text("Moved %1$lld days later: %2$@.", shift, counts)
            : text("Moved %1$lld days earlier: %2$@.", -shift, counts)
        return hasExpenses ? [moved, text("The expenses keep their days.")] : [moved]
    }

    /// Moves the entries after a change of the first day, and returns messages about them.
    ///
    /// - Parameters:
    ///   - before: The first day before the change; `nil` for none.
    ///   - after: The first day after the change; `nil` for none.
    ///   - hasEnd: Whether the command gave an end. If so, the entries keep their days.
    ///   - asks: Whether to ask the user instead.
    ///   - session: The session.
    /// - Throws: The errors of asking and of ``move(days:in:)``.
    func follow(
        from before: CivilDate?, to after: CivilDate?, unless hasEnd: Bool, asks: Bool,
        in session: TripSession
    ) async throws -> [LocalizedText] {
        let shift = before.flatMap { before in after.map { before.days(until: $0) } } ?? 0
        var moves = !hasEnd
        if asks, shift != 0, !isEmpty {
            moves = try await session.interaction.confirm(
                text("Move these by %1$lld days too: %2$@?", abs(shift), counts))
        }
        if shift != 0, moves { try move(days: shift, in: session) }
        // After the question whether to move them, the hint would only repeat it.
        return messages(from: before, to: after, hasMoved: moves, showsHint: !asks)
    }

    /// Moves the entries by a number of days. Their times stay the same.
    ///
    /// - Throws: ``TripError/skippedMove(name:_:zone:)`` if clocks skip the new time of an entry,
    ///   ``TripError/reversedMove(name:departure:arrival:)`` if a leg would arrive before it leaves. No entry has
    ///   moved then.
    private func move(days: Int, in session: TripSession) throws {
        func moved(_ moment: Moment) -> Moment {
            Moment(moment.day.adding(days: days), minute: moment.minute)
        }
        func check(_ moments: [Moment?], _ zone: String?, of name: String) throws {
            for moment in moments.compactMap(\.self) {
                do throws(TripError) {
                    try session.checkClock(moved(moment), zone: zone)
                } catch {
                    guard case .skippedHour(let moment, let zone) = error else { throw error }
                    throw TripError.skippedMove(name: name, moment, zone: zone)
                }
            }
        }
        for destination in destinations {
            let dates = destination.dates
            try check([dates?.start, dates?.end], destination.timeZone, of: destination.name)
        }
        for sight in sights { try check([sight.schedule], sight.destination?.timeZone, of: sight.name) }
        for leg in legs {
            try check([leg.departure], leg.departureZone ?? "UTC", of: leg.recordTitle)
            try check([leg.arrival], leg.arrivalZone ?? "UTC", of: leg.recordTitle)
            // If only one of the places changes its clocks between the old and the new day, the duration changes.
            let (departure, arrival) = (moved(leg.departure), moved(leg.arrival))
            do throws(LegError) {
                try Leg.checkOrder(leg.kind, departure, leg.departureZone, arrival, leg.arrivalZone)
            } catch {
                throw TripError.reversedMove(name: leg.recordTitle, departure: departure, arrival: arrival)
            }
        }
        for destination in destinations {
            guard let dates = destination.dates else { continue }
            destination.setDates(try TripDates(start: moved(dates.start), end: dates.end.map(moved)))
        }
        for sight in sights { sight.schedule = sight.schedule.map(moved) }
        for leg in legs {
            leg.departure = moved(leg.departure)
            leg.arrival = moved(leg.arrival)
        }
        for stay in stays {
            stay.checkIn = moved(stay.checkIn)
            stay.checkOut = moved(stay.checkOut)
        }
    }
}
