/// Links on their way to the tables of a new schema.
struct CarriedLinks {
    /// Where the links of a relationship stand in the new tables.
    enum Home: Hashable {
        case column(table: String, name: String)
        case pairs(table: String)

        static func column(_ relationship: RelationshipShape) -> Home {
            .column(table: relationship.ownerTable, name: relationship.name)
        }

        static func pairs(_ join: JoinLayout) -> Home { .pairs(table: join.name) }
    }

    /// The temporary tables that have them meanwhile, as SQL names them.
    var tables: [Home: String] = [:]
    /// Tables of pairs whose relationship a schema gave up before, which a new one has the name of now.
    var abandoned: Set<String> = []
    /// Tables of pairs that get another name, by the new one; nil where nothing is known of the store's schema.
    var renamed: [String: String]?

    /// Whether a table gets any.
    func reach(_ table: String) -> Bool {
        tables.keys.contains { home in
            if case .column(let own, _) = home { own == table } else { false }
        }
    }

    func drop(in connection: StoreConnection) throws {
        for table in tables.values { try connection.execute("DROP TABLE \(table)") }
    }
}
