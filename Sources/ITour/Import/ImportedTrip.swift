import Formats
import Foundation
import Localization
import Suite

/// A destination in an import file of any format.
struct ImportedTrip {
    /// The number of the line or the element, from 1.
    var position: Int
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
        trip.sights = sights.map(\.withoutNUL)
        return trip
    }
}

/// A sight in an import file: a waypoint, a point of a map, or a sight of an itour export.
struct ImportedSight {
    /// The number of the line or the element, from 1.
    var position: Int
    var identifier: UUID?
    var name: String
    var note = ""
    var place: Coordinates?
    var address = ""
    var isVisited = false
    var source: String?
    /// The name of the sight's destination, if the file has it.
    var destination: String?
    /// The destination's identifier, which only exports of itour contain.
    var destinationIdentifier: UUID?
    /// The destination's dates, if the file has them.
    var dates: TripDates?
    /// The destination's time zone, which exports of itour contain.
    var timeZone: String?
    /// The destination's details. In exports of itour, only one sight of each destination contains them.
    var destinationDetails = ""
    /// The destination's priority, which only exports of itour contain.
    var priority: Priority?
    /// The destination's source, which only exports of itour contain.
    var destinationSource: String?
    var details = ImportedSightDetails()

    /// The name of the sight's destination. Default: the name of the sight itself.
    var destinationName: String { destination ?? name }

    /// Sets the destination's values from the properties of a sight in a map.
    ///
    /// - Parameters:
    ///   - name: The destination's name.
    ///   - value: Returns the map's value for a key.
    mutating func take(destination name: String, _ value: (String) -> String?) {
        destination = name
        destinationIdentifier = value("destinationIdentifier").flatMap { UUID(uuidString: $0) }
        timeZone = try? RawFields.zone(value("timeZone"))
        dates = try? RawFields.dates(start: value("start"), end: value("end"), zone: timeZone)
        // Only exports of itour contain an identifier. In files without one, the following properties may
        // describe the sight instead of its destination.
        guard destinationIdentifier != nil else { return }
        destinationDetails = value("details") ?? ""
        priority = try? RawFields.priority(value("priority"))
        destinationSource = value("destinationSource")
        source = value("sightSource")
    }

    /// The sight with NUL characters (U+0000) removed from its texts.
    var withoutNUL: Self {
        var sight = self
        sight.note = note.withoutNUL
        sight.source = source?.withoutNUL
        sight.destinationSource = destinationSource?.withoutNUL
        sight.address = address.withoutNUL
        sight.destinationDetails = destinationDetails.withoutNUL
        sight.details = details.withoutNUL
        return sight
    }
}

/// An item of an import file.
enum TripFileItem {
    case trip(ImportedTrip)
    case sight(ImportedSight)
    /// A trip with its transport, stays, money and lists.
    case itinerary(ImportedItinerary)
    case rate(ImportedRate)
    /// An event of a calendar.
    case event(ImportedEvent)
    /// The details of the destination with an identifier, from an export of itour.
    case details(of: UUID, String)
    /// An unreadable item.
    case skipped(position: Int, reason: LocalizedText)
    /// An item that isn't imported.
    case ignored(IgnoredPart)
    /// A part of a file with this name, whose meaning isn't known.
    case unknownPart(String)
}

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

/// A file of trips or sights, read as a stream.
protocol TripSource {
    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    var countsLines: Bool { get }

    /// The number of the last line if the file may be cut off in that line's last field. The value is `nil`
    /// until the line is read.
    var possiblyTruncatedLine: Int? { get }

    /// Returns the next item, or `nil` at the end.
    mutating func next() throws -> TripFileItem?
}

extension TripSource {
    var possiblyTruncatedLine: Int? { nil }
}

/// The reason why an item of a file is skipped.
enum ItemProblem: Error {
    case missingName
    case place(String)
    case missingPlace
    case missingDate
    case endsBeforeStart
    case notOfCalendar
    case date(String)
    case dates(TripError)
    case priority(String)
    case identifier(String)
    case zone(String)
    case country(String)
    case invalidUTF8
    case malformed(CSVRecord.Malformation)
    case wrongKind(key: String)
    /// A value of a key that has a few possible values.
    case value(key: String, written: String)
    case leg(LegError)
    /// A part of a trip, at a position of one of the trip's lists.
    case part(trip: String, list: String, position: Int, reason: LocalizedText)
    /// An element of a list that isn't the file's main list.
    case element(list: String, reason: LocalizedText)

    var reason: LocalizedText {
        switch self {
        case .missingName: text("the name is missing")
        case .place(let written):
            text("“%@” is not a place: latitudes are from -90 to 90, longitudes from -180 to 180", written)
        case .missingPlace: text("the place is missing")
        case .missingDate: text("the date is missing")
        case .endsBeforeStart: text("it ends before it begins")
        case .notOfCalendar: text("it is not a line of a calendar")
        case .date(let written): text("“%@” is not a date", written)
        case .dates(let error): text("the dates contradict each other: %@", error.problem)
        case .priority(let written): text("unknown priority “%@”", written)
        case .identifier(let written): text("“%@” is not an identifier", written)
        case .zone(let written): text("unknown time zone “%@”", written)
        case .country(let written): text("“%@” is not the code of a country", written)
        case .invalidUTF8: text("it is not valid UTF-8")
        case .malformed(let malformation): malformation.reason
        case .wrongKind(let key): text("the value of “%@” has the wrong type", key)
        case .value(let key, let written): text("“%1$@” is not a value of “%2$@”", written, key)
        case .leg(let error): text("the times contradict each other: %@", error.problem)
        case .part(let trip, let list, let position, let reason):
            text("in the trip “%1$@”, number %2$@ of “%3$@”: %4$@", trip, String(position), list, reason)
        case .element(let list, let reason): text("in the list “%1$@”: %2$@", list, reason)
        }
    }
}

/// Parses the values of itour's exports.
enum RawFields {
    /// Returns a name without surrounding white space. Line ends and tabs become spaces.
    static func name(_ written: String?) throws(ItemProblem) -> String {
        let parts = (written ?? "").withoutNUL.split { $0.isNewline || $0 == "\t" }.map(trimmed)
        let name = parts.filter { !$0.isEmpty }.joined(separator: " ")
        guard !name.isEmpty else { throw .missingName }
        return name
    }

    /// Returns a name from a map. Each run of white space becomes a single space, because maps often use
    /// white space only to format the file.
    static func tidyName(_ written: String?) throws(ItemProblem) -> String {
        let name = tidy((written ?? "").withoutNUL)
        guard !name.isEmpty else { throw .missingName }
        return name
    }

    /// Returns the comparison key of a name. Names that only differ in case, accents or white space have the
    /// same key.
    static func key(_ name: String) -> String { SearchFold.fold(tidy(name)) }

    private static func tidy(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return text[first...last]
    }

    static func identifier(_ written: String?) throws(ItemProblem) -> UUID? {
        guard let written, !written.isEmpty else { return nil }
        guard let identifier = UUID(uuidString: written) else { throw .identifier(written) }
        return identifier
    }

    static func priority(_ written: String?) throws(ItemProblem) -> Priority? {
        guard let written, !written.isEmpty else { return nil }
        guard let priority = Priority(word: written) else { throw .priority(written) }
        return priority
    }

    /// Returns the code of a country in ISO 3166.
    static func country(_ written: String?) throws(ItemProblem) -> String? {
        guard let written, !written.isEmpty else { return nil }
        guard written.utf8.count == 2, written.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw .country(written)
        }
        return written
    }

    static func zone(_ written: String?) throws(ItemProblem) -> String? {
        guard let written, !written.isEmpty else { return nil }
        guard TimeZone(identifier: written) != nil else { throw .zone(written) }
        return written
    }

    /// Returns an amount of money that isn't negative, and less than a billion.
    static func money(_ amount: Decimal, _ currency: String, key: String = "amount") throws(ItemProblem)
        -> Money
    {
        guard amount >= 0, amount < 1_000_000_000 else { throw .value(key: key, written: "\(amount)") }
        return Money(amount, try Self.currency(currency, key: "currency"))
    }

    /// Returns an amount of money; `nil` if there is no amount.
    static func money(_ amount: Decimal?, _ currency: String?, key: String) throws(ItemProblem) -> Money? {
        guard let amount else { return nil }
        guard let currency else { throw .wrongKind(key: "currency") }
        return try money(amount, currency, key: key)
    }

    /// Returns the code of a currency: three capital letters.
    static func currency(_ written: String, key: String) throws(ItemProblem) -> String {
        guard MoneyReader.currency(written) == written else { throw .value(key: key, written: written) }
        return written
    }

    /// Returns a day, such as `2025-05-01`.
    static func day(_ written: String) throws(ItemProblem) -> CivilDate {
        guard let day = CivilDate(written) else { throw .date(written) }
        return day
    }

    /// Returns a day, or a local time of a day, such as `2025-05-01T10:00`.
    static func moment(_ written: String) throws(ItemProblem) -> Moment {
        guard let moment = Moment(iso: written) else { throw .date(written) }
        return moment
    }

    /// Parses the dates of a trip. If the time zone is known and its clocks skip one of the times, this time
    /// is an error.
    static func dates(start: String?, end: String?, zone: String?) throws(ItemProblem) -> TripDates? {
        func moment(_ written: String?) throws(ItemProblem) -> Moment? {
            guard let written, !written.isEmpty else { return nil }
            guard let moment = Moment(iso: written) else { throw .date(written) }
            return moment
        }
        let end = try moment(end)
        guard let start = try moment(start) else {
            if let end { throw .dates(.endWithoutStart(name: end.description)) }
            return nil
        }
        do throws(TripError) {
            let dates = try TripDates(start: start, end: end)
            if let zone = zone.flatMap({ TimeZone(identifier: $0) }) {
                try DaylightSaving.check(dates, in: zone)
            }
            return dates
        } catch {
            throw .dates(error)
        }
    }

    /// Returns coordinates; `nil` if both numbers are missing.
    ///
    /// - Throws: ``ItemProblem`` if one number is missing or out of range.
    static func place(latitude: Double?, longitude: Double?) throws(ItemProblem) -> Coordinates? {
        if latitude == nil, longitude == nil { return nil }
        guard let latitude, let longitude else { throw .missingPlace }
        guard let place = Coordinates(latitude: latitude, longitude: longitude) else {
            throw .place("\(latitude), \(longitude)")
        }
        return place
    }
}
