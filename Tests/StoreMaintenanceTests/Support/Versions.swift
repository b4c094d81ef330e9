import ModelData

enum ShopV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var name: String
        var price: Double
        init(name: String, price: Double) {
            self.name = name
            self.price = price
        }
    }
}

/// The next version, with prices in cents.
enum ShopV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var name: String
        var price: Double
        var cents = 0
        init(name: String) {
            self.name = name
            self.price = 0
        }
    }
}

enum ShopPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ShopV1.self, toVersion: ShopV3.self, willMigrate: nil,
                didMigrate: { context in
                    for item in try context.fetch(FetchDescriptor<ShopV3.Item>()) {
                        item.cents = Int((item.price * 100).rounded())
                    }
                })
        ]
    }
}
