import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Sync

/// A point of interest, such as a museum or a fort. Most points are imported.
@Model
final class PointOfInterest: Decodable {
    // This index serves the search for nearby points, which uses a range of latitudes.
    #Index<PointOfInterest>([\.latitude, \.longitude])

    /// The point's identifier. It stays the same in all stores and files.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var address: String
    var city: String
    var country: String
    var information: String
    /// Degrees north of the equator, -90 to 90. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double?
    /// Whether the user marked the point as a favourite. This mark is neither imported nor synchronized.
    var isFavourite: Bool
    var category: Category?

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        address = ""
        city = ""
        country = ""
        information = ""
        isFavourite = false
    }

    /// The keys of a point's values in files.
    enum CodingKeys: String, CodingKey {
        case identifier, name, address, city, country, information, latitude, longitude, category
    }

    /// Decodes a point from a file. The point must have an identifier and a name.
    ///
    /// - Throws: ``PointProblem``, and the decoder's errors.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try values.decode(UUID.self, forKey: .identifier)
        name = try values.decode(String.self, forKey: .name).withoutNUL
        address = try values.decodeIfPresent(String.self, forKey: .address)?.withoutNUL ?? ""
        city = try values.decodeIfPresent(String.self, forKey: .city)?.withoutNUL ?? ""
        country = try values.decodeIfPresent(String.self, forKey: .country)?.withoutNUL ?? ""
        information = try values.decodeIfPresent(String.self, forKey: .information)?.withoutNUL ?? ""
        isFavourite = false
        latitude = try values.decodeIfPresent(Double.self, forKey: .latitude)
        longitude = try values.decodeIfPresent(Double.self, forKey: .longitude)
        category = try values.decodeIfPresent(Category.self, forKey: .category)
        if name.allSatisfy(\.isWhitespace) { throw PointProblem.blankName }
        switch (latitude, longitude) {
        case (nil, nil): break
        case (let latitude?, let longitude?):
            guard Coordinates(latitude: latitude, longitude: longitude) != nil else {
                throw PointProblem.coordinatesOutOfRange(latitude: latitude, longitude: longitude)
            }
        default: throw PointProblem.incompleteCoordinates
        }
        if let category, category.name.allSatisfy(\.isWhitespace) { throw PointProblem.blankCategory }
    }
}

/// A category of points of interest.
@Model
final class Category: Decodable {
    // Keep the name first among the unique properties, because imports match categories by the first one.
    @Attribute(.unique) var name: String
    /// The category's identifier, which is derived from its name. It is the same in all stores.
    @Attribute(.unique) var identifier: UUID

    init(name: String) {
        self.name = name
        identifier = Category.identifier(of: name)
    }

    /// The keys of a category's values in files.
    enum CodingKeys: String, CodingKey {
        case name
    }

    /// Decodes a category from a file.
    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            .withoutNUL
        self.name = name
        identifier = Category.identifier(of: name)
    }

    private static func identifier(of name: String) -> UUID {
        // Characters below U+0300 are already composed. In UTF-8, U+0300 begins with the byte 0xCC.
        let isComposed = name.utf8.allSatisfy { $0 < 0xCC }
        return UUID(derivedFrom: (isComposed ? name : name.precomposedStringWithCanonicalMapping).utf8)
    }
}

extension PointOfInterest: Locatable {}

/// The reason why a record isn't a valid point of interest. Its values have the right types, but are invalid.
enum PointProblem: Error, Hashable {
    case blankName
    case blankCategory
    case coordinatesOutOfRange(latitude: Double, longitude: Double)
    case incompleteCoordinates

    /// The keys with invalid values. An import leaves these values out.
    var keys: [String] {
        switch self {
        case .blankName: ["name"]
        case .blankCategory: ["category"]
        case .coordinatesOutOfRange(let latitude, let longitude):
            (latitude.magnitude > 90 ? ["latitude"] : []) + (longitude.magnitude > 180 ? ["longitude"] : [])
        case .incompleteCoordinates: ["latitude", "longitude"]
        }
    }

    /// The reason, as the end of “Entry 12, “Fort”: “latitude” (95) was not imported: …”.
    var reason: LocalizedText {
        switch self {
        case .blankName: text("the name is missing")
        case .blankCategory: text("the name of the category is blank")
        case .coordinatesOutOfRange: BadField.place.reason
        case .incompleteCoordinates: BadField.halfPlace.reason
        }
    }
}
