import Localization
import ModelData
import ProgramKit
import Shell

extension TripSession {
    /// What conditions can ask of transport.
    var legConditions: ConditionVocabulary<Leg> {
        ConditionVocabulary(
            Leg.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Leg> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // A flight with a time but without the clock of its place.
                ConditionFlag("unplaced") { _ in
                    ConditionTest { leg in
                        leg.kind == .flight
                            && (leg.departure.minute != nil && leg.departureZone == nil
                                || leg.arrival.minute != nil && leg.arrivalZone == nil)
                    }
                },
                ConditionFlag("past") { context in
                    let today = context.today
                    return ConditionTest { $0.days.upperBound < today }
                },
                ConditionFlag("future") { context in
                    let today = context.today
                    return ConditionTest { $0.days.upperBound >= today }
                },
            ]
        ) { ConditionTest(Leg.fields.containing($0)) }
    }

    /// What conditions can ask of stays.
    var stayConditions: ConditionVocabulary<Stay> {
        ConditionVocabulary(
            Stay.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Stay> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // Two stays for the same night.
                ConditionFlag("overlap") { _ in
                    ConditionTest { stay in
                        guard !stay.isCancelled, let others = stay.trip?.stays else { return false }
                        return others.contains { other in
                            other !== stay && !other.isCancelled && other.checkIn.day < stay.days.upperBound
                                && stay.checkIn.day < other.days.upperBound
                        }
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                ConditionFlag("past") { context in
                    let today = context.today
                    return ConditionTest { $0.days.upperBound < today }
                },
                ConditionFlag("future") { context in
                    let today = context.today
                    return ConditionTest { $0.days.upperBound >= today }
                },
            ]
        ) { ConditionTest(Stay.fields.containing($0)) }
    }
}

extension Trip {
    /// Whether days aren't within those of the trip.
    fileprivate func isOutside(_ own: ClosedRange<CivilDate>) -> Bool {
        guard let days else { return false }
        return own.lowerBound < days.lowerBound || days.upperBound < own.upperBound
    }
}

/// The transport or the stays of a list: all of a trip, or those that meet conditions.
struct ListedParts<Part: TitledModel> {
    /// The trip whose parts are listed without conditions; `nil` if there are conditions.
    let trip: Trip?
    let parts: [Part]

    /// Makes a list from the words of a line.
    ///
    /// - Parameters:
    ///   - words: The words that name a trip, and conditions. Default: the open trip; with conditions, all trips.
    ///   - session: The session.
    ///   - vocabulary: What conditions can ask.
    ///   - all: Returns the parts of a trip in their order.
    @MainActor
    init(
        _ words: [String], in session: TripSession, _ vocabulary: ConditionVocabulary<Part>,
        all: (Trip) -> [Part]
    ) throws {
        let (conditions, names) = vocabulary.split(words, session.localizer)
        let named: Trip?
        do {
            named =
                try names.isEmpty
                ? nil : session.record(RecordReference(names.joined(separator: " ")), in: Trip.self)
        } catch let error as RecordError {
            try session.refuseMistakes(in: names, vocabulary)
            throw error
        }
        if conditions.isEmpty {
            let trip = try named ?? session.trip(nil)
            self.trip = trip
            parts = all(trip)
            return
        }
        let condition = try session.condition(conditions, vocabulary)
        let trips = try (named ?? session.opened(Trip.self)).map { [$0] } ?? session.tripsInOrder()
        trip = nil
        parts = try trips.flatMap(all).filter { try condition.holds(for: $0) }
    }
}
