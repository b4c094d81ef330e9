/// Carries links along where a schema keeps them elsewhere than before.
///
/// An inverse that is added or taken away, another delete rule, a to-one relationship that becomes a to-many: each may
/// move the links from one table to another. They are read before the tables are made anew, as pairs, and stand in
/// temporary tables until then.
struct LinkMigration {
    let connection: StoreConnection
    let entities: [Schema.Entity]
    let stored: StoredSchema
    /// The names of the tables of pairs that the models need.
    private let joins: Set<String>

    init(connection: StoreConnection, entities: [Schema.Entity], fingerprint: String) throws {
        self.connection = connection
        self.entities = entities
        // A model that wasn't listed for a while has the tables of its last time.
        let earlier = fingerprint.isEmpty ? [] : try StoreMetadata.earlier(connection).map(\.fingerprint)
        stored = StoredSchema(earlier + [fingerprint])
        joins = Set(JoinLayout.all(entities).map(\.name.sqlFolded))
    }

    /// One place for links in the new tables, and the relationships that have theirs there: several where classes that
    /// inherit from one another have one of the same name each.
    private struct Home {
        let links: CarriedLinks.Home
        var relationships: [RelationshipShape]
        /// Where the links stood.
        var sources: [StoredLinks] = []
        /// Those of them that stay there, or move with the table as it is.
        var kept: [StoredLinks] = []
        /// The others.
        var moved: [StoredLinks] = []
        /// Sides that the store had, without a place of their own.
        var lost: [Side] = []
    }

    /// One side of a relationship.
    private struct Side {
        let relationship: RelationshipShape
        let isForward: Bool
    }

    /// What one side was in the store.
    private struct Origin {
        let property: StoredSchema.Property
        let links: [StoredLinks]
    }

    /// Reads the links that the new tables don't find where they are.
    func read() throws -> CarriedLinks {
        var carried = CarriedLinks()
        if stored.isEmpty { return carried }
        var homes = homes()
        for index in homes.indices { try collectSources(of: &homes[index]) }
        separate(&homes)
        let kept = Set(homes.flatMap(\.kept).map(\.table))
        for index in homes.indices { try searchPairs(for: &homes[index], but: kept) }
        carried.renamed = renamed(homes)
        var emptied: Set<String> = []
        for home in homes where try hasAbandonedPairs(home) {
            guard case .pairs(let table) = home.links else { continue }
            // What was given up long ago must not come among, or in the way of, what there is.
            if home.sources.isEmpty {
                carried.abandoned.insert(table)
            } else {
                emptied.insert(table.sqlFolded)
            }
        }
        for home in homes where !home.moved.isEmpty {
            let table = "temp.\("_links_\(carried.tables.count)".quotedSQL)"
            try connection.execute(
                """
                CREATE TABLE \(table) (
                    _source INTEGER NOT NULL, _target INTEGER NOT NULL, _source_order INTEGER NOT NULL,
                    _target_order INTEGER NOT NULL, PRIMARY KEY (_source, _target)
                ) STRICT, WITHOUT ROWID
                """)
            carried.tables[home.links] = table
            // What stays has its places first.
            for links in home.kept + home.moved {
                try connection.execute("INSERT OR IGNORE INTO \(table) \(links.query)")
            }
            try refuseSeveral(home, table)
        }
        for home in homes {
            for links in home.moved where links.isPairs {
                if !kept.contains(links.table) {
                    emptied.insert(links.table)
                } else if hasLeft(links, home) {
                    try connection.execute(links.deletion)
                }
            }
        }
        for table in emptied { try connection.dropPairs(table) }
        return carried
    }

    /// The tables of pairs that stay as they are under another name, by that.
    private func renamed(_ homes: [Home]) -> [String: String] {
        var renamed: [String: String] = [:]
        for home in homes {
            guard case .pairs(let table) = home.links, let old = home.kept.first(where: \.isPairs)?.table,
                !old.isSame(inSQL: table)
            else { continue }
            renamed[table] = old
        }
        return renamed
    }

    /// Whether the records of one side leave the table where those of the pairs that stay are.
    private func hasLeft(_ links: StoredLinks, _ home: Home) -> Bool {
        guard links.isForward, !links.kinds.isEmpty, let owner = home.relationships.first?.ownerTable else {
            return false
        }
        return !owner.isSame(inSQL: links.source)
    }

    private func homes() -> [Home] {
        var homes: [Home] = []
        for relationship in entities.flatMap(\.shape.declared) {
            let links: CarriedLinks.Home
            if relationship.holdsKey {
                links = .column(relationship)
            } else if relationship.isJoined, relationship.leadsJoin {
                links = .pairs(JoinLayout(relationship))
            } else {
                continue
            }
            if let known = homes.firstIndex(where: { $0.links == links }) {
                homes[known].relationships.append(relationship)
            } else {
                homes.append(Home(links: links, relationships: [relationship]))
            }
        }
        return homes
    }

    /// Tells what stays where it is from what is carried.
    private func separate(_ homes: inout [Home]) {
        var claims: [String: Int] = [:]
        for table in homes.flatMap({ Set($0.sources.filter(\.isPairs).map(\.table)) }) {
            claims[table, default: 0] += 1
        }
        for index in homes.indices {
            let home = homes[index]
            let kept = home.sources.filter { isInPlace($0, home, isShared: claims[$0.table, default: 0] > 1) }
            homes[index].kept = kept
            homes[index].moved = home.sources.filter { !kept.contains($0) }
        }
    }

    /// Whether links are where the new tables have them, or take them from.
    private func isInPlace(_ links: StoredLinks, _ home: Home, isShared: Bool) -> Bool {
        guard links.isForward, let relationship = home.relationships.first else { return false }
        switch links.place {
        case .column(let column, _):
            return relationship.holdsKey
                && home.relationships.contains { names(of: $0).contains { $0.isSame(inSQL: column) } }
        case .pairs(let hasTargetOrder):
            guard case .pairs(let table) = home.links,
                hasTargetOrder == JoinLayout(relationship).hasTargetOrder
            else { return false }
            if links.table.isSame(inSQL: table) { return true }
            // A table that nobody else needs gets the new name.
            return !isShared && !joins.contains(links.table)
                && home.sources.count { $0.isForward && $0.isPairs } == 1
        }
    }

    /// Whether there are pairs in a place of links that the store's models had no relationship for.
    private func hasAbandonedPairs(_ home: Home) throws -> Bool {
        guard case .pairs(let table) = home.links, let relationship = home.relationships.first,
            !home.sources.contains(where: { $0.table.isSame(inSQL: table) }),
            stored.has(relationship.owner._$entityName)
        else { return false }
        let columns = try columns(of: table)
        return columns.contains("_source") && columns.contains("_target")
    }

    // MARK: - Where links were

    private func collectSources(of home: inout Home) throws {
        for relationship in home.relationships {
            var sides = [Side(relationship: relationship, isForward: true)]
            if let inverse = relationship.inverse, !relationship.isSelfInverse {
                sides.append(Side(relationship: inverse, isForward: false))
            }
            for side in sides {
                guard let origin = try origin(of: side.relationship) else { continue }
                for links in origin.links.map({ side.isForward ? $0 : $0.reversed })
                where !home.sources.contains(links) {
                    home.sources.append(links)
                }
                if origin.links.isEmpty, origin.property.relationship?.isToMany == true {
                    home.lost.append(side)
                }
            }
        }
    }

    /// The names of the classes that a class shares a table with, its own first.
    private func family(_ type: any PersistentModel.Type) -> [String] {
        let own = type._$entityName
        return [own] + ModelFamily(of: type, in: entities).classes.map(\.name).filter { $0 != own }
    }

    /// Whether a name is that of one of a class's family, or of one that they inherited from in the store.
    private func isKin(_ name: String, of type: any PersistentModel.Type) -> Bool {
        family(type).contains { member in
            var next: String? = member
            while let model = next {
                if model.isSame(inSQL: name) { return true }
                next = stored.superclass(of: model)
            }
            return false
        }
    }

    /// The names that the store may have for a relationship, the present one first.
    private func names(of relationship: RelationshipShape) -> [String] {
        guard let earlier = relationship.relationship.originalName,
            !relationship.owner.schemaMetadata.contains(where: { $0.name == earlier })
        else { return [relationship.name] }
        return [relationship.name, earlier]
    }

    /// What a relationship was in the store; nil where it is new.
    private func origin(of relationship: RelationshipShape) throws -> Origin? {
        let own = relationship.owner._$entityName
        for name in names(of: relationship) {
            if let property = stored.property(name, of: own) {
                guard let link = property.relationship, isKin(link.target, of: relationship.target) else {
                    try refuse(property, of: own, as: relationship)
                    return nil
                }
                return Origin(
                    property: property, links: try links(of: property.name, link, own, relationship))
            }
            // A class may have taken it over from those that inherit from it.
            var found: Origin?
            for heir in kinds(of: relationship) where heir != own {
                guard let property = stored.property(name, of: heir), let link = property.relationship,
                    isKin(link.target, of: relationship.target)
                else { continue }
                let links = try links(of: property.name, link, heir, relationship)
                let known = found?.links ?? []
                found = Origin(property: property, links: known + links.filter { !known.contains($0) })
            }
            if let found { return found }
        }
        return nil
    }

    /// The names of the classes that have a relationship.
    private func kinds(of relationship: RelationshipShape) -> [String] {
        ModelFamily(of: relationship.owner, in: entities).kinds(of: relationship.owner).map(\.name)
    }

    private func links(
        of name: String, _ link: StoredSchema.Relationship, _ owner: String,
        _ relationship: RelationshipShape
    ) throws -> [StoredLinks] {
        let kinds = kinds(of: relationship)
        if !link.isToMany, let column = try column(name, of: owner, to: link, kinds) { return [column] }
        let columns = try columnsOfTheOtherSide(name, relationship)
        if !columns.isEmpty || !link.isToMany { return columns }
        let declaring = stored.declaring(name, of: owner)
        return try pairs(of: name, declaring, to: link.target, kinds).map { [$0] } ?? []
    }

    /// The columns of other classes that were the inverse of a property.
    private func columnsOfTheOtherSide(
        _ name: String, _ relationship: RelationshipShape
    ) throws -> [StoredLinks] {
        var holders: [String: (link: StoredSchema.Relationship, classes: [String])] = [:]
        for other in family(relationship.target) {
            for back in stored.properties(of: other) {
                guard let link = back.relationship, !link.isToMany,
                    link.inverse?.isSame(inSQL: name) == true, isKin(link.target, of: relationship.owner)
                else { continue }
                holders[back.name, default: (link, [])].classes.append(other)
            }
        }
        return try holders.sorted { $0.key < $1.key }.flatMap { name, holder in
            // Some of the classes may have had a table of their own.
            let tables = Dictionary(grouping: holder.classes) { stored.table(of: $0).sqlFolded }
            return try tables.sorted { $0.key < $1.key }.compactMap { _, classes in
                try column(name, of: classes[0], to: holder.link, classes)?.reversed
            }
        }
    }

    /// The column of a relationship in the table of a class.
    private func column(
        _ name: String, of model: String, to link: StoredSchema.Relationship, _ kinds: [String]
    ) throws -> StoredLinks? {
        let table = stored.table(of: model)
        let name = name.sqlFolded
        let columns = try columns(of: table)
        guard columns.contains(name), columns.contains("_id") else { return nil }
        return StoredLinks(
            table: table.sqlFolded, place: .column(name: name, hasOrder: columns.contains("_\(name)_order")),
            source: table, kinds: try narrowed(kinds, in: table), target: stored.table(of: link.target),
            isForward: true)
    }

    /// The table of pairs that a class's relationship leads.
    private func pairs(
        of name: String, _ model: String, to target: String, _ kinds: [String]
    ) throws -> StoredLinks? {
        let table = "\(model)_\(name)".sqlFolded
        let columns = try columns(of: table)
        guard columns.contains("_source"), columns.contains("_target") else { return nil }
        let source = stored.table(of: model)
        return StoredLinks(
            table: table, place: .pairs(hasTargetOrder: columns.contains("_target_order")),
            source: source, kinds: try narrowed(kinds, in: source), target: stored.table(of: target),
            isForward: true)
    }

    /// The classes that must be told from others, where a table has records of several.
    private func narrowed(_ kinds: [String], in table: String) throws -> [String] {
        try columns(of: table).contains(ModelFamily.typeColumn) ? kinds.sorted() : []
    }

    /// The names of a table's columns, as SQL tells them apart; none where there is no such table.
    private func columns(of table: String) throws -> Set<String> {
        let rows = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
        return Set(
            rows.compactMap { row in
                if case .text(let name) = row[0] { name.sqlFolded } else { nil }
            })
    }

    /// Looks for pairs that the other side led, which no schema of a store records.
    ///
    /// - Parameters:
    ///   - home: the place for the links.
    ///   - kept: the tables of pairs that stay.
    private func searchPairs(for home: inout Home, but kept: Set<String>) throws {
        guard home.sources.isEmpty else { return }
        for side in home.lost {
            var candidates: [StoredLinks] = []
            for other in family(side.relationship.target) {
                for back in stored.properties(of: other) where stored.declaring(back.name, of: other) == other
                {
                    guard let link = back.relationship, link.isToMany,
                        isKin(link.target, of: side.relationship.owner),
                        let pairs = try pairs(of: back.name, other, to: link.target, []),
                        !kept.contains(pairs.table), pairs.place == .pairs(hasTargetOrder: true)
                    else { continue }
                    candidates.append(pairs.reversed)
                }
            }
            if candidates.count > 1 {
                // Which of them were this relationship's is known to nobody.
                let filled = try candidates.filter { try !isEmpty($0.table) }
                if filled.isEmpty { continue }
                throw problem(
                    side.relationship,
                    .otherType(
                        stored: "one of \(candidates.count) relationships",
                        wanted: "one to \(side.relationship.target._$entityName)"))
            }
            home.moved += candidates.map { side.isForward ? $0 : $0.reversed }
        }
        home.sources = home.moved
    }

    // MARK: - What can't be carried

    /// Refuses a relationship in the place of a property that was something else, unless nothing has a value.
    private func refuse(
        _ property: StoredSchema.Property, of model: String, as relationship: RelationshipShape
    ) throws {
        let table = stored.table(of: model)
        let wanted = "a relationship to \(relationship.target._$entityName)"
        if try columns(of: table).contains(property.name.sqlFolded) {
            let values =
                "SELECT 1 FROM \(table.quotedSQL) WHERE \(property.name.quotedSQL) IS NOT NULL LIMIT 1"
            if try connection.number("SELECT count(*) FROM (\(values))") == 0 { return }
        } else {
            guard property.relationship != nil,
                let pairs = try pairs(
                    of: property.name, stored.declaring(property.name, of: model), to: "", []),
                try !isEmpty(pairs.table)
            else { return }
        }
        let before = property.relationship.map { "a relationship to \($0.target)" } ?? "a value"
        throw problem(relationship, .otherType(stored: before, wanted: wanted))
    }

    /// Refuses several links where there is room for one.
    private func refuseSeveral(_ home: Home, _ table: String) throws {
        guard let relationship = home.relationships.first, relationship.holdsKey else { return }
        let several = try connection.number(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) GROUP BY _source HAVING count(*) > 1)")
        if several > 0 { throw problem(relationship, .severalLinks(records: Int(several))) }
    }

    private func isEmpty(_ table: String) throws -> Bool {
        try connection.number("SELECT count(*) FROM (SELECT 1 FROM \(table.quotedSQL) LIMIT 1)") == 0
    }

    private func problem(_ relationship: RelationshipShape, _ reason: MigrationProblem) -> ModelDataError {
        .cannotMigrate(
            path: connection.path, model: relationship.owner._$entityName, property: relationship.name,
            reason: reason)
    }
}
