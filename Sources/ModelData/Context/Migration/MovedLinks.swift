/// The links that a migration moves to other tables.
struct MovedLinks {
    /// The column or the join table that contains links after the migration.
    enum Destination: Hashable {
        case column(table: String, name: String)
        case pairs(table: String)

        static func column(_ relationship: RelationshipShape) -> Destination {
            .column(table: relationship.ownerTable, name: relationship.name)
        }

        static func pairs(_ join: JoinLayout) -> Destination { .pairs(table: join.name) }
    }

    /// The temporary tables that contain the links meanwhile, as SQL identifiers.
    var tables: [Destination: String] = [:]
    /// The join tables that remained from removed relationships, and whose names new relationships need.
    var abandoned: Set<String> = []
    /// The old names of renamed join tables, by their new names. Nil without a recorded schema.
    var renamed: [String: String]?

    /// Returns whether links move into a column of a table.
    func hasColumnLinks(for table: String) -> Bool {
        tables.keys.contains { target in
            if case .column(let own, _) = target { own == table } else { false }
        }
    }

    func drop(in connection: StoreConnection) throws {
        for table in tables.values { try connection.execute("DROP TABLE \(table)") }
    }
}
