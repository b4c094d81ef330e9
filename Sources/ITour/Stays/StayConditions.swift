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
                    ConditionTest { stay in
                        guard !stay.isCancelled, let others = stay.trip?.stays else { return false }
                        return others.contains { other in
                            other !== stay && !other.isCancelled && other.checkIn.day < stay.days.upperBound
                                && stay.checkIn.day < other.days.upperBound
                        }
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
            ] + ListedParts<Stay>.dayFlags { $0.days }
        ) { ConditionTest(Stay.fields.containing($0)) }
    }
}
