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
                ConditionFlag("overlap") { _ in Self.conflict([.overlap]) },
                ConditionFlag("far") { _ in Self.conflict([.far]) },
                withoutRate { $0.cost },
                ConditionFlag("unpaid") { _ in ConditionTest { $0.isUnpaid } },
                ConditionFlag("paid") { _ in ConditionTest { $0.isPaid ?? false } },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                ConditionFlag("unscheduled", "unplanned") { _ in ConditionTest { $0.schedule == nil } },
            ], past: ["visitedOn"]
        ) { ConditionTest(Sight.fields.containing($0)) }
    }

    /// Returns a test for sights that are in conflicts of some kinds.
    private static func conflict(_ kinds: Set<TripProblem.Kind>) -> ConditionTest<Sight> {
        let ofTrips = Remembered<Trip, Set<ObjectIdentifier>>()
        let ofIdeas = Remembered<Destination, Set<ObjectIdentifier>>()
        return ConditionTest { sight in
            guard let destination = sight.destination else { return false }
            let found =
                destination.trip.map { ofTrips.value(of: $0) { $0.parts(in: kinds) } }
                ?? ofIdeas.value(of: destination) {
                    PlanConflicts.parts(in: kinds, sights: $0.sights, legs: [])
                }
            return found.contains(ObjectIdentifier(sight))
        }
    }
}
