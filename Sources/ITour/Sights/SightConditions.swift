import Localization
import ModelData
import ProgramKit
import Shell

extension TripSession {
    /// What conditions can ask of sights.
    var sightConditions: ConditionVocabulary<Sight> {
        ConditionVocabulary(
            Sight.fields, other: ["url": "link"],
            keys: [
                .number,
                ConditionKey("day", "planned", "scheduled", type: .moment) { $0.schedule.map { [$0] } ?? [] },
                ConditionKey("visited", type: .day, isPast: true) { $0.visitedOn.map { [$0] } ?? [] },
                ConditionKey("priority", type: .priority) { $0.destination.map { [$0.priority] } ?? [] },
                ConditionKey("destination", type: .line) { $0.destination.map { [$0.name] } ?? [] },
                ConditionKey("trip", type: .line) { $0.destination?.trip.map { [$0.name] } ?? [] },
            ],
            flags: [
                ConditionFlag("visited") { _ in ConditionTest(#Predicate<Sight> { $0.isVisited }) },
                ConditionFlag("planned", "scheduled") { _ in ConditionTest { $0.schedule != nil } },
                ConditionFlag("closed") { _ in
                    ConditionTest { sight in
                        guard let day = sight.schedule?.day else { return false }
                        return sight.hoursConflict(on: day) != nil
                    }
                },
                ConditionFlag("outside") { _ in
                    ConditionTest { sight in
                        guard let day = sight.schedule?.day, let destination = sight.destination else {
                            return false
                        }
                        let isVisited = destination.dates?.includes(day) ?? true
                        return !isVisited || !(destination.trip?.days?.contains(day) ?? true)
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                ConditionFlag("unscheduled", "unplanned") { _ in ConditionTest { $0.schedule == nil } },
            ], past: ["visitedOn"]
        ) { ConditionTest(Sight.fields.containing($0)) }
    }
}
