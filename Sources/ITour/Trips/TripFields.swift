import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Trip {
    /// The fields of a trip. Its parts have fields of their own.
    static let fields = FieldTable<Trip> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.computed("number", text("#")) { trip, _ in .identifier(trip.number) }
            .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name, type: .name, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 5, wraps: true)
        Field(
            "start", text("Date"), sentence: text("date"), help: text("The first day; or “none”."),
            stored: \.start, type: .day(.coming), get: { $0.days?.lowerBound },
            set: { $0.start = $1?.utcDate }, change: { $0.changeStart($1, $2) }
        )
        .option("date").listed(priority: 8) { .day($0.span?.lowerBound) }.asked(as: text("First day"))
        Field(
            "end", text("End"), sentence: text("end"), help: text("The last day; or “none”."),
            stored: \.end, type: .day(.coming), get: { $0.days?.upperBound }, set: { $0.end = $1?.utcDate },
            change: { trip, end, _ in try trip.changeEnd(end) }
        )
        .listed(priority: 8) { .day($0.span?.upperBound) }.asked(as: text("Last day"))
        Field(
            "details", text("Details"), sentence: text("details"), help: text("Notes about the trip."),
            stored: \.details, type: .lines, get: { $0.details }, set: { $0.details = $1 }
        )
        .searched().only(in: [.show, .data, .export])
        Field.computed(
            "destinations", text("Destinations"), stored: \.destinations,
            raw: { .list($0.destinations.map { .string($0.name) }) },
            display: { trip, _ in .verbatim(trip.destinations.map(\.name).joined(separator: ", ")) }
        )
        .listed(priority: 4, wraps: true).only(in: [.data, .lists])
    }

    /// Returns trips as a list. Their dates include those of their parts.
    @MainActor
    static func table(_ trips: [Trip], _ context: FieldContext) -> Table {
        fields.table("trips", trips, context, count: text("%lld trips", trips.count))
    }

    /// Sets the first day. Unless another end follows, the trip keeps its length.
    @MainActor
    private func changeStart(_ first: CivilDate?, _ context: FieldContext) {
        let length = days.map { $0.lowerBound.days(until: $0.upperBound) } ?? 0
        start = first?.utcDate
        end = first?.adding(days: context.given.contains("end") ? 0 : length).utcDate
    }

    /// Sets the last day.
    private func changeEnd(_ last: CivilDate?) throws(TripError) {
        guard let first = days?.lowerBound else {
            if last != nil { throw .endWithoutStart(name: name) }
            return
        }
        let last = last ?? first
        if last < first { throw .endBeforeStart(start: Moment(first), end: Moment(last)) }
        end = last.utcDate
    }
}
