import Foundation
import ModelData
import Sync

/// A model whose unique property is a UUID, with a relationship that may be missing.
@Model
final class Shop: Decodable {
    @Attribute(.unique) var identifier: UUID
    var name: String
    var street = ""
    var rating: Int?
    var isOpen = true
    var kind: ShopKind?

    init(identifier: UUID, name: String) {
        self.identifier = identifier
        self.name = name
    }

    enum CodingKeys: String, CodingKey {
        case identifier, name, street, rating, kind
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try values.decode(UUID.self, forKey: .identifier)
        name = try values.decode(String.self, forKey: .name)
        street = try values.decodeIfPresent(String.self, forKey: .street) ?? ""
        rating = try values.decodeIfPresent(Int.self, forKey: .rating)
        kind = try values.decodeIfPresent(ShopKind.self, forKey: .kind)
    }
}

@Model
final class ShopKind: Decodable {
    // An import identifies records by the first unique property.
    @Attribute(.unique) var name: String
    @Attribute(.unique) var identifier = UUID()
    var color = "grey"

    init(name: String) { self.name = name }

    enum CodingKeys: String, CodingKey { case name }

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
}

extension Shop: Synchronizable {
    static var synchronization: Synchronization<Shop> {
        Synchronization(identifier: \.identifier, localOnly: [\.isOpen])
    }
}

extension ShopKind: Synchronizable {
    static var synchronization: Synchronization<ShopKind> { Synchronization(identifier: \.identifier) }
}

/// A model with a unique number and a unique text. Its JSON keys differ from the property names. It also has
/// dates, raw values and a required relationship.
@Model
final class Plant: Decodable {
    enum Light: String, Codable { case sun, shade }

    @Attribute(.unique) var code: Int
    @Attribute(.unique) var latinName: String?
    var planted: Date
    var light: Light
    var heights: [Double]
    var garden: Garden

    enum CodingKeys: String, CodingKey {
        case code, light, heights, garden
        case latinName = "latin_name"
        case planted = "planted_on"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decode(Int.self, forKey: .code)
        latinName = try values.decodeIfPresent(String.self, forKey: .latinName)
        planted = try values.decode(Date.self, forKey: .planted)
        light = try values.decodeIfPresent(Light.self, forKey: .light) ?? .sun
        heights = try values.decodeIfPresent([Double].self, forKey: .heights) ?? []
        garden = try values.decode(Garden.self, forKey: .garden)
    }
}

@Model
final class Garden: Decodable {
    @Attribute(.unique) var number: Int

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }
}

/// A model with a to-many relationship.
@Model
final class Street: Decodable {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \House.street) var houses: [House] = []

    enum CodingKeys: String, CodingKey { case name, houses }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        houses = try values.decodeIfPresent([House].self, forKey: .houses) ?? []
    }
}

@Model
final class House: Decodable {
    @Attribute(.unique) var number: Int
    var street: Street?

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }
}

/// A model without a unique property.
@Model
final class Nameless: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }
}

/// Creates a container in memory.
func memory(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

/// Returns the UUID whose last two bytes are a number from 0 to 65535.
func uuid(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)))
}

/// Returns a shop's record as JSON.
func shop(_ number: Int, _ name: String? = nil, _ more: String = "") -> String {
    "{\"identifier\": \"\(uuid(number))\", \"name\": \"\(name ?? "Shop \(number)")\"\(more)}"
}

/// Imports a text in pieces of a given size, and saves the records.
@discardableResult
func importing<Model: PersistentModel & Decodable>(
    _ model: Model.Type, _ bytes: [UInt8], into context: ModelContext, piece: Int = 1 << 16,
    options: ModelImporter<Model>.Options = .init()
) async throws -> ModelImportReport {
    try context.beginTransaction()
    do {
        let importer = try ModelImporter(model, into: context, options: options)
        var rest = bytes[...]
        while !rest.isEmpty {
            try await importer.take(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        let report = try await importer.finish()
        try context.commitTransaction()
        return report
    } catch {
        context.rollbackTransaction()
        throw error
    }
}

@discardableResult
func importing<Model: PersistentModel & Decodable>(
    _ model: Model.Type, _ text: String, into context: ModelContext,
    options: ModelImporter<Model>.Options = .init()
) async throws -> ModelImportReport {
    try await importing(model, Array(text.utf8), into: context, options: options)
}

extension ModelImportReport {
    /// The numbers of added, updated, unchanged and skipped records, in this order.
    var counts: [Int] { [added, updated, unchanged, skippedCount] }
}
