import ModelData
import ProgramKit

extension TripSession {
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
                    let overlaps = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { stay in
                        guard let trip = stay.trip else { return false }
                        return overlaps.value(of: trip) { $0.overlappingStays }
                            .contains(ObjectIdentifier(stay))
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                withoutRate { $0.isCancelled ? nil : $0.cost },
            ] + ListedParts<Stay>.dayFlags { $0.days }
        ) { ConditionTest(Stay.fields.containing($0)) }
    }
}
