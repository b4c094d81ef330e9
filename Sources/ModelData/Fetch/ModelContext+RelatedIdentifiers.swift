import Foundation

extension ModelContext {
    /// Returns the identifiers of the related objects of each owner, with a single statement and without creating
    /// objects.
    ///
    /// ```swift
    /// let tags = try context.relatedIdentifiers(of: \Issue.tags, for: issues)
    /// for issue in issues { print(issue.title, tags[issue.persistentModelID]?.count ?? 0) }
    /// ```
    ///
    /// Unsaved changes are included. If there are any, the objects' relationships are read in memory. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - relationship: The to-many relationship.
    ///   - owners: The owners. Default: all objects of the model.
    ///   - predicate: The condition for the related objects. Default: all related objects.
    /// - Returns: The identifiers by owner, in no particular order. Owners without matching objects are left out.
    /// - Throws: ``ModelDataError/unknownProperty(model:property:)`` if the key path isn't a to-many
    ///   relationship; the errors of a fetch.
    public func relatedIdentifiers<Owner: PersistentModel, Related: PersistentModel>(
        of relationship: KeyPath<Owner, [Related]>, for owners: [Owner]? = nil,
        where predicate: Predicate<Related>? = nil
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
        let table = try table(for: Owner.self)
        let shape = table.layout.shape
        guard let column = table.keyPaths(Owner.self).column(of: relationship),
            case let index = shape.index(of: column), index >= 0
        else {
            throw ModelDataError.unknownProperty(model: Owner._$entityName, property: "\(relationship)")
        }
        if table.custom != nil { _ = try fetch(FetchDescriptor<Owner>()) }
        let plan = FetchPlan(FetchDescriptor(predicate: predicate), try self.table(for: Related.self))
        let types = table.layout.kindTypes + plan.table.layout.kindTypes
        // The statement doesn't return the classes. If several are possible, read the relationships in memory.
        if plan.filtersInMemory || changes.hasPending(Set(types.map { ObjectIdentifier($0) }))
            || table.layout.hierarchy != nil || plan.table.layout.hierarchy != nil
        {
            var identifiers: [PersistentIdentifier: [PersistentIdentifier]] = [:]
            for owner in try owners ?? fetch(FetchDescriptor<Owner>()) {
                let related = try owner[keyPath: relationship].filter { try plan.matches($0) }
                if !related.isEmpty {
                    identifiers[owner.persistentModelID] = related.map(\.persistentModelID)
                }
            }
            return identifiers
        }
        let records = owners.map { $0.map { $0._$state.record }.filter { $0 > 0 } }
        let (sql, arguments) = plan.relatedSQL(by: shape.relationships[index], records)
        var groups = RelatedGroups()
        try table.session.forEachRow(sql, arguments, needsFunctions: plan.needsFunctions) { row in
            if groups.owner != row.integer(-1) { groups.begin(row.integer(-1), in: table) }
            groups.append(plan.table.identifier(row.integer(0)))
        }
        groups.begin(0, in: table)
        return groups.identifiers
    }
}

/// Identifiers by owner, from rows in which all identifiers of an owner follow one another.
private struct RelatedGroups {
    private(set) var identifiers: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    private(set) var owner: Int64 = 0
    private var related: [PersistentIdentifier] = []

    /// Ends the last owner's group and begins that of another owner.
    mutating func begin(_ owner: Int64, in table: RegisteredTable) {
        if !related.isEmpty { identifiers[table.identifier(self.owner)] = related }
        self.owner = owner
        related = []
    }

    mutating func append(_ identifier: PersistentIdentifier) { related.append(identifier) }
}

extension FetchPlan {
    /// Returns a statement that finds the record numbers of owners and of their related objects, in the order of the
    /// owners.
    ///
    /// - Parameters:
    ///   - relationship: The relationship of the owners to objects of the plan's model.
    ///   - owners: The record numbers of the owners; `nil` for all.
    fileprivate func relatedSQL(
        by relationship: RelationshipShape, _ owners: [Int64]?
    ) -> (String, [StoredValue]) {
        let rows = table.layout.table
        let wanted = owners == nil ? "" : " AND owner IN (SELECT value FROM json_each(?))"
        let ownerArguments = owners.map { [StoredValue.list($0)] } ?? []
        guard let join = relationship.join else {
            let key = "\(rows).\((relationship.inverseName ?? "").quotedSQL)"
            let (sql, arguments) = sql(
                selecting: "\(key) AS owner, \(rows)._id AS related", isOrdered: false, isLimited: false)
            return (
                "SELECT owner, related FROM (\(sql)) WHERE owner IS NOT NULL\(wanted) ORDER BY owner",
                arguments + ownerArguments
            )
        }
        let own = relationship.isJoinSource ? "_source" : "_target"
        let other = relationship.isJoinSource ? "_target" : "_source"
        let pairs = "SELECT \(own) AS owner, \(other) AS related FROM \(join.table)"
        guard descriptor.predicate != nil else {
            return ("SELECT owner, related FROM (\(pairs)) WHERE 1\(wanted) ORDER BY owner", ownerArguments)
        }
        // Looks up each related row. With IN, SQLite would first collect all rows that fulfil the predicate.
        let (sql, arguments) = sql(selecting: "\(rows)._id AS found", isOrdered: false, isLimited: false)
        return (
            "SELECT owner, related FROM (\(pairs)) WHERE EXISTS (SELECT 1 FROM (\(sql)) WHERE found = related)"
                + "\(wanted) ORDER BY owner", arguments + ownerArguments
        )
    }
}
