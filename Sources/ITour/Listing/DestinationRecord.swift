import Localization
import Shell

/// Shows a destination as a record.
enum DestinationRecord {
    /// Returns the record to show to the user. Fields without a value are left out.
    static func shown(_ destination: Destination) -> Record {
        Record(
            fields: fields(destination).filter { field in
                if case .null = field.cell.raw { false } else { field.isShown }
            })
    }

    /// Returns the record for machine-readable output, with all fields.
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
