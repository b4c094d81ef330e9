import Foundation
import Localization

/// A feature of a GeoJSON file.
struct GeoJSONFeature: Decodable {
    private let identifier: String?
    private let geometry: Geometry?
    private let properties: [String: Scalar]

    private enum Key: String, CodingKey {
        case id, geometry, properties
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

    /// The value of a property. Lists and objects are ignored.
    private enum Scalar: Decodable {
        case text(String)
        case flag(Bool)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let string = try? container.decode(String.self) {
                self = .text(string)
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .text(
                    number.rounded() == number && number.magnitude < 1e15
                        ? String(Int(number)) : String(number))
            } else {
                self = .other
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if case .text(let id)? = try container.decodeIfPresent(Scalar.self, forKey: .id) {
            identifier = id
        } else {
            identifier = nil
        }
        geometry = try container.decodeIfPresent(Geometry.self, forKey: .geometry)
        properties = try container.decodeIfPresent([String: Scalar].self, forKey: .properties) ?? [:]
    }

    private func value(of keys: String...) -> String? {
        for key in keys {
            if case .text(let string)? = properties[key], !string.allSatisfy(\.isWhitespace) { return string }
        }
        return nil
    }

    /// Returns the sight that the feature describes.
    ///
    /// - Parameters:
    ///   - position: The number of the feature in the file, from 1.
    ///   - language: The language of the name beside the one of the file.
    /// - Throws: ``ItemProblem``.
    func item(position: Int, language: Language) throws(ItemProblem) -> TripFileItem {
        var place: Coordinates?
        if let geometry {
            guard geometry.type == "Point" || geometry.isArea else { return .ignored(.shape) }
            guard let coordinates = geometry.coordinates, coordinates.count >= 2 else { throw .missingPlace }
            // GeoJSON has the longitude first. A third number is the altitude.
            guard let point = Coordinates(latitude: coordinates[1], longitude: coordinates[0]) else {
                throw .place("\(coordinates[1]), \(coordinates[0])")
            }
            place = point
        }
        guard let name = value(of: "name", "title", "Name", "Title", "label") else {
            if let geometry { return .ignored(geometry.isArea ? .shape : .unnamedPoint) }
            throw .missingName
        }
        var sight = ImportedSight(position: position, name: try RawFields.name(name))
        sight.place = place
        sight.note = value(of: "note", "description", "desc") ?? ""
        sight.address = value(of: "address", "addr:full") ?? ""
        sight.details.hours = value(of: "hours", "opening_hours") ?? ""
        sight.details.link = value(of: "link", "website", "contact:website", "url") ?? ""
        sight.details.phone = value(of: "phone", "contact:phone") ?? ""
        let other = value(of: "otherName", "name:\(language.code)", "name:en", "int_name")
        if let other, other != name { sight.details.otherName = other }
        if case .flag(true)? = properties["visited"] { sight.isVisited = true }
        if let destination = try? RawFields.name(value(of: "destination")) {
            sight.take(destination: destination) { value(of: $0) }
        }
        if let identifier, let uuid = UUID(uuidString: identifier) {
            sight.identifier = uuid
        } else if let identifier, identifier.contains("/") {
            // Use only identifiers that mean the same object in every file, such as OpenStreetMap's node/7.
            sight.source = "osm:\(identifier)"
        }
        return .sight(sight)
    }
}
