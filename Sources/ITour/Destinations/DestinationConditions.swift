import Localization
import ModelData
import ProgramKit
import Shell

extension TripSession {
    /// What conditions can ask of destinations.
    var destinationConditions: ConditionVocabulary<Destination> {
        ConditionVocabulary(
            Destination.fields,
            keys: [
                .number,
                ConditionKey("country", type: .line) { [localizer] destination in
                    destination.country.map { [$0, Countries.builtIn.name(of: $0, in: localizer.language)] }
                        ?? []
                },
                ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] },
                ConditionKey("sight", type: .line) { $0.sights.map(\.name) },
            ],
            flags: [
                ConditionFlag("planned") { _ in ConditionTest { $0.dates != nil } },
                ConditionFlag("unplanned") { _ in ConditionTest { $0.dates == nil } },
                ConditionFlag("past") { context in
                    let today = context.today
                    return ConditionTest { destination in
                        destination.dates.map { ($0.end ?? $0.start).day < today } ?? false
                    }
                },
                ConditionFlag("future") { context in
                    let today = context.today
                    return ConditionTest { destination in
                        destination.dates.map { ($0.end ?? $0.start).day >= today } ?? true
                    }
                },
            ]
        ) { text in ConditionTest(ListChoice.predicate(containing: text)) }
    }
}
