/// Links that move to other tables in a migration.
struct MovedLinks {
    /// The place of a relationship's links in the new tables.
    enum Destination: Hashable {
        case column(table: String, name: String)
        case pairs(table: String)

        static func column(_ relationship: RelationshipShape) -> Destination {
            .column(table: relationship.ownerTable, name: relationship.name)
        }

        static func pairs(_ join: JoinLayout) -> Destination { .pairs(table: join.name) }
    }

    /// The temporary tables with the links, as SQL identifiers.
    var tables: [Destination: String] = [:]
    /// The tables of pairs of relationships that were removed earlier, where a new relationship has the same
    /// name.
    var abandoned: Set<String> = []
    /// The old names of renamed tables of pairs, by the new names. Nil without a recorded schema.
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
