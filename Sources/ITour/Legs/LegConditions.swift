import ModelData
import ProgramKit

extension TripSession {
    /// What conditions can ask of transport.
    var legConditions: ConditionVocabulary<Leg> {
        ConditionVocabulary(
            Leg.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Leg> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // At the time of a sight or of other transport.
                ConditionFlag("overlap") { _ in
                    let overlaps = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { leg in
                        guard let trip = leg.trip else { return false }
                        return overlaps.value(of: trip) { $0.parts(in: [.overlap]) }
                            .contains(ObjectIdentifier(leg))
                    }
                },
                // A flight with a time but without the clock of its place.
                ConditionFlag("unplaced") { _ in
                    ConditionTest { leg in
                        leg.kind == .flight
                            && (leg.departure.minute != nil && leg.departureZone == nil
                                || leg.arrival.minute != nil && leg.arrivalZone == nil)
                    }
                },
                withoutRate { $0.isCancelled ? nil : $0.cost },
            ] + ListedParts<Leg>.dayFlags { $0.days }
        ) { ConditionTest(Leg.fields.containing($0)) }
    }
}
