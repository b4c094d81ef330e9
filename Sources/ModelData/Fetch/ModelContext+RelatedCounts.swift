import Foundation

extension ModelContext {
    /// Returns the number of related objects of each owner, with a single statement and without creating
    /// objects.
    ///
    /// ```swift
    /// let open = try context.relatedCounts(of: \Tag.issues, where: #Predicate { $0.closed == nil })
    /// for tag in tags { print(tag.name, open[tag.persistentModelID] ?? 0) }
    /// ```
    ///
    /// Unsaved changes are included. If there are any, the objects are counted in memory. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - relationship: The to-many relationship.
    ///   - predicate: The condition for the related objects to count. Default: all related objects.
    /// - Returns: The counts by owner. Owners without matching objects are left out.
    /// - Throws: ``ModelDataError/unknownProperty(model:property:)`` if the key path isn't a to-many
    ///   relationship; the errors of a fetch.
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
        if owners.custom != nil { _ = try fetch(FetchDescriptor<Owner>()) }
        let plan = FetchPlan(FetchDescriptor(predicate: predicate), try table(for: Related.self))
        let types = owners.layout.kindTypes + plan.table.layout.kindTypes
        // The statement doesn't return the class of each owner. If several classes are possible, count in
        // memory.
        if plan.filtersInMemory || changes.hasPending(Set(types.map { ObjectIdentifier($0) }))
            || owners.layout.hierarchy != nil
        {
            let related = Set(try fetch(plan.descriptor).map(ObjectIdentifier.init))
            var counts: [PersistentIdentifier: Int] = [:]
            for owner in try fetch(FetchDescriptor<Owner>()) {
                let count = owner[keyPath: relationship].count { related.contains(ObjectIdentifier($0)) }
                if count > 0 { counts[owner.persistentModelID] = count }
            }
            return counts
        }
        let (sql, arguments) = plan.countSQL(by: shape.relationships[index])
        var counts: [PersistentIdentifier: Int] = [:]
        try owners.session.forEachRow(sql, arguments, needsFunctions: plan.needsFunctions) { row in
            counts[owners.identifier(row.integer(-1))] = Int(row.integer(0))
        }
        return counts
    }

}

extension FetchPlan {
    /// Returns a statement that counts the plan's rows for each owner.
    fileprivate func countSQL(by relationship: RelationshipShape) -> (String, [StoredValue]) {
        let rows = table.layout.table
        guard let join = relationship.join else {
            let key = "\(rows).\((relationship.inverseName ?? "").quotedSQL)"
            let (sql, arguments) = sql(selecting: "\(key) AS owner", isOrdered: false, isLimited: false)
            return (
                "SELECT owner, count(*) FROM (\(sql)) WHERE owner IS NOT NULL GROUP BY owner", arguments
            )
        }
        let own = relationship.isJoinSource ? "_source" : "_target"
        let other = relationship.isJoinSource ? "_target" : "_source"
        guard descriptor.predicate != nil else {
            return ("SELECT \(own), count(*) FROM \(join.table) GROUP BY \(own)", [])
        }
        let (sql, arguments) = sql(selecting: "\(rows)._id", isOrdered: false, isLimited: false)
        return (
            "SELECT \(own), count(*) FROM \(join.table) WHERE \(other) IN (\(sql)) GROUP BY \(own)", arguments
        )
    }
}
