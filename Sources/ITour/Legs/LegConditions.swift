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
                // A flight with a time but without the clock of its place.
                ConditionFlag("unplaced") { _ in
                    ConditionTest { leg in
                        leg.kind == .flight
                            && (leg.departure.minute != nil && leg.departureZone == nil
                                || leg.arrival.minute != nil && leg.arrivalZone == nil)
                    }
                },
            ] + ListedParts<Leg>.dayFlags { $0.days }
        ) { ConditionTest(Leg.fields.containing($0)) }
    }
}
