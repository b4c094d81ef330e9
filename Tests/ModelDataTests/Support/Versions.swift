import ModelData

// Three versions of the same models, as in a program with a migration history.

enum ShopV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var name: String
        var price: Double
        var note: String?
        init(name: String, price: Double) {
            self.name = name
            self.price = price
        }
    }
}

/// The second version, with unique names and with prices as integers in cents.
enum ShopV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Label.self] }

    @Model final class Item {
        @Attribute(.unique) var name: String
        var price: Double
        var cents = 0
        @Attribute(originalName: "note") var remark: String?
        init(name: String) {
            self.name = name
            self.price = 0
        }
    }

    @Model final class Label {
        #Index<Label>([\.text])
        var text: String
        init(text: String) { self.text = text }
    }
}

/// The third version, without the old price.
enum ShopV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Label.self] }

    @Model final class Item {
        @Attribute(.unique) var name: String
        var cents = 0
        var remark: String?
        var isSold = false
        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var text: String
        init(text: String) { self.text = text }
    }
}

enum ShopPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self, ShopV3.self] }
    static var stages: [MigrationStage] { [namesBecomeUnique, pricesGo] }

    static let namesBecomeUnique = MigrationStage.custom(
        fromVersion: ShopV1.self, toVersion: ShopV2.self,
        willMigrate: { context in
            var names: Set<String> = []
            for item in try context.fetch(FetchDescriptor<ShopV1.Item>()) {
                while !names.insert(item.name).inserted { item.name += "'" }
            }
            try context.save()
        },
        didMigrate: { context in
            for item in try context.fetch(FetchDescriptor<ShopV2.Item>()) {
                item.cents = Int((item.price * 100).rounded())
            }
            // Don't save this change: the stage does.
            context.insert(ShopV2.Label(text: "migrated"))
        })

    static let pricesGo = MigrationStage.lightweight(fromVersion: ShopV2.self, toVersion: ShopV3.self)
}
