import Formats
import Foundation
import Localization
import ProgramKit

/// Reads itour's JSON exports, GeoJSON and answers of the Overpass API, element by element.
struct JSONSource: TripSource {
    private let path: String
    private let language: Language
    private var reader: JSONElementReader
    private var waiting: [ImportRow<TripFileItem>] = []
    private var isKnown = false
    private var unknownKeys: Set<String> = []
    /// Whether itour wrote the file. Only its exports have trips, rates and views.
    private var isExport = false
    /// The members of the outermost object. They are needed if the file is a single GeoJSON feature instead
    /// of a collection.
    private var members: [String: [UInt8]] = [:]
    /// The keys of the outermost object, or of the first object in the outermost list.
    private var firstKeys: Set<String> = []

    /// Keys of destinations that entries of other programs don't have.
    private static let ownKeys: Set<String> = ["sights", "start", "end", "timeZone", "details", "trip"]

    var countsLines: Bool { false }
    var unknownFields: [String] { unknownKeys.sorted() }

    init(path: String, language: Language, read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.language = language
        reader = JSONElementReader(
            lists: ["destinations", "features", "elements", "trips", "rates", ViewEntry.key], read: read)
    }

    mutating func next() throws -> ImportRow<TripFileItem>? {
        while true {
            if let item = waiting.popLast() { return item }
            let part: JSONElementReader.Part?
            do {
                part = try reader.next()
            } catch let error as JSONElementError {
                throw TripFiles.kind.invalidJSON(error, in: reader, path: path)
            }
            switch part {
            case nil:
                if !isKnown, let item = try singleFeature() { return item }
                guard isKnown else { throw foreign }
                return nil
            case .member(let key, let bytes):
                firstKeys.insert(key)
                try take(member: key, bytes)
            case .element(let key, let number, let bytes):
                waiting = try rows(ofElement: number, in: key, bytes).reversed()
            }
        }
    }

    private mutating func take(member key: String, _ bytes: [UInt8]) throws {
        switch key {
        case "format":
            isExport = (try? JSONDocument(bytes).decode(String.self)) == "itour"
            if isExport { isKnown = true }
        case "version":
            if let version = try? JSONDocument(bytes).decode(Int.self), version > 1 {
                throw TripFileError.newerFormat(path: path)
            }
        case "type", "geometry", "properties", "id":
            members[key] = bytes
        default:
            // The values of unknown members aren't used, but they must be valid JSON.
            if isExport { unknownKeys.insert(key) }
            try checkValue(bytes)
        }
    }

    private func checkValue(_ bytes: [UInt8]) throws {
        do throws(JSONProblem) {
            _ = try JSONDocument(bytes)
        } catch {
            throw malformed(error, bytes)
        }
    }

    /// Returns an error with the position of a problem in the value that was read last.
    private func malformed(_ problem: JSONProblem, _ bytes: [UInt8]) -> ImportFileError {
        TripFiles.kind.invalidJSON(reader.problem(problem, in: bytes), path: path)
    }

    private var foreign: ImportFileError { TripFiles.kind.foreignList(keys: firstKeys, path: path) }

    private mutating func rows(
        ofElement number: Int, in key: String?, _ bytes: [UInt8]
    ) throws -> [ImportRow<TripFileItem>] {
        let document: JSONDocument
        do throws(JSONProblem) {
            document = try JSONDocument(bytes)
        } catch .repeatedKey(let key, _) {
            return [ImportRow(skipped: SkippedEntry(text("the key “%@” occurs twice", key)), at: number)]
        } catch {
            throw malformed(error, bytes)
        }
        if key == nil, !isKnown { try recognize(JSONView(document)) }
        isKnown = isKnown || !["trips", "rates", ViewEntry.key].contains(key)
        do throws(SkippedEntry) {
            switch key {
            case "features":
                return [try GeoJSONFeature(document).row(position: number, language: language)]
            case "elements": return [try OverpassElement.row(document, position: number, language: language)]
            case "trips", "rates", ViewEntry.key:
                guard isExport else {
                    unknownKeys.insert(key ?? "")
                    return []
                }
                return try planRows(ofElement: number, in: key ?? "", JSONView(document))
            default:
                // Also accept a list of destinations without the surrounding object.
                return try exportRows(number) { reader throws(SkippedEntry) in
                    let row: ImportRow<ImportedTrip> = try reader.read(JSONView(document)) {
                        trip, fields, reader in
                        trip.sights = reader.parts("sights", of: &fields)
                    }
                    return row.map { .trip($0) }
                }
            }
        } catch {
            return [ImportRow(skipped: error, at: number)]
        }
    }

    /// Throws if the first object of a list isn't a destination.
    private mutating func recognize(_ object: JSONView) throws {
        object.forEachMember { key, _ in firstKeys.insert(key) }
        let isForeign = firstKeys.isDisjoint(with: Self.ownKeys) && TripFiles.kind.isForeign(firstKeys)
        if isForeign || !firstKeys.contains("name") { throw foreign }
    }

    /// Returns the rows of a trip, a rate or a view.
    private mutating func planRows(
        ofElement number: Int, in list: String, _ object: JSONView
    ) throws(SkippedEntry) -> [ImportRow<TripFileItem>] {
        do throws(SkippedEntry) {
            return try exportRows(number) { reader throws(SkippedEntry) in
                if list == ViewEntry.key {
                    guard let view = ViewEntry(object) else { throw .missing(text("name")) }
                    return ImportRow(.view(view), at: number)
                }
                if list == "rates" {
                    let row: ImportRow<ExchangeRate> = try reader.read(object, in: list)
                    return row.map { .rate($0) }
                }
                let row: ImportRow<ImportedItinerary> = try reader.read(object, in: list) {
                    $0.read(&$1, &$2)
                }
                return row.map { .itinerary($0) }
            }
        } catch {
            throw SkippedEntry(text("in the list “%1$@”: %2$@", list, error.reason))
        }
    }

    /// Reads a record of an export, and returns it with rows for its parts.
    private mutating func exportRows(
        _ position: Int,
        _ read: (inout ExportReader) throws(SkippedEntry) -> ImportRow<TripFileItem>
    ) throws(SkippedEntry) -> [ImportRow<TripFileItem>] {
        var reader = ExportReader(position: position)
        let row = try read(&reader)
        unknownKeys.formUnion(reader.unknownKeys)
        return [row] + reader.rows
    }

    /// Returns the row of a file that is a single GeoJSON feature instead of a collection; `nil` for other
    /// files.
    private mutating func singleFeature() throws -> ImportRow<TripFileItem>? {
        guard let type = members["type"], let geometry = members["geometry"] else { return nil }
        var object = Array("{\"type\":".utf8) + type + Array(",\"geometry\":".utf8) + geometry
        for key in ["properties", "id"] {
            if let value = members[key] { object += Array(",\"\(key)\":".utf8) + value }
        }
        object.append(UInt8(ascii: "}"))
        isKnown = true
        return try rows(ofElement: 1, in: "features", object).first
    }
}

/// An element of an answer from the Overpass API.
enum OverpassElement {
    /// Returns the sight that an element describes.
    ///
    /// - Parameters:
    ///   - document: The element.
    ///   - position: The number of the element in the file, from 1.
    ///   - language: The language of the name beside the local one.
    /// - Throws: `SkippedEntry`.
    static func row(
        _ document: JSONDocument, position: Int, language: Language
    ) throws(SkippedEntry) -> ImportRow<TripFileItem> {
        let object = JSONView(document)
        guard object.isObject else { throw .notAnObject }
        var fields = EntryFields(object), tags = EntryFields(object["tags"])
        let type = fields.text("type")
        let translation = tags.filled("name:\(language.code)", "name:en")
        guard let written = tags.filled("name") ?? translation, let name = RawFields.tidyName(written) else {
            return ImportRow(.ignored(type == "node" ? .unnamedPoint : .shape), at: position)
        }
        let sight = ImportedSight(name: name)
        if fields.isEmpty("lat"), fields.isEmpty("lon") {
            // The centre of a way or a relation, which queries with `out center` return.
            guard let center = object["center"], center.isObject else {
                return ImportRow(.ignored(.shape), at: position)
            }
            var point = EntryFields(center)
            sight.record.place = point.place("lat", "lon")
            fields.report(point.problems)
        } else {
            sight.record.place = fields.place("lat", "lon")
        }
        if let id = fields.value("id", or: .identifier, { Int64($0) }) {
            sight.record.source = "osm:\(type)/\(id)"
        }
        let street = [tags.filled("addr:street"), tags.filled("addr:housenumber")]
        let town = [tags.filled("addr:postcode"), tags.filled("addr:city")]
        sight.record.address = [street, town].map { $0.compactMap(\.self).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: ", ")
        sight.record.note = tags.text("description")
        sight.record.hours = tags.text("opening_hours")
        sight.record.link = tags.filled("website", "contact:website") ?? ""
        sight.record.phone = tags.filled("phone", "contact:phone") ?? ""
        if let translation, translation != written { sight.record.otherName = translation }
        return ImportRow(.sight(sight), at: position, problems: fields.problems + tags.problems)
    }
}

extension EntryFields {
    /// Makes the fields of an object. Without an object, all fields are missing.
    init(_ object: JSONView?) {
        if let object, object.isObject { self.init(object, today: nil) } else { self.init([:]) }
    }

    /// Returns the first text that isn't blank; `nil` if there is none.
    mutating func filled(_ keys: FileField...) -> String? {
        for key in keys {
            let written = text(key)
            if !written.allSatisfy(\.isWhitespace) { return written }
        }
        return nil
    }
}
