import Foundation
import ModelData
import Sync

/// A place worth knowing, such as a museum or a fort, most often one of many that were imported.
@Model
final class PointOfInterest: Decodable {
    // What is near is found by a band of latitudes.
    #Index<PointOfInterest>([\.latitude, \.longitude])

    /// The point's identity across stores and files.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var address: String
    var city: String
    var country: String
    var information: String
    /// Degrees north of the equator, -90 to 90; there with ``longitude`` or not at all.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180.
    var longitude: Double?
    /// Whether the person marked it; no import and no other person's copy knows of it.
    var isFavourite: Bool
    var category: Category?

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
        address = ""
        city = ""
        country = ""
        information = ""
        isFavourite = false
    }

    /// The keys of a point in files.
    enum CodingKeys: String, CodingKey {
        case identifier, name, address, city, country, information, latitude, longitude, category
    }

    /// Decodes a point of a file. It must have an identifier and a name.
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
            guard Place(latitude: latitude, longitude: longitude) != nil else {
                throw PointProblem.noSuchPlace(latitude: latitude, longitude: longitude)
            }
        default: throw PointProblem.halfAPlace
        }
        if let category, category.name.allSatisfy(\.isWhitespace) { throw PointProblem.blankCategory }
    }
}

/// What kind of place a point is.
@Model
final class Category: Decodable {
    // An import knows a category by the first unique property.
    @Attribute(.unique) var name: String
    /// The category's identity across stores, which follows from its name: a category is its name.
    ///
    /// The default value is for those of stores that knew no such identity yet.
    @Attribute(.unique) var identifier: UUID = UUID()

    init(name: String) {
        self.name = name
        identifier = Category.identifier(of: name)
    }

    /// The keys of a category in files.
    enum CodingKeys: String, CodingKey {
        case name
    }

    /// Decodes a category of a file.
    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            .withoutNUL
        self.name = name
        identifier = Category.identifier(of: name)
    }

    private static func identifier(of name: String) -> UUID {
        UUID(derivedFrom: Array(name.precomposedStringWithCanonicalMapping.utf8))
    }
}
