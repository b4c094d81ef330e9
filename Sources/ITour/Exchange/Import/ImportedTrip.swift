import Foundation
import Localization
import ProgramKit

/// A destination in an import file of any format.
struct ImportedTrip {
    var identifier: UUID?
    var name: String
    var details = ""
    var dates: TripDates?
    var timeZone: String?
    /// The coordinates of the destination.
    var place: Coordinates?
    /// The country's code in ISO 3166.
    var country: String?
    var priority: Priority?
    var source: String?
    /// The identifier of the trip to which the destination belongs, which only exports of itour contain.
    var itinerary: UUID?
    /// Whether the trip is a route of a map, which has no destination of its own if the user names one.
    var isRoute = false
    /// Whether the trip comes from a row of a table. A row has at most one sight.
    var isRow = false
    /// The note of a row that has neither a sight nor details. If the file has no other details for a new
    /// destination, the note becomes its details.
    var remark = ""
    /// The kind of data in this row that can't be imported; `nil` if all data is imported.
    var ignored: IgnoredPart?
    var sights: [ImportedSight] = []

    /// The source if it identifies a single place, such as `osm:node/7` or `Q220`; `nil` for other sources,
    /// such as `Wikipedia`.
    var uniqueSource: String? { source.flatMap { Self.identifiesPlace($0) ? $0 : nil } }

    /// Whether a source identifies a single place, and not the origin of a complete list. Such a source has
    /// one of three forms: a text with a prefix (`osm:node/7`), a number (`Q220`), or the web address of a
    /// numbered object on a map.
    static func identifiesPlace(_ source: String) -> Bool {
        guard !source.contains(where: \.isWhitespace) else { return false }
        return isAddress(source)
            ?? (isNumber(source[...]) || source.split(separator: ":", maxSplits: 1).count == 2)
    }

    /// Whether a source comes from a global register, such as OpenStreetMap or Wikidata. Such a source means
    /// the same place in every file, even if the names differ. Sources from other lists may use the same
    /// number for different places.
    static func isFromGlobalRegister(_ source: String) -> Bool {
        guard identifiesPlace(source) else { return false }
        if let isAddress = isAddress(source) { return isAddress }
        let parts = source.lowercased().split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? registers.contains(parts[0]) : parts.first?.first == "q"
    }

    private static let registers: Set<Substring> = [
        "osm", "openstreetmap", "overpass", "node", "way", "relation", "wikidata", "geonames",
    ]
    private static let hostsOfPlaces = ["openstreetmap.org", "osm.org", "wikidata.org", "geonames.org"]

    /// Whether a web address leads to a numbered object on a map; `nil` if the text isn't a web address.
    private static func isAddress(_ source: String) -> Bool? {
        guard let address = source.firstRange(of: "://") else { return nil }
        let parts = source[address.upperBound...].split(separator: "/")
        guard let host = parts.first, let last = parts.last, parts.count > 1 else { return false }
        return hostsOfPlaces.contains { host == $0 || host.hasSuffix(".\($0)") } && isNumber(last)
    }

    /// Whether a text is a number, optionally with a letter before it, as in `Q220`.
    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.first?.isLetter ?? false ? text.dropFirst() : text
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The trip with NUL characters (U+0000) removed from its texts. JSON can contain these characters, but
    /// exported files must not.
    var withoutNUL: Self {
        var trip = self
        trip.details = details.withoutNUL
        trip.remark = remark.withoutNUL
        trip.source = source?.withoutNUL
        return trip
    }
}

/// A sight in an import file: a waypoint, a point of a map, or a sight of an itour export.
struct ImportedSight {
    /// The sight, which has no destination and isn't in the store. Without an identifier in the file, it has
    /// ``UUID/missing``.
    let record: Sight
    /// The name of the sight's destination, if the file has it.
    var destination: String?
    /// The destination's identifier, which only exports of itour contain.
    var destinationIdentifier: UUID?
    /// The destination's dates, which only exports of itour contain.
    var dates: TripDates?
    /// The destination's time zone, which only exports of itour contain.
    var timeZone: String?
    /// The destination's details. In exports of itour, only one sight of each destination contains them.
    var destinationDetails = ""
    /// The destination's priority, which only exports of itour contain.
    var priority: Priority?
    /// The destination's source, which only exports of itour contain.
    var destinationSource: String?

    init(name: String) { record = Sight(identifier: .missing, name: name) }

    /// The identifier in the file.
    var identifier: UUID? {
        get { record.identifier == .missing ? nil : record.identifier }
        nonmutating set { record.identifier = newValue ?? .missing }
    }

    var name: String { record.name }

    /// The name of the sight's destination. Default: the name of the sight itself.
    var destinationName: String { destination ?? name }

    /// Sets the destination's values from the properties of a sight in a map.
    ///
    /// - Parameters:
    ///   - name: The destination's name.
    ///   - fields: The properties.
    mutating func take(destination name: String, _ fields: inout EntryFields) {
        destination = name
        destinationIdentifier = fields.identifier("destinationIdentifier")
        // Only exports of itour contain an identifier. In files without one, the following properties may
        // describe the sight instead of its destination.
        guard destinationIdentifier != nil else { return }
        timeZone = fields.zone("timeZone")
        dates = fields.dates(zone: timeZone)
        destinationDetails = fields.text("details")
        priority = fields.priority("priority")
        destinationSource = fields.presentText("destinationSource")
        record.source = fields.presentText("sightSource")
    }
}

/// An item of an import file.
enum TripFileItem {
    case trip(ImportedTrip)
    case sight(ImportedSight)
    /// A trip with its transport, stays, money and lists.
    case itinerary(ImportedItinerary)
    case rate(ExchangeRate)
    /// A saved view.
    case view(ViewEntry)
    /// An event of a calendar.
    case event(ImportedEvent)
    /// The line of the sight with an identifier, from an export of itour.
    case track(of: UUID, String)
    /// The details of the destination with an identifier, from an export of itour.
    case details(of: UUID, String)
    /// A part of another item, of which only the problems of its fields are news.
    case part(name: String)
    /// An item that isn't imported.
    case ignored(IgnoredPart)

    /// The name of the item in reports.
    var name: String {
        switch self {
        case .trip(let trip): trip.name
        case .sight(let sight): sight.name
        case .itinerary(let itinerary): itinerary.name
        case .rate(let rate): rate.currency
        case .view(let view): view.name
        case .event(let event): event.name
        case .part(let name): name
        case .details, .track, .ignored: ""
        }
    }
}

/// A file of trips or sights, read as a stream.
typealias TripSource = ImportSource<TripFileItem>

/// The kinds of data that a file can contain, but that can't be imported.
enum IgnoredPart: String, CaseIterable {
    case track, unnamedRoutePoint, shape, unnamedPoint, otherDetails, tripOfDestination
    case repetition, cancelledEvent, eventExtra, laterDays, otherEntry
    case networkLink, overlay, planOnMap

    /// Returns a text with the number of skipped parts of this kind of data.
    func summary(_ count: Int) -> LocalizedText {
        switch self {
        case .track: text("%lld recorded tracks", count)
        case .unnamedRoutePoint: text("%lld route points without a name", count)
        case .shape: text("%lld lines or areas", count)
        case .unnamedPoint: text("%lld points without a name", count)
        case .otherDetails: text("the details of %lld entries", count)
        case .tripOfDestination: text("the trips of %lld destinations", count)
        case .repetition: text("the repetitions of %lld events", count)
        case .cancelledEvent: text("%lld cancelled events", count)
        case .eventExtra: text("the reminders, guests and attachments of %lld events", count)
        case .laterDays: text("the ends of %lld sights that last too long", count)
        case .networkLink: text("the contents of %lld network links", count)
        case .overlay: text("%lld images and tours", count)
        case .planOnMap: text("%lld legs or stays", count)
        case .otherEntry: text("%lld calendar entries that aren't events", count)
        }
    }
}

/// A trip in an import file, with its transport, stays, money and lists.
struct ImportedItinerary {
    var identifier: UUID?
    var name: String
    var details = ""
    var days: ClosedRange<CivilDate>?
    /// The identifiers of the trip's destinations in order.
    var destinations: [UUID] = []
    var legs: [Leg] = []
    var stays: [Stay] = []
    var expenses: [Expense] = []
    var budget: [BudgetLine] = []
    var checklist: [ChecklistItem] = []
}

/// The match key of a destination: the values by which an import finds the destination if it has no
/// identifier.
struct TripMatchKey: Hashable {
    /// The comparison key of the name.
    let name: String
    let dates: TripDates?
    private var details: String
    private let timeZone: String?
    private let priority: Priority

    /// Creates the match key of a stored destination.
    init(_ destination: Destination) {
        name = RawFields.key(destination.name)
        dates = destination.dates
        details = destination.details
        timeZone = destination.timeZone
        priority = destination.priority
    }

    /// Creates the match key of a destination in a file, with the default priority if the file has none.
    init(_ trip: ImportedTrip) {
        name = RawFields.key(trip.name)
        dates = trip.dates
        details = trip.details
        timeZone = trip.timeZone
        priority = trip.priority ?? .maybe
    }

    /// Returns the key with other details.
    func with(details: String) -> Self {
        var matchKey = self
        matchKey.details = details
        return matchKey
    }

    /// Whether this key includes all values of a trip with the same name. The trip may have fewer values.
    func includesAllFields(of trip: ImportedTrip) -> Bool {
        (trip.dates == nil || trip.dates == dates) && (trip.details.isEmpty || trip.details == details)
            && (trip.timeZone == nil || trip.timeZone == timeZone)
            && (trip.priority == nil || trip.priority == priority)
    }

    /// Whether another trip with the same source may be the same trip. The names must be equal, and the dates
    /// must not differ.
    func isCompatible(with other: Self) -> Bool {
        name == other.name && (dates == nil || other.dates == nil || dates == other.dates)
    }

    /// Whether a row with this destination's name may be about this destination.
    ///
    /// If the row has the same dates, it matches, because its other values may describe a sight. If the row
    /// has no dates, it must have the same details or none.
    func mayMatch(row trip: ImportedTrip) -> Bool {
        trip.dates == dates || (trip.dates == nil && (trip.details.isEmpty || trip.details == details))
    }
}
