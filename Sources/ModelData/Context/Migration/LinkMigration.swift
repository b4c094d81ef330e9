/// Moves the stored links of relationships whose storage changes with a schema. A link is a foreign key or a
/// row of a join table.
///
/// Links may move to another table if an inverse is added or removed, if a delete rule changes, or if a
/// to-one relationship becomes to-many. They are read before the tables are recreated. Until then, temporary
/// tables contain them.
struct LinkMigration {
    let connection: StoreConnection
    let entities: [ModelEntity]
    let stored: StoredSchema
    /// The names of the join tables that the models need.
    private let joins: Set<String>

    init(connection: StoreConnection, entities: [ModelEntity], fingerprint: String) throws {
        self.connection = connection
        self.entities = entities
        // Read all recorded schemas: if the latest one lacks a model, the model's last table can still exist.
        let earlier =
            fingerprint.isEmpty ? [] : try StoreMetadata.recordedSchemas(connection).map(\.fingerprint)
        stored = StoredSchema(earlier + [fingerprint])
        joins = Set(JoinLayout.all(entities).map(\.name.sqlFolded))
    }

    /// A column or a join table that contains links after the migration, with its relationships. It has
    /// several relationships if related classes declare relationships with the same name.
    private struct LinkTarget {
        let links: MovedLinks.Destination
        var relationships: [RelationshipShape]
        /// The places that contain the links before the migration.
        var sources: [StoredLinks] = []
        /// The places that remain, or that are only renamed together with their table.
        var kept: [StoredLinks] = []
        /// The places from which links are moved.
        var moved: [StoredLinks] = []
        /// The to-many sides in the store for which no place was found.
        var lost: [Side] = []
    }

    /// One side of a relationship.
    private struct Side {
        let relationship: RelationshipShape
        let isForward: Bool
    }

    /// The stored form of one side of a relationship, and the places of its links.
    private typealias Origin = (isToMany: Bool, links: [StoredLinks])

    /// Reads the links that must move to other tables.
    func read() throws -> MovedLinks {
        var carried = MovedLinks()
        if stored.isEmpty { return carried }
        var targets = linkTargets()
        for index in targets.indices { try collectSources(of: &targets[index]) }
        splitKeptAndMoved(&targets)
        let kept = Set(targets.flatMap(\.kept).map(\.table))
        for index in targets.indices { try findPairs(for: &targets[index], excluding: kept) }
        carried.renamed = renamed(targets)
        var emptied: Set<String> = []
        for target in targets where try hasAbandonedPairs(target) {
            guard case .pairs(let table) = target.links else { continue }
            // Join rows of a relationship that was removed earlier must not mix with the current rows, or
            // conflict with them.
            if target.sources.isEmpty {
                carried.abandoned.insert(table)
            } else {
                emptied.insert(table.sqlFolded)
            }
        }
        for target in targets where !target.moved.isEmpty {
            let table = "temp.\("_links_\(carried.tables.count)".quotedSQL)"
            try connection.execute(
                """
                CREATE TABLE \(table) (
                    _source INTEGER NOT NULL, _target INTEGER NOT NULL, _source_order INTEGER NOT NULL,
                    _target_order INTEGER NOT NULL, PRIMARY KEY (_source, _target)
                ) STRICT, WITHOUT ROWID
                """)
            carried.tables[target.links] = table
            // Insert the links that stay first, because they keep their positions.
            for links in target.kept + target.moved {
                try connection.execute("INSERT OR IGNORE INTO \(table) \(links.query)")
            }
            try refuseMultipleLinks(target, table)
        }
        for target in targets {
            for links in target.moved where links.isPairs {
                if !kept.contains(links.table) {
                    emptied.insert(links.table)
                } else if changesTable(links, target) {
                    try connection.execute(links.deletion)
                }
            }
        }
        for table in emptied { try connection.dropPairTable(table) }
        return carried
    }

    /// Returns the old names of join tables that are only renamed, by their new names.
    private func renamed(_ targets: [LinkTarget]) -> [String: String] {
        var renamed: [String: String] = [:]
        for target in targets {
            guard case .pairs(let table) = target.links, let old = target.kept.first(where: \.isPairs)?.table,
                !old.isSame(inSQL: table)
            else { continue }
            renamed[table] = old
        }
        return renamed
    }

    /// Returns whether the referring records move to another table, while other records keep the join table.
    private func changesTable(_ links: StoredLinks, _ target: LinkTarget) -> Bool {
        guard links.isForward, !links.kinds.isEmpty, let owner = target.relationships.first?.ownerTable else {
            return false
        }
        return !owner.isSame(inSQL: links.source)
    }

    private func linkTargets() -> [LinkTarget] {
        var targets: [LinkTarget] = []
        for relationship in entities.flatMap(\.shape.declared) {
            let links: MovedLinks.Destination
            if relationship.holdsKey {
                links = .column(relationship)
            } else if relationship.isJoined, relationship.isJoinSource {
                links = .pairs(JoinLayout(relationship))
            } else {
                continue
            }
            if let known = targets.firstIndex(where: { $0.links == links }) {
                targets[known].relationships.append(relationship)
            } else {
                targets.append(LinkTarget(links: links, relationships: [relationship]))
            }
        }
        return targets
    }

    /// Separates the links that stay from those that move.
    private func splitKeptAndMoved(_ targets: inout [LinkTarget]) {
        var claims: [String: Int] = [:]
        for table in targets.flatMap({ Set($0.sources.filter(\.isPairs).map(\.table)) }) {
            claims[table, default: 0] += 1
        }
        for index in targets.indices {
            let target = targets[index]
            let kept = target.sources.filter {
                isInPlace($0, target, isShared: claims[$0.table, default: 0] > 1)
            }
            targets[index].kept = kept
            targets[index].moved = target.sources.filter { !kept.contains($0) }
        }
    }

    /// Returns whether links are already where the new tables need them, or will be there after a table is
    /// renamed.
    private func isInPlace(_ links: StoredLinks, _ target: LinkTarget, isShared: Bool) -> Bool {
        guard links.isForward, let relationship = target.relationships.first else { return false }
        switch links.place {
        case .column(let column, _):
            return relationship.holdsKey
                && target.relationships.contains { names(of: $0).contains { $0.isSame(inSQL: column) } }
        case .pairs(let hasTargetOrder):
            guard case .pairs(let table) = target.links,
                hasTargetOrder == JoinLayout(relationship).hasTargetOrder
            else { return false }
            if links.table.isSame(inSQL: table) { return true }
            // Otherwise, the join table can be renamed if no other relationship needs it.
            return !isShared && !joins.contains(links.table)
                && target.sources.count { $0.isForward && $0.isPairs } == 1
        }
    }

    /// Returns whether a join table exists although no relationship of the stored models used it.
    private func hasAbandonedPairs(_ target: LinkTarget) throws -> Bool {
        guard case .pairs(let table) = target.links, let relationship = target.relationships.first,
            !target.sources.contains(where: { $0.table.isSame(inSQL: table) }),
            stored.has(relationship.owner._$entityName)
        else { return false }
        let columns = try columns(of: table)
        return columns.contains("_source") && columns.contains("_target")
    }

    // MARK: - Previous places of links

    private func collectSources(of target: inout LinkTarget) throws {
        for relationship in target.relationships {
            var sides = [Side(relationship: relationship, isForward: true)]
            if let inverse = relationship.inverse, !relationship.isSelfInverse {
                sides.append(Side(relationship: inverse, isForward: false))
            }
            for side in sides {
                guard let origin = try origin(of: side.relationship) else { continue }
                for links in origin.links.map({ side.isForward ? $0 : $0.reversed })
                where !target.sources.contains(links) {
                    target.sources.append(links)
                }
                if origin.links.isEmpty, origin.isToMany { target.lost.append(side) }
            }
        }
    }

    /// Returns the names of all classes that share a table with a class, its own name first.
    private func hierarchy(_ type: any PersistentModel.Type) -> [String] {
        let own = type._$entityName
        return [own] + ModelHierarchy(of: type, in: entities).classes.map(\.name).filter { $0 != own }
    }

    /// Returns whether a class name belongs to the hierarchy of a class, now or in the stored schema.
    private func isRelated(_ name: String, of type: any PersistentModel.Type) -> Bool {
        hierarchy(type).contains { member in
            var next: String? = member
            while let model = next {
                if model.isSame(inSQL: name) { return true }
                next = stored.superclass(of: model)
            }
            return false
        }
    }

    /// Returns the possible names of a relationship in the store, the current name first.
    private func names(of relationship: RelationshipShape) -> [String] {
        guard let earlier = relationship.relationship.earlierName,
            !relationship.owner.schemaMetadata.contains(where: { $0.name == earlier })
        else { return [relationship.name] }
        return [relationship.name, earlier]
    }

    /// Returns how a relationship was stored before, or nil if it is new.
    private func origin(of relationship: RelationshipShape) throws -> Origin? {
        let own = relationship.owner._$entityName
        for name in names(of: relationship) {
            if let property = stored.property(name, of: own) {
                guard let link = property.relationship, isRelated(link.target, of: relationship.target) else {
                    try refuse(property, of: own, as: relationship)
                    return nil
                }
                return (link.isToMany, try links(of: property.name, link, own, relationship))
            }
            // A class may now declare a relationship that its subclasses declared before.
            var found: Origin?
            for heir in kinds(of: relationship) where heir != own {
                guard let property = stored.property(name, of: heir), let link = property.relationship,
                    isRelated(link.target, of: relationship.target)
                else { continue }
                let links = try links(of: property.name, link, heir, relationship)
                let known = found?.links ?? []
                found = (link.isToMany, known + links.filter { !known.contains($0) })
            }
            if let found { return found }
        }
        return nil
    }

    /// Returns the names of the classes that have a relationship.
    private func kinds(of relationship: RelationshipShape) -> [String] {
        ModelHierarchy(of: relationship.owner, in: entities).kinds(of: relationship.owner).map(\.name)
    }

    private func links(
        of name: String, _ link: StoredSchema.Relationship, _ owner: String,
        _ relationship: RelationshipShape
    ) throws -> [StoredLinks] {
        let kinds = kinds(of: relationship)
        if !link.isToMany, let column = try column(name, of: owner, to: link, kinds) { return [column] }
        let columns = try inverseColumns(name, relationship)
        if !columns.isEmpty || !link.isToMany { return columns }
        let declaring = stored.declaring(name, of: owner)
        return try pairs(of: name, declaring, to: link.target, kinds).map { [$0] } ?? []
    }

    /// Returns the columns that stored a property's inverse in the tables of other classes.
    private func inverseColumns(
        _ name: String, _ relationship: RelationshipShape
    ) throws -> [StoredLinks] {
        var holders: [String: (link: StoredSchema.Relationship, classes: [String])] = [:]
        for other in hierarchy(relationship.target) {
            for back in stored.properties(of: other) {
                guard let link = back.relationship, !link.isToMany,
                    link.inverse?.isSame(inSQL: name) == true, isRelated(link.target, of: relationship.owner)
                else { continue }
                holders[back.name, default: (link, [])].classes.append(other)
            }
        }
        return try holders.sorted { $0.key < $1.key }.flatMap { name, holder in
            // Some of these classes may have had separate tables.
            let tables = Dictionary(grouping: holder.classes) { stored.table(of: $0).sqlFolded }
            return try tables.sorted { $0.key < $1.key }.compactMap { _, classes in
                try column(name, of: classes[0], to: holder.link, classes)?.reversed
            }
        }
    }

    /// Returns the column that stores a relationship in the table of a class, or nil.
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

    /// Returns the join table of a class's relationship, or nil.
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

    /// Returns the given classes if the table also contains records of other classes. Otherwise, returns an
    /// empty list.
    private func narrowed(_ kinds: [String], in table: String) throws -> [String] {
        try columns(of: table).contains(ModelHierarchy.typeColumn) ? kinds.sorted() : []
    }

    /// Returns the names of a table's columns in lower case, or none if the table is missing.
    private func columns(of table: String) throws -> Set<String> {
        Set(try connection.columnNames(of: table).map(\.sqlFolded))
    }

    /// Searches for join tables that were named after the other side. The recorded schemas don't contain
    /// these names.
    ///
    /// - Parameters:
    ///   - target: The new place of the links.
    ///   - kept: The join tables that stay.
    private func findPairs(for target: inout LinkTarget, excluding kept: Set<String>) throws {
        guard target.sources.isEmpty else { return }
        for side in target.lost {
            var candidates: [StoredLinks] = []
            for other in hierarchy(side.relationship.target) {
                for back in stored.properties(of: other) where stored.declaring(back.name, of: other) == other
                {
                    guard let link = back.relationship, link.isToMany,
                        isRelated(link.target, of: side.relationship.owner),
                        let pairs = try pairs(of: back.name, other, to: link.target, []),
                        !kept.contains(pairs.table), pairs.place == .pairs(hasTargetOrder: true)
                    else { continue }
                    candidates.append(pairs.reversed)
                }
            }
            if candidates.count > 1 {
                // It is unknown which of these tables belongs to this relationship. This matters only if one
                // of the tables has rows.
                let filled = try candidates.filter { try !isEmpty($0.table) }
                if filled.isEmpty { continue }
                throw problem(
                    side.relationship,
                    .otherType(
                        stored: "one of \(candidates.count) relationships",
                        wanted: "one to \(side.relationship.target._$entityName)"))
            }
            target.moved += candidates.map { side.isForward ? $0 : $0.reversed }
        }
        target.sources = target.moved
    }

    // MARK: - Links that can't be moved

    /// Throws if a property that isn't a compatible relationship becomes a relationship, unless no record has
    /// a value.
    private func refuse(
        _ property: StoredSchema.Property, of model: String, as relationship: RelationshipShape
    ) throws {
        let table = stored.table(of: model)
        let wanted = "a relationship to \(relationship.target._$entityName)"
        if try columns(of: table).contains(property.name.sqlFolded) {
            let values =
                "SELECT 1 FROM \(table.quotedSQL) WHERE \(property.name.quotedSQL) IS NOT NULL LIMIT 1"
            if try connection.value(values) == nil { return }
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

    /// Throws if a record has several links, but the new relationship is to-one.
    private func refuseMultipleLinks(_ target: LinkTarget, _ table: String) throws {
        guard let relationship = target.relationships.first, relationship.holdsKey else { return }
        let several = try connection.number(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) GROUP BY _source HAVING count(*) > 1)")
        if several > 0 { throw problem(relationship, .severalLinks(records: Int(several))) }
    }

    private func isEmpty(_ table: String) throws -> Bool {
        try connection.value("SELECT 1 FROM \(table.quotedSQL) LIMIT 1") == nil
    }

    private func problem(_ relationship: RelationshipShape, _ reason: MigrationProblem) -> ModelDataError {
        connection.cannotMigrate(relationship.owner._$entityName, relationship.name, reason)
    }
}
