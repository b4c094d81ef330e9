import Localization
import Shell

/// Shows a destination as a record.
enum DestinationRecord {
    /// Returns the record to show to the user. Fields without a value are left out.
    ///
    /// - Parameters:
    ///   - destination: The destination.
    ///   - language: The language of the country's name.
    static func shown(_ destination: Destination, in language: Language) -> Record {
        let place = Record.Field("place", text("Place"), .place(destination.place))
        let fields = fields(destination, language).flatMap { field in
            field.key == "latitude" ? [place] : [field]
        }
        return Record(
            fields: fields.filter { field in
                if case .empty = field.cell.display { false } else { field.isShown }
            })
    }

    /// Returns the record for machine-readable output, with all fields.
    static func data(_ destination: Destination) -> Record {
        Record(fields: fields(destination, .english))
    }

    private static func fields(_ destination: Destination, _ language: Language) -> [Record.Field] {
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
            .init("latitude", text("Latitude"), .degrees(destination.place?.latitude)),
            .init(
                "longitude", text("Longitude"), .degrees(destination.place?.longitude),
                isShown: false),
            .init("country", text("Country"), .country(destination.country, in: language)),
            .init("trip", text("Trip"), .text(destination.trip?.name)),
            .init(
                "details", text("Details"), destination.details.isEmpty ? .empty : .text(destination.details)),
        ]
    }
}
