import Localization
import Shell

/// A destination, field by field.
enum DestinationRecord {
    /// What a person sees: only what is known.
    static func shown(_ destination: Destination) -> Record {
        Record(
            fields: fields(destination).filter { field in
                if case .null = field.cell.raw { false } else { field.isShown }
            })
    }

    /// What programs read: every field.
    static func data(_ destination: Destination) -> Record {
        Record(fields: fields(destination))
    }

    private static func fields(_ destination: Destination) -> [Record.Field] {
        let dates = destination.dates
        return [
            .init("number", text("#"), .identifier(destination.number), spokenTitle: text("Number")),
            .init("name", text("Name"), .text(destination.name)),
            .init("priority", text("Priority"), destination.priority.cell),
            .init("start", text("Date"), .moment(dates?.start)),
            .init("end", text("End"), .moment(dates?.end)),
            .init(
                "allDay", text("All day"), Cell(dates.map { .bool($0.isAllDay) } ?? .null, .empty),
                isShown: false),
            .init("timeZone", text("Time zone"), .text(destination.timeZone)),
            .init(
                "details", text("Details"), destination.details.isEmpty ? .empty : .text(destination.details)),
        ]
    }
}
