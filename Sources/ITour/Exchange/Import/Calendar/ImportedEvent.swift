import Foundation
import Localization
import ProgramKit
import Shell
import Sync

/// An event of a calendar file.
struct ImportedEvent {
    /// The line of its beginning.
    var position: Int
    /// The record's identifier: that of the event, or one that is derived from it. So another import finds the record,
    /// also on another device.
    var identifier: UUID
    /// Where the event comes from, for events with an identifier that isn't a UUID.
    var source: String?
    var name: String
    var start: CalendarTime
    /// The end; `nil` if the file has none. The end of an event without times is the day after its last day.
    var end: CalendarTime?
    var location = ""
    var details = ""
    var link = ""
    var place: Coordinates?
    /// The city of the place with its country, if the file has it apart from the address.
    var city = ""
    /// The fields of a booking that the file has in places of their own.
    var booking: ImportedBooking?
    /// The kind that the file says, as a boarding pass does.
    var toldKind: EventKind?
    /// The kind of an event that itour exported.
    var ownKind: EventKind?
    var priority: Priority?
    /// The fields of the record that itour exported, by the names of their properties without the prefix.
    var ownFields: [String: String] = [:]
    /// Whether the file says that the event was cancelled.
    var isCancelled = false
    /// The number of the event's version.
    var sequence: UInt64?
    /// The digits of the time at which this version was made, in UTC.
    var modified: UInt64?
    /// The name of the calendar.
    var calendar: String?
    /// The zone of the calendar.
    var calendarZone: String?

    /// The zone of the beginning's place, for times that the file gives in another one.
    var localZone: String?
    /// The number of a train or a flight in the description, and the kind that follows.
    @MainActor var legOfDetails: LegTitle? { LegTitle.withNumber(in: details) }

    /// The zone of the end's place, if it is another event that ends this one.
    var endZone: String?

    /// Whether the event is an earlier version than another one.
    func isOlder(thanSequence sequence: UInt64?, modified: UInt64?) -> Bool {
        if let own = self.sequence, let sequence, own != sequence { return own < sequence }
        guard let own = self.modified, let modified else { return false }
        return own < modified
    }

    /// Returns the fields of an own record by their keys; `nil` if the event has none.
    func own(_ keys: [String]) -> EntryFields? {
        var texts: [String: String] = [:]
        for key in keys { texts[key] = ownFields[key.uppercased()] }
        return texts.count > 1 ? EntryFields(texts) : nil
    }

    /// Returns the identifier in an own property.
    func identifier(_ property: String) -> UUID? {
        ownFields[String(property.dropFirst(EventKind.prefix.count))].flatMap { UUID(uuidString: $0) }
    }

    /// The beginning on the clocks of its place.
    var localStart: Moment { start.moment(in: start.zone ?? localZone) }

    /// The end on the clocks of the place where the event begins; `nil` if there is none.
    var localEnd: Moment? { end?.moment(in: start.zone ?? localZone) }

    /// The last day. An event that ends at midnight doesn't include the day that begins then.
    var lastDay: CivilDate {
        guard let end = end?.moment else { return start.moment.day }
        let last = (end.minute ?? 0) == 0 ? end.day.adding(days: -1) : end.day
        return max(start.moment.day, last)
    }
}

/// The record that an event becomes.
enum EventKind: Hashable {
    case trip, destination, sight, stay
    case leg(LegKind)

    /// The property with which itour marks the events that it exports: what each is. Other programs ignore it.
    static let property = prefix + "KIND"

    /// How the names of the properties begin with which itour writes the fields of records.
    static let prefix = "X-ITOUR-"

    /// The identifier and the name of the trip or the destination that a record belongs to. In the head of a calendar,
    /// ``tripProperty`` has the trip itself.
    static let (tripProperty, tripNameProperty) = (prefix + "TRIP", prefix + "TRIP-NAME")
    static let (destinationProperty, destinationNameProperty) = (
        prefix + "DESTINATION", prefix + "DESTINATION-NAME"
    )

    /// The position of a destination in its trip, from 0.
    static let positionProperty = prefix + "POSITION"

    /// Creates the kind that an export says.
    init?(word: String) {
        let word = word.lowercased()
        let plain = [EventKind.trip, .destination, .sight, .stay].first { $0.word == word }
        guard let kind = plain ?? LegKind(rawValue: word).map({ .leg($0) }) else { return nil }
        self = kind
    }

    /// The value of ``property``: the means of transport for a leg.
    var word: String {
        switch self {
        case .trip: "trip"
        case .destination: "destination"
        case .sight: "sight"
        case .stay: "stay"
        case .leg(let kind): kind.rawValue
        }
    }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .trip: text("trip")
        case .destination: text("destination")
        case .sight: text("sight")
        case .stay: text("stay")
        case .leg(let kind): kind.name
        }
    }
}

/// What the user says that all events of a calendar are.
enum EventForm: String, CaseIterable {
    case leg, stay, sight

    /// The word in the user's language.
    var word: LocalizedText {
        switch self {
        case .leg: text("leg")
        case .stay: text("stay")
        case .sight: text("sight")
        }
    }
}

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
