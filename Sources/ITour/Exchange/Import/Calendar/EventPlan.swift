import Localization
import Shell

/// What an import makes of an event.
struct EventPlan: Hashable {
    let line: Int
    let kind: EventKind
    let start: Moment
    let name: String
    /// The name of the trip or the destination that gets the record; `nil` for a destination without a trip.
    let place: String?

    /// The number of events that a dry run shows.
    static let maximumListed = 200

    /// Returns a table for the user.
    static func table(_ plans: [EventPlan]) -> Table {
        Table(
            "events",
            columns: [
                .init("line", text("Line"), alignsRight: true, priority: 7),
                .init("kind", text("Kind"), priority: 8),
                .init("start", text("When"), priority: 6, wraps: true),
                .init("name", text("Name"), priority: 5, wraps: true),
                .init("place", text("Goes to"), priority: 4, wraps: true),
            ],
            rows: plans.map { plan in
                [
                    .number(plan.line), Cell(.string(plan.kind.word), .text(plan.kind.name)),
                    .moment(plan.start),
                    .text(plan.name), .text(plan.place),
                ]
            })
    }
}
