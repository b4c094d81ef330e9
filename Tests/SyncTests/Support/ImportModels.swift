import Foundation
import ModelData
import Sync

@Model
final class Shop {
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
}

@Model
final class ShopKind {
    // An upsert identifies records by the first unique property.
    @Attribute(.unique) var name: String
    @Attribute(.unique) var identifier = UUID()

    init(name: String) { self.name = name }
}

extension Shop: Synchronizable {
    static var synchronization: Synchronization<Shop> {
        Synchronization(identifier: \.identifier, localOnly: [\.isOpen])
    }
}

extension ShopKind: Synchronizable {
    static var synchronization: Synchronization<ShopKind> { Synchronization(identifier: \.identifier) }
}

/// Creates a container with shops in memory.
func shopsInMemory() throws -> ModelContainer {
    try ModelContainer(
        for: Shop.self, ShopKind.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

/// Returns the UUID whose last byte is a number from 0 to 255.
func uuid(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }

/// A shop in an imported list.
struct ListedShop {
    let number: UInt8
    let name: String
    var street: String?
    var kind: String?

    init(_ number: UInt8, _ name: String, street: String? = nil, kind: String? = nil) {
        (self.number, self.name, self.street, self.kind) = (number, name, street, kind)
    }
}

/// The numbers of records that an import inserted, updated, left unchanged, and didn't insert because they were deleted.
struct ImportCounts: Equatable {
    var added = 0
    var updated = 0
    var unchanged = 0
    var keptDeleted = 0
}

/// Imports a list of shops in a transaction, and respects local edits.
@discardableResult
func importing(
    _ list: [ListedShop], into context: ModelContext, policy: MergePolicy = .mergeByPropertyStoreTrump
) throws -> ImportCounts {
    let upsert = try ObjectUpsert(Shop.self, in: context, policy: policy)
    var edits = try ImportEdits(Shop.self, in: context)
    var counts = ImportCounts()
    try context.beginTransaction()
    do {
        try edits?.begin()
        let found = try edits?.of(list.map { uuid($0.number) }) ?? [:]
        var entries: [ObjectUpsert<Shop>.Entry] = []
        for listed in list {
            let edits = found[uuid(listed.number)]
            if edits?.isDeleted == true {
                counts.keptDeleted += 1
                continue
            }
            let shop = Shop(identifier: uuid(listed.number), name: listed.name)
            shop.street = listed.street ?? ""
            shop.kind = listed.kind.map { ShopKind(name: $0) }
            let names =
                ["name"] + (listed.street == nil ? [] : ["street"]) + (listed.kind == nil ? [] : ["kind"])
            entries.append(.init(shop, properties: .init(names), edited: edits?.properties ?? []))
        }
        for outcome in try upsert.write(entries) {
            switch outcome {
            case .inserted: counts.added += 1
            case .updated: counts.updated += 1
            case .unchanged: counts.unchanged += 1
            case .refused(let error): throw error
            }
        }
        try edits?.end()
        try context.commitTransaction()
    } catch {
        context.rollbackTransaction()
        throw error
    }
    return counts
}
