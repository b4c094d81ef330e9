import Formats
import Foundation
import Localization
import Suite

/// A destination as a file describes it, whatever the file's format.
struct ImportedTrip {
    /// The line or the entry of the file, from 1.
    var position: Int
    var identifier: UUID?
    var name: String
    var details = ""
    var dates: TripDates?
    var timeZone: String?
    var priority: Priority?
    var source: String?
    /// Whether it is a row of a table, which has one sight at most.
    var isRow = false
    /// The note of a row without a sight and details: those of a destination that the file makes and gives no others.
    var remark = ""
    /// What of it is nothing that a planner keeps.
    var leftOut: LeftOut?
    var sights: [ImportedSight] = []

    /// The source, where that tells the destination from others, as `osm:node/7` and `Q220` do, and `Wikipedia` doesn't.
    var placeOfOrigin: String? { source.flatMap { Self.isOne($0) ? $0 : nil } }

    /// Whether a source is one place, and not where a whole list comes from: what has a kind and a number or a name, a bare
    /// number, and addresses of things on maps that have numbers.
    static func isOne(_ source: String) -> Bool {
        guard !source.contains(where: \.isWhitespace) else { return false }
        return isAddress(source)
            ?? (isNumber(source[...]) || source.split(separator: ":", maxSplits: 1).count == 2)
    }

    /// Whether a source is a place of a register that numbers all places, so that in any file it is the same one, whatever
    /// its name: others may begin to count anew in each list.
    static func isRegistered(_ source: String) -> Bool {
        guard isOne(source) else { return false }
        if let isAddress = isAddress(source) { return isAddress }
        let parts = source.lowercased().split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? registers.contains(parts[0]) : parts.first?.first == "q"
    }

    private static let registers: Set<Substring> = [
        "osm", "openstreetmap", "overpass", "node", "way", "relation", "wikidata", "geonames",
    ]
    private static let hostsOfPlaces = ["openstreetmap.org", "osm.org", "wikidata.org", "geonames.org"]

    /// Whether an address is that of a thing on a map; `nil` where the text is none.
    private static func isAddress(_ source: String) -> Bool? {
        guard let address = source.firstRange(of: "://") else { return nil }
        let parts = source[address.upperBound...].split(separator: "/")
        guard let host = parts.first, let last = parts.last, parts.count > 1 else { return false }
        return hostsOfPlaces.contains { host == $0 || host.hasSuffix(".\($0)") } && isNumber(last)
    }

    /// Whether a text is a number, with a letter in front of it or without.
    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.first?.isLetter ?? false ? text.dropFirst() : text
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The trip without U+0000 in what people write, which JSON can say, and no file that is exported may hold.
    var withoutNUL: Self {
        var trip = self
        trip.details = details.withoutNUL
        trip.remark = remark.withoutNUL
        trip.source = source?.withoutNUL
        trip.sights = sights.map(\.withoutNUL)
        return trip
    }
}

/// A sight as a file describes it: a waypoint, a point of a map, or a sight of one of our own exports.
struct ImportedSight {
    /// The line or the entry of the file, from 1.
    var position: Int
    var identifier: UUID?
    var name: String
    var note = ""
    var place: Place?
    var address = ""
    var isVisited = false
    var source: String?
    /// The name of the destination that the file itself says it belongs to.
    var destination: String?
    /// That destination's identifier, which our own maps say.
    var destinationIdentifier: UUID?
    /// That destination's dates, as far as the file says them.
    var dates: TripDates?
    /// That destination's time zone, which our own maps say.
    var timeZone: String?
    /// That destination's details, which our own maps say of one of its sights.
    var destinationDetails = ""
    /// That destination's priority, which our own maps say.
    var priority: Priority?
    /// Where that destination comes from, which our own maps say.
    var destinationSource: String?

    /// What its destination is called: as the sight itself where the file says nothing of it.
    var nameOfDestination: String { destination ?? name }

    /// Takes what a map says of the sight's destination.
    ///
    /// - Parameters:
    ///   - name: What the destination is called.
    ///   - value: What the map has under a name.
    mutating func take(destination name: String, _ value: (String) -> String?) {
        destination = name
        destinationIdentifier = value("destinationIdentifier").flatMap { UUID(uuidString: $0) }
        timeZone = try? RawFields.zone(value("timeZone"))
        dates = try? RawFields.dates(start: value("start"), end: value("end"), zone: timeZone)
        // The rest only our own maps say, in which a destination has an identifier: elsewhere it may be of the sight.
        guard destinationIdentifier != nil else { return }
        destinationDetails = value("details") ?? ""
        priority = try? RawFields.priority(value("priority"))
        destinationSource = value("destinationSource")
        source = value("sightSource")
    }

    /// The sight without U+0000, as of a trip.
    var withoutNUL: Self {
        var sight = self
        sight.note = note.withoutNUL
        sight.source = source?.withoutNUL
        sight.destinationSource = destinationSource?.withoutNUL
        sight.address = address.withoutNUL
        sight.destinationDetails = destinationDetails.withoutNUL
        return sight
    }
}

/// What an import file gives, one after the other.
enum ImportItem {
    case trip(ImportedTrip)
    case sight(ImportedSight)
    /// What our own maps say of a destination with an identifier, apart from its sights.
    case details(of: UUID, String)
    /// Something that can't be read, and why.
    case skipped(position: Int, reason: LocalizedText)
    /// Something that is no sight.
    case leftOut(LeftOut)
}

/// Parts of a file that are understood, but are nothing that a planner keeps.
enum LeftOut: String, CaseIterable {
    case track, unnamedRoutePoint, shape, unnamedPoint, otherDetails

    /// How many there were, in words.
    func words(_ count: Int) -> LocalizedText {
        switch self {
        case .track: text("%lld recorded tracks", count)
        case .unnamedRoutePoint: text("%lld route points without a name", count)
        case .shape: text("%lld lines and areas", count)
        case .unnamedPoint: text("%lld points without a name", count)
        case .otherDetails: text("the details of %lld entries", count)
        }
    }
}

/// A file of trips or sights, read as a stream.
protocol ImportSource {
    /// Whether the positions are lines of the file, and not entries of a list.
    var countsLines: Bool { get }

    /// The last line, once it is read, where the file may be cut off in its last field.
    var openEnd: Int? { get }

    /// The next item, or `nil` at the end.
    mutating func next() throws -> ImportItem?
}

extension ImportSource {
    var openEnd: Int? { nil }
}

/// Why a part of a file is skipped.
enum ItemProblem: Error {
    case missingName
    case place(String)
    case missingPlace
    case date(String)
    case dates(TripError)
    case priority(String)
    case identifier(String)
    case zone(String)
    case invalidUTF8
    case malformed(CSVRecord.Malformation)
    case wrongKind(key: String)

    var reason: LocalizedText {
        switch self {
        case .missingName: text("the name is missing")
        case .place(let written):
            text("“%@” is no place: latitudes are -90 to 90, longitudes -180 to 180", written)
        case .missingPlace: text("the place is missing")
        case .date(let written): text("“%@” is not a date", written)
        case .dates(let error): text("the dates don't fit: %@", error.problem)
        case .priority(let written): text("the priority “%@” is not known", written)
        case .identifier(let written): text("“%@” is not an identifier", written)
        case .zone(let written): text("there is no time zone “%@”", written)
        case .invalidUTF8: text("it is not valid UTF-8")
        case .malformed(let malformation): malformation.reason
        case .wrongKind(let key): text("the value of “%@” is of the wrong kind", key)
        }
    }
}

/// Reads the raw values of our own exports.
enum RawFields {
    /// A name as it stands, without white space around it; a space stands for line ends and tabs.
    static func name(_ written: String?) throws(ItemProblem) -> String {
        let parts = (written ?? "").withoutNUL.split { $0.isNewline || $0 == "\t" }.map(trimmed)
        let name = parts.filter { !$0.isEmpty }.joined(separator: " ")
        guard !name.isEmpty else { throw .missingName }
        return name
    }

    /// A name of a map, where white space often only lays out the file: one space stands for any of it.
    static func tidyName(_ written: String?) throws(ItemProblem) -> String {
        let name = tidy((written ?? "").withoutNUL)
        guard !name.isEmpty else { throw .missingName }
        return name
    }

    /// The form in which names are compared: what differs in case, accents or white space alone is one name.
    static func key(_ name: String) -> String { Localization.SearchFold.fold(tidy(name)) }

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

    static func zone(_ written: String?) throws(ItemProblem) -> String? {
        guard let written, !written.isEmpty else { return nil }
        guard TimeZone(identifier: written) != nil else { throw .zone(written) }
        return written
    }

    /// The dates of a trip. Times are checked against the clocks of the place where its time zone is known.
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

    /// A place of two numbers; `nil` where there are none, which is refused where only one is there.
    static func place(latitude: Double?, longitude: Double?) throws(ItemProblem) -> Place? {
        if latitude == nil, longitude == nil { return nil }
        guard let latitude, let longitude else { throw .missingPlace }
        guard let place = Place(latitude: latitude, longitude: longitude) else {
            throw .place("\(latitude), \(longitude)")
        }
        return place
    }
}
