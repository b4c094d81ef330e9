import Formats
import Localization
import ProgramKit

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
