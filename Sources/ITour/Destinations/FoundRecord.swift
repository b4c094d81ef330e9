import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// A trip or a part of one with a searched text, as `search` lists it beside destinations.
@MainActor
struct FoundRecord {
    private let kind: (word: String, name: LocalizedText)
    private let number: Int
    private let title: String
    private let day: Moment?
    private let trip: String?
    private let about: LocalizedText?

    /// Fetches the trips, transport, stays, expenses and checklist items with a text, in order of time. If none contains
    /// the whole text, its words count.
    ///
    /// - Parameters:
    ///   - wanted: The text.
    ///   - session: The session.
    static func all(containing wanted: String, in session: TripSession) throws -> [FoundRecord] {
        let whole = try all([wanted], session)
        let words = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
        let found = whole.isEmpty && words.count > 1 ? try all(words, session) : whole
        return found.sorted {
            ($0.day ?? Moment(.last), $0.kind.word, $0.number)
                < ($1.day ?? Moment(.last), $1.kind.word, $1.number)
        }
    }

    private static func all(_ texts: [String], _ session: TripSession) throws -> [FoundRecord] {
        func fetch<Model: PersistentModel>(_ test: (String) -> Predicate<Model>) throws -> [Model] {
            try session.fetchReadable(FetchDescriptor(predicate: .all(texts.map(test))))
        }
        // The tables of trips, stays and expenses are in folders above this one.
        let trips = try fetch { text in
            #Predicate<Trip> {
                $0.name.localizedStandardContains(text) || $0.details.localizedStandardContains(text)
            }
        }
        let legs = try fetch { Leg.fields.containing($0) }
        let stays = try fetch { text in
            #Predicate<Stay> {
                $0.name.localizedStandardContains(text) || $0.address.localizedStandardContains(text)
                    || $0.code.localizedStandardContains(text) || $0.note.localizedStandardContains(text)
            }
        }
        let expenses = try fetch { text in
            #Predicate<Expense> { $0.name.localizedStandardContains(text) }
        }
        let items = try fetch { ChecklistItem.fields.containing($0) }
        let localizer = session.localizer
        return trips.map { FoundRecord($0) } + legs.map { FoundRecord($0) }
            + stays.map { FoundRecord($0) } + expenses.map { FoundRecord($0, localizer) }
            + items.map { FoundRecord($0) }
    }

    private init(_ trip: Trip) {
        kind = ("trip", text("Trip"))
        (number, title) = (trip.number, trip.name)
        day = trip.span.map { Moment($0.lowerBound) }
        (self.trip, about) = (nil, nil)
    }

    private init(_ leg: Leg) {
        kind = ("leg", text("Transport"))
        (number, title, day, trip) = (leg.number, leg.recordTitle, leg.departure, leg.trip?.name)
        about = LocalizedText.joined(leg.booking())
    }

    private init(_ stay: Stay) {
        kind = ("stay", text("Stay"))
        (number, title, day, trip) = (stay.number, stay.name, stay.checkIn, stay.trip?.name)
        about = stay.code.isEmpty ? nil : text("code %@", stay.code)
    }

    private init(_ expense: Expense, _ localizer: Localizer) {
        kind = ("expense", text("Expense"))
        (number, title, trip) = (expense.number, expense.name, expense.trip?.name)
        day = Moment(CivilDate(utc: expense.day))
        about = expense.cost.text(localizer)
    }

    private init(_ item: ChecklistItem) {
        kind = ("item", text("Checklist item"))
        (number, title, day, trip, about) = (item.number, item.name, nil, item.trip?.name, item.listName)
    }

    /// Whether the record is over before a day.
    func isOver(before day: CivilDate) -> Bool { self.day.map { $0.day < day } ?? false }

    /// Returns the records as a list for the user.
    static func table(_ records: [FoundRecord]) -> Table {
        Table(
            "found",
            columns: [
                .init("kind", text("Kind"), priority: 8),
                .init(
                    "number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("day", text("Date"), priority: 8, wraps: true),
                .init("about", text("About"), priority: 7, wraps: true),
                .init("trip", text("Trip"), priority: 4, wraps: true),
            ],
            rows: records.map { record in
                [
                    Cell(.string(record.kind.word), .text(record.kind.name)), .identifier(record.number),
                    .text(record.title), .moment(record.day),
                    record.about.map { Cell(.null, .text($0)) } ?? .empty, .text(record.trip),
                ]
            })
    }

    /// Returns a list of destinations with these records as further rows, for `--json` and `--csv`.
    static func data(_ records: [FoundRecord], after destinations: Table) -> Table {
        let keys = destinations.columns.map(\.key)
        let start = keys.firstIndex(of: "start")
        return Table(
            destinations.key,
            columns: destinations.columns + [.init("kind", text("Kind")), .init("day", text("Date"))],
            rows: destinations.rows.map { row in
                row + [Cell(.string("destination"), .empty), start.map { row[$0] } ?? .empty]
            }
                + records.map { record in
                    keys.map { key in
                        switch key {
                        case "number": .identifier(record.number)
                        case "name": .text(record.title)
                        case "trip": .text(record.trip)
                        default: .empty
                        }
                    } + [Cell(.string(record.kind.word), .empty), .moment(record.day)]
                })
    }
}
