import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension CommandGroup {
    /// The commands for the money and the checklists of trips.
    static let money = CommandGroup(text("Money and checklists"))
    /// The commands for plans of days.
    static let days = CommandGroup(text("Days"))
    /// The commands for trips, their transport, stays, money and lists.
    static let trips = CommandGroup(text("Trips"))
}

extension ValueType where Value == RecordReference {
    /// A trip, by its number or a part of its name.
    static var trip: ValueType<RecordReference> { .record(ITour.text("TRIP"), source: TripCompletions.trips) }
}

/// The arguments and options that the commands for trips share.
enum TripParameters {
    static let trip = Parameter.optional("trip", .trip, help: text("The trip. Default: the open one."))
    /// The trip that is named, or the open one.
    static let one = RecordArgument<TripSession, Trip>([trip.declaration]) { invocation, _, session in
        try session.trip(try invocation[trip])
    }
    static let inside = Parameter.option("in", .trip, help: text("The trip. Default: the open one."))
    static let membership = Parameter.option(
        "trip", ValueType<RecordReference>.trip.orNone,
        help: text("The trip that the destination belongs to; or “none” for an idea."))
}

extension TripSession {
    /// Returns the trip that a reference names, or the open trip.
    ///
    /// - Throws: `RecordError`; `NothingOpenError` if there is no reference and no trip is open.
    func trip(_ reference: RecordReference?) throws -> Trip {
        if let reference { return try record(reference, in: Trip.self) }
        if let trip = try opened(Trip.self) { return trip }
        throw NothingOpenError(
            text("No trip is open."),
            opening: text(
                "Open one with “trip open TRIP”, add one with “trip add NAME”, or name one in the command."))
    }

    /// Returns the trip that a reference names, or the open trip; `nil` if there is neither.
    func tripIfAny(_ reference: RecordReference?) throws -> Trip? {
        try reference.map { try record($0, in: Trip.self) } ?? opened(Trip.self)
    }

    /// Opens a destination. If it belongs to a trip, the trip is open around it.
    func openInTrip(_ destination: Destination) {
        guard let trip = destination.trip else { return open(destination, at: 0) }
        open(trip, at: 0)
        open(destination, at: 1)
    }

    /// Fetches all trips in order of time, then of name. Trips without a date come last.
    func tripsInOrder() throws -> [Trip] {
        let trips = try fetchReadable(FetchDescriptor<Trip>())
        let byName = Collator(localizer.language).sorted(trips, by: \.name)
        return byName.sorted(byKeys: byName.map { $0.span?.lowerBound.utcDate }, reversed: false)
    }

    /// Whether the store has a trip.
    var hasTrips: Bool { get throws { try context.fetchCount(FetchDescriptor<Trip>()) > 0 } }
}

extension TripSession {
    /// Fetches the sights that are scheduled for a day: those with a time first, then the others in the order
    /// of their destinations.
    func scheduledSights(on day: CivilDate) throws -> [Sight] {
        let date = day.utcDate
        let sights = try context.fetch(
            FetchDescriptor<Sight>(predicate: #Predicate { $0.scheduledDay == date }))
        var positions: [ObjectIdentifier: Int] = [:]
        for destination in Set(sights.compactMap { $0.destination?.persistentModelID }) {
            guard let destination = sights.first(where: { $0.destination?.persistentModelID == destination })
            else { continue }
            for (index, sight) in (destination.destination?.sights ?? []).enumerated() {
                positions[ObjectIdentifier(sight)] = index
            }
        }
        return sights.sorted {
            (
                $0.scheduledMinute ?? 1440, $0.destination?.number ?? 0, positions[ObjectIdentifier($0)] ?? 0
            ) < (
                $1.scheduledMinute ?? 1440, $1.destination?.number ?? 0, positions[ObjectIdentifier($1)] ?? 0
            )
        }
    }
}
