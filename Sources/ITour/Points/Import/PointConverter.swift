import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// Converts points of other files (GeoJSON, Overpass JSON, CSV) to the list that `poi import` reads.
///
/// Each entry is on the line on which it ends in the file, so that the report names that line. A point without a UUID gets
/// an identifier that is derived from its number in OpenStreetMap, or else from its name and its place.
struct PointConverter {
    private let language: Language
    private var writer = JSONWriter()
    private var line = 1
    /// The number of entries so far.
    private var count = 0
    /// The reasons to skip entries, by their numbers from 1.
    private var reasons: [Int: LocalizedText] = [:]

    /// The maximum length of a file in bytes.
    static let maximumLength = 1 << 28

    /// Returns the list for a file of another kind.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The name of the file, for errors.
    ///   - language: The preferred language for names.
    /// - Returns: The list, and the reasons to skip entries, by their numbers from 1; `nil` if the file has neither
    ///   features, elements, nor the columns of a list of places.
    static func list(
        _ bytes: [UInt8], name: String, language: Language
    ) -> (bytes: [UInt8], reasons: [Int: LocalizedText])? {
        var converter = PointConverter(language: language)
        let start = bytes.first { !isSpace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        let isList =
            switch start {
            case UInt8(ascii: "{"): converter.convertMap(bytes)
            case UInt8(ascii: "["), UInt8(ascii: "<"), nil: false
            default: converter.convertTable(bytes, name: name)
            }
        return isList ? (converter.writer.bytes, converter.reasons) : nil
    }

    /// Whether a file may be of another kind, by its first bytes.
    static func mayConvert(_ beginning: [UInt8]) -> Bool {
        let first = beginning.first { !isSpace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        return first.map { !"[<".utf8.contains($0) } ?? false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private init(language: Language) { self.language = language }

    // MARK: Maps

    /// Converts the features or elements of a map.
    ///
    /// - Returns: Whether the file has any, or an empty list of them.
    private mutating func convertMap(_ bytes: [UInt8]) -> Bool {
        var pieces = [bytes]
        var reader = JSONElementReader(lists: ["features", "elements"]) { pieces.popLast() ?? [] }
        var isMap = false
        writer.write(literal: "[")
        do {
            while let part = try reader.next() {
                switch part {
                case .member(let key, let value):
                    if key == "type",
                        (try? JSONDocument(value)).map(JSONView.init)?.string == "FeatureCollection"
                    {
                        isMap = true
                    }
                case .element(let key?, _, let element):
                    isMap = true
                    begin(line: reader.line(of: reader.position))
                    if let document = try? JSONDocument(element) {
                        key == "features" ? write(feature: document) : write(element: JSONView(document))
                    } else {
                        writer.write(literal: "nope")
                    }
                case .element: return false
                }
            }
            writer.write(literal: "]")
        } catch JSONElementError.cutOff {
            // The reader of the list notices that it doesn't end.
            return isMap
        } catch {
            writer.write(literal: "] x")
        }
        return isMap
    }

    private mutating func write(feature document: JSONDocument) {
        let object = JSONView(document)
        guard let properties = object["properties"], properties.isObject else {
            return write([:], at: GeoJSONFeature(document).middle, source: nil)
        }
        let texts = texts(of: properties)
        let identifier = object["id"].flatMap { $0.string ?? $0.number } ?? texts["@id"]
        write(texts, at: GeoJSONFeature(document).middle, source: identifier)
    }

    private mutating func write(element: JSONView) {
        let texts = element["tags"].map { self.texts(of: $0) } ?? [:]
        let center = element["center"] ?? element
        let place = center["lat"]?.number.flatMap(Double.init).flatMap { latitude in
            center["lon"]?.number.flatMap(Double.init).flatMap {
                Coordinates(latitude: latitude, longitude: $0)
            }
        }
        let source = element["type"]?.string.flatMap { type in element["id"]?.number.map { "\(type)/\($0)" } }
        write(texts, at: place, source: source)
    }

    private func texts(of object: JSONView) -> [String: String] {
        var texts: [String: String] = [:]
        object.forEachMember { key, value in texts[key] = value.string ?? value.number }
        return texts
    }

    // MARK: Tables

    /// Converts the rows of a table.
    ///
    /// - Returns: Whether it has a column for names, and columns for places or addresses.
    private mutating func convertTable(_ bytes: [UInt8], name: String) -> Bool {
        var pieces = [bytes]
        // A header that can't be read isn't that of a list of places.
        guard
            let table = try? TableStart(TextFileStart(path: name) { pieces.popLast() ?? [] }, path: name)
        else { return false }
        let columns = table.columns.map { $0.lowercased() }
        let hasPlace = !Self.latitudes.isDisjoint(with: columns) && !Self.longitudes.isDisjoint(with: columns)
        guard columns.contains("name") || columns.contains("title"), hasPlace || columns.contains("address")
        else { return false }
        var reader = table.reader
        writer.write(literal: "[")
        // The bytes are in memory, so reading them can't fail.
        while let record = try? reader.next() {
            begin(line: record.line)
            if let malformation = record.malformation {
                reasons[count] = malformation.reason
                writer.write(literal: "nope")
                continue
            }
            var texts: [String: String] = [:]
            for (index, column) in columns.enumerated() where !record.isEmpty(at: index) {
                texts[column] = record.string(at: index)
            }
            let degrees = [Self.latitudes, Self.longitudes].map { names in
                let written = columns.lazy.compactMap { names.contains($0) ? texts[$0] : nil }.first
                return reader.isSemicolonSeparated ? written?.replacing(",", with: ".") : written
            }
            write(texts, degrees: (degrees[0], degrees[1]), source: texts["identifier"] ?? texts["id"])
        }
        writer.write(literal: "]")
        return true
    }

    private static let latitudes: Set<String> = ["latitude", "lat"]
    private static let longitudes: Set<String> = ["longitude", "lon", "lng", "long"]

    // MARK: Entries

    /// Begins an entry at a line.
    private mutating func begin(line: Int) {
        if count > 0 { writer.write(literal: ",") }
        count += 1
        while self.line < line {
            writer.write(literal: "\n")
            self.line += 1
        }
    }

    private mutating func write(_ texts: [String: String], at place: Coordinates?, source: String?) {
        let degrees = (place.map { String($0.latitude) }, place.map { String($0.longitude) })
        write(texts, degrees: degrees, source: source)
    }

    /// The keys of the kind of a place in OpenStreetMap, and those of other files.
    private static let kinds = [
        "category", "tourism", "historic", "amenity", "leisure", "natural", "shop", "man_made", "building",
    ]

    /// Writes an entry with the texts of a place.
    private mutating func write(
        _ texts: [String: String], degrees: (latitude: String?, longitude: String?), source: String?
    ) {
        func filled(_ keys: String...) -> String? {
            keys.lazy.compactMap { texts[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
        }
        let kind = Self.kinds.lazy.compactMap { key in
            filled(key).map { ($0 == "yes" ? key : $0).replacing("_", with: " ") }
        }.first
        let street = [filled("addr:street"), filled("addr:housenumber")].compactMap(\.self).joined(
            separator: " ")
        let address = filled("address", "addr:full") ?? (street.isEmpty ? nil : street)
        let city = filled("city", "addr:city"), country = filled("country", "addr:country")
        let written = filled(
            "name", "title", "Name", "Title", "label", "name:\(language.code)", "name:en", "brand", "operator"
        )
        let place = [degrees.latitude, degrees.longitude].compactMap(\.self)
        // A name from what the file has: “fountain, Piazza di Trevi”, or the degrees.
        let made = [kind, address ?? city].compactMap(\.self).joined(separator: ", ")
        let name = written ?? (made.isEmpty ? (place.count == 2 ? place.joined(separator: ", ") : nil) : made)
        let facts = [
            filled("information", "description", "desc", "note"), filled("opening_hours", "hours"),
            filled("website", "contact:website", "url", "link"), filled("phone", "contact:phone"),
        ].compactMap(\.self)
        func text(_ text: String?) -> Cell.RawValue { text.map { .string($0) } ?? .null }
        func number(_ written: String?) -> Cell.RawValue {
            let number = written.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            return number.flatMap { $0.isFinite ? .decimal($0) : nil } ?? text(written)
        }
        writer.write(
            .object(ofPresent: [
                ("identifier", .string(identifier(source, [name ?? ""] + place + [address ?? ""]))),
                ("name", text(name)), ("address", text(address)), ("city", text(city)),
                ("country", text(country)),
                ("information", facts.isEmpty ? .null : .string(facts.joined(separator: "\n"))),
                ("latitude", number(degrees.latitude)), ("longitude", number(degrees.longitude)),
                ("category", kind.map { .object([.init("name", .string($0))]) } ?? .null),
            ]))
    }

    private func identifier(_ source: String?, _ values: [String]) -> String {
        if let source, let known = UUID(uuidString: source) { return known.uuidString }
        // Numbers of OpenStreetMap mean the same place in every file, other numbers don't.
        let parts = source.map { $0.contains("/") ? ["osm", $0] : values } ?? values
        return UUID(derivedFrom: (["point"] + parts).joined(separator: "\u{0}").utf8).uuidString
    }
}
