import Formats
import Foundation
import Localization
import ProgramKit

/// A feature of a GeoJSON file.
struct GeoJSONFeature {
    private let object: JSONView
    /// The geometry; `nil` if there is none, or if it can't be read.
    private let geometry: Geometry?

    private struct Shape: Decodable {
        let geometry: Geometry?
    }

    private struct Geometry: Decodable {
        let type: String
        /// The coordinates of a point, or of the middle of an area; `nil` for other shapes.
        let coordinates: [Double]?

        enum Key: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            type = try container.decode(String.self, forKey: .type)
            coordinates =
                switch type {
                case "Point": try container.decode([Double].self, forKey: .coordinates)
                case "Polygon":
                    BoundingBox.middle(
                        of: try container.decode([[[Double]]].self, forKey: .coordinates).joined())
                case "MultiPolygon":
                    BoundingBox.middle(
                        of: try container.decode([[[[Double]]]].self, forKey: .coordinates).compactMap(
                            \.first
                        ).joined())
                default: nil
                }
        }

        /// Whether the shape is an area.
        var isArea: Bool { type == "Polygon" || type == "MultiPolygon" }
    }

    init(_ document: JSONDocument) {
        object = JSONView(document)
        geometry = (try? document.decode(Shape.self))?.geometry
    }

    /// Returns the sight that the feature describes.
    ///
    /// - Parameters:
    ///   - position: The number of the feature in the file, from 1.
    ///   - language: The language of the name beside the one of the file.
    /// - Throws: `SkippedEntry`.
    func row(position: Int, language: Language) throws(SkippedEntry) -> ImportRow<TripFileItem> {
        guard object.isObject else { throw .notAnObject }
        if let saved = SavedPlace(object["properties"], at: middle) {
            return ImportRow(.sight(saved.sight), at: position)
        }
        var fields = EntryFields(object["properties"])
        if let geometry, geometry.type != "Point", !geometry.isArea {
            return ImportRow(.ignored(.shape), at: position)
        }
        guard let name = RawFields.name(fields.filled("name", "title", "Name", "Title", "label")) else {
            guard let geometry else { throw .missingName }
            return ImportRow(.ignored(geometry.isArea ? .shape : .unnamedPoint), at: position)
        }
        var sight = ImportedSight(name: name)
        sight.record.place = place(&fields)
        sight.record.note = fields.filled("note", "description", "desc") ?? ""
        sight.record.address = fields.filled("address", "addr:full") ?? ""
        sight.record.hours = fields.filled("hours", "opening_hours") ?? ""
        sight.record.link = fields.filled("link", "website", "contact:website", "url") ?? ""
        sight.record.phone = fields.filled("phone", "contact:phone") ?? ""
        let other = fields.filled("otherName", "name:\(language.code)", "name:en", "int_name")
        if let other, other != name { sight.record.otherName = other }
        sight.record.isVisited = fields.truth("visited") == true
        if let destination = RawFields.name(fields.filled("destination")) {
            sight.take(destination: destination, &fields)
        }
        let identifier = object["id"].flatMap { $0.string ?? $0.number } ?? ""
        if let uuid = UUID(uuidString: identifier) {
            sight.identifier = uuid
        } else if identifier.contains("/") {
            // Use only identifiers that mean the same object in every file, such as OpenStreetMap's node/7.
            sight.record.source = "osm:\(identifier)"
        }
        return ImportRow(.sight(sight), at: position, problems: fields.problems)
    }

    /// The place of a point, or the middle of an area; `nil` for other shapes.
    var middle: Coordinates? {
        guard let degrees = geometry?.coordinates, degrees.count >= 2 else { return nil }
        return Coordinates(latitude: degrees[1], longitude: degrees[0])
    }

    private func place(_ fields: inout EntryFields) -> Coordinates? {
        guard let written = object["geometry"], !written.isNull else { return nil }
        guard let coordinates = geometry?.coordinates, coordinates.count >= 2 else {
            fields.drop("geometry", written: written.source, .wrongType)
            return nil
        }
        // GeoJSON has the longitude first. A third number is the altitude.
        let place = Coordinates(latitude: coordinates[1], longitude: coordinates[0])
        if place == nil {
            fields.drop("coordinates", written: "\(coordinates[0]), \(coordinates[1])", .place)
        }
        return place
    }
}

/// A saved place in a map file of Google Takeout, whose properties have other names than those of other maps.
///
/// The earlier form has `Title`, `Google Maps URL` and `Location` with `Business Name` and `Geo Coordinates`, the present one
/// `google_maps_url` and `location` with `name`. A place without degrees has 0, 0.
struct SavedPlace {
    let name: String
    let address: String
    let link: String
    let note: String
    let rating: Int?
    /// The degrees in the properties or in the link; `nil` if only the geometry has them.
    let place: Coordinates?

    /// Reads the properties of a feature; `nil` if they are those of another map.
    init?(_ properties: JSONView?, at geometry: Coordinates?) {
        guard let properties,
            let link = Self.text(properties["google_maps_url"] ?? properties["Google Maps URL"])
        else { return nil }
        let location = properties["location"] ?? properties["Location"]
        self.link = link
        address = Self.text(location?["address"] ?? location?["Address"]) ?? ""
        note =
            Self.text(properties["Comment"] ?? properties["comment"] ?? properties["review_text_published"])
            ?? ""
        let stars = properties["five_star_rating_published"]?.number.flatMap { Int($0) }
        rating = stars.flatMap { (1...5).contains($0) ? $0 : nil }
        let degrees = location?["Geo Coordinates"]
        let written = (degrees?["Latitude"], degrees?["Longitude"])
        let known = Self.number(written.0).flatMap { latitude in
            Self.number(written.1).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let isPlaced = geometry.map { $0.latitude != 0 || $0.longitude != 0 } ?? false
        place = isPlaced ? geometry : known ?? MapLink(link)?.coordinates
        let names = [properties["Title"], location?["name"], location?["Business Name"]]
        let title = names.lazy.compactMap(Self.text).compactMap { RawFields.name($0) }.first
        guard let name = title ?? RawFields.name(address) ?? place?.text else { return nil }
        self.name = name
    }

    /// The sight for the place.
    var sight: ImportedSight {
        let sight = ImportedSight(name: name)
        sight.record.place = place
        sight.record.address = address == name ? "" : address
        sight.record.link = link
        sight.record.note = note
        sight.record.rating = rating
        return sight
    }

    private static func text(_ view: JSONView?) -> String? {
        guard let text = view?.string?.withoutNUL, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    private static func number(_ view: JSONView?) -> Double? {
        view.flatMap { $0.number ?? $0.string }.flatMap(Double.init)
    }
}

extension MapLink {
    /// The coordinates in the link; `nil` if it has none.
    var coordinates: Coordinates? {
        degrees.flatMap { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
