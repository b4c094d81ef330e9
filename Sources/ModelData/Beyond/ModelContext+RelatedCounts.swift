import Foundation

extension ModelContext {
    /// How many objects each owner of a to-many relationship has, as far as a predicate holds for them; asked with
    /// one statement, and without making objects of either side.
    ///
    ///     let open = try context.relatedCounts(of: \Tag.issues, where: #Predicate { $0.closed == nil })
    ///     for tag in tags { print(tag.name, open[tag.persistentModelID] ?? 0) }
    ///
    /// Unsaved changes count too; where there are any, the objects are looked at. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - relationship: the relationship.
    ///   - predicate: which of the related objects count; all, when nil.
    /// - Returns: the numbers by owner, without the owners that have none.
    /// - Throws: ``ModelDataError/unknownProperty(model:property:)`` where the key path is no to-many relationship,
    ///   and what a fetch can throw.
    public func relatedCounts<Owner: PersistentModel, Related: PersistentModel>(
        of relationship: KeyPath<Owner, [Related]>, where predicate: Predicate<Related>? = nil
    ) throws -> [PersistentIdentifier: Int] {
        let owners = try table(for: Owner.self)
        let shape = owners.layout.shape
        guard let column = owners.keyPaths(Owner.self).column(of: relationship),
            case let index = shape.index(of: column), index >= 0
        else {
            throw ModelDataError.unknownProperty(model: Owner._$entityName, property: "\(relationship)")
        }
        let plan = FetchPlan(FetchDescriptor(predicate: predicate), try table(for: Related.self))
        let types = owners.layout.kindTypes + plan.table.layout.kindTypes
        // Of which class each owner is, the statement doesn't say.
        if plan.filtersInMemory || hasPending(Set(types.map { ObjectIdentifier($0) }))
            || owners.layout.family != nil
        {
            return try countedInMemory(relationship, plan.descriptor)
        }
        let (sql, arguments) = plan.countSQL(by: shape.relationships[index])
        return try owners.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            var counts: [PersistentIdentifier: Int] = [:]
            for row in try connection.rows(sql, arguments) {
                guard case .integer(let owner)? = row.first, case .integer(let count)? = row.last else {
                    continue
                }
                counts[PersistentIdentifier(origin: owners.layout.origin, number: owner)] = Int(count)
            }
            return counts
        }
    }

    private func countedInMemory<Owner: PersistentModel, Related: PersistentModel>(
        _ relationship: KeyPath<Owner, [Related]>, _ descriptor: FetchDescriptor<Related>
    ) throws -> [PersistentIdentifier: Int] {
        let related = Set(try fetch(descriptor).map(ObjectIdentifier.init))
        var counts: [PersistentIdentifier: Int] = [:]
        for owner in try fetch(FetchDescriptor<Owner>()) {
            let count = owner[keyPath: relationship].count { related.contains(ObjectIdentifier($0)) }
            if count > 0 { counts[owner.persistentModelID] = count }
        }
        return counts
    }
}

extension FetchPlan {
    /// The statement that counts the rows of the plan by the objects that a relationship leads to them from.
    fileprivate func countSQL(by relationship: RelationshipShape) -> (String, [StoredValue]) {
        let rows = table.layout.table
        guard let join = relationship.join else {
            let key = "\(rows).\((relationship.inverseName ?? "").quotedSQL)"
            let (sql, arguments) = sql(selecting: "\(key) AS owner", isOrdered: false, isLimited: false)
            return (
                "SELECT owner, count(*) FROM (\(sql)) WHERE owner IS NOT NULL GROUP BY owner", arguments
            )
        }
        let own = relationship.leadsJoin ? "_source" : "_target"
        let other = relationship.leadsJoin ? "_target" : "_source"
        guard descriptor.predicate != nil else {
            return ("SELECT \(own), count(*) FROM \(join.table) GROUP BY \(own)", [])
        }
        let (sql, arguments) = sql(selecting: "\(rows)._id", isOrdered: false, isLimited: false)
        return (
            "SELECT \(own), count(*) FROM \(join.table) WHERE \(other) IN (\(sql)) GROUP BY \(own)", arguments
        )
    }
}
