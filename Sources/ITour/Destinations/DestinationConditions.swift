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
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil || $0.timeZone == nil } },
                ConditionFlag("outside") { _ in
                    ConditionTest { destination in
                        guard let dates = destination.dates, let days = destination.trip?.days else {
                            return false
                        }
                        return !days.contains(dates.firstDay) || !days.contains(dates.lastDay)
                    }
                },
                ConditionFlag("without-stay") { _ in
                    let nights = Remembered<Trip, DayRanges<CivilDate>>()
                    return ConditionTest { destination in
                        guard let dates = destination.dates, let trip = destination.trip else { return false }
                        let days = dates.firstDay...max(dates.firstDay, dates.lastDay)
                        let covered = nights.value(of: trip) { $0.coveredNights }
                        return !trip.nightsWithoutStay(in: days, covered: covered).isEmpty
                    }
                },
                ConditionFlag("without-transport") { _ in
                    let moves = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { destination in
                        guard let trip = destination.trip else { return false }
                        let found = moves.value(of: trip) {
                            Set($0.movesWithoutTransport.map { ObjectIdentifier($0.to) })
                        }
                        return found.contains(ObjectIdentifier(destination))
                    }
                },
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
