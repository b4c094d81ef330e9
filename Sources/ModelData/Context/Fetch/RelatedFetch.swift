import Foundation

/// A to-many relationship of all objects of a model, or of some, and the related objects to find.
struct RelatedFetch<Owner: PersistentModel, Related: PersistentModel> {
    private let context: ModelContext
    private let keyPath: KeyPath<Owner, [Related]>
    private let relationship: RelationshipShape
    /// The table of the owners.
    let table: RegisteredTable
    /// Finds the related objects.
    let plan: FetchPlan<Related>
    /// Whether the relationships must be read in memory. SQL knows neither unsaved changes nor all predicates, and
    /// the statement doesn't return the classes of the owners.
    let needsObjects: Bool

    /// - Throws: ``ModelDataError/unknownProperty(model:property:)`` if the key path isn't a to-many
    ///   relationship.
    init(
        _ keyPath: KeyPath<Owner, [Related]>, where predicate: Predicate<Related>?, in context: ModelContext
    ) throws {
        self.context = context
        self.keyPath = keyPath
        table = try context.table(for: Owner.self)
        let shape = table.layout.shape
        guard let column = table.keyPaths(Owner.self).column(of: keyPath),
            case let index = shape.index(of: column), index >= 0
        else {
            throw ModelDataError.unknownProperty(model: Owner._$entityName, property: "\(keyPath)")
        }
        relationship = shape.relationships[index]
        if table.custom != nil { _ = try context.fetch(FetchDescriptor<Owner>()) }
        plan = FetchPlan(FetchDescriptor(predicate: predicate), try context.table(for: Related.self))
        let types = table.layout.kindTypes + plan.table.layout.kindTypes
        needsObjects =
            plan.filtersInMemory || context.changes.hasPending(Set(types.map { ObjectIdentifier($0) }))
            || table.layout.hierarchy != nil
    }

    /// Reads the relationships of owners, or of all objects of the model, and returns the identifiers of the related
    /// objects.
    func identifiersInMemory(
        of owners: [Owner]? = nil
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
        var identifiers: [PersistentIdentifier: [PersistentIdentifier]] = [:]
        for owner in try owners ?? context.fetch(FetchDescriptor<Owner>()) {
            // A deleted object stays in the arrays until its delete rules are applied.
            let related = try owner[keyPath: keyPath].filter { try !$0.isGone && plan.matches($0) }
            if !related.isEmpty {
                identifiers[owner.persistentModelID] = related.map(\.persistentModelID)
            }
        }
        return identifiers
    }

    /// Counts the related objects of all owners. One fetch reads the related objects.
    func countsInMemory() throws -> [PersistentIdentifier: Int] {
        let related = Set(try context.fetch(plan.descriptor).map(ObjectIdentifier.init))
        var counts: [PersistentIdentifier: Int] = [:]
        for owner in try context.fetch(FetchDescriptor<Owner>()) {
            let count = owner[keyPath: keyPath].count { related.contains(ObjectIdentifier($0)) }
            if count > 0 { counts[owner.persistentModelID] = count }
        }
        return counts
    }

    /// Calls a closure for each owner with related objects, with a row of the owner's record number and of the number
    /// of related objects.
    func forEachCount(_ body: (ModelRow) throws -> Void) throws {
        let (pairs, arguments) = pairs(selectingRelated: false)
        try table.session.forEachRow(
            "SELECT owner, count(*) FROM \(pairs) GROUP BY owner", arguments,
            needsFunctions: plan.needsFunctions, body)
    }

    /// Calls a closure for each related object, with a row of the record numbers of its owner and of the object.
    ///
    /// - Parameter owners: The record numbers of the owners; nil for all.
    func forEachPair(of owners: [Int64]?, _ body: (ModelRow) throws -> Void) throws {
        let (pairs, arguments) = pairs(selectingRelated: true)
        let wanted = owners == nil ? "" : " AND owner IN (SELECT value FROM json_each(?))"
        try table.session.forEachRow(
            "SELECT owner, related FROM \(pairs)\(wanted)", arguments + (owners.map { [.list($0)] } ?? []),
            needsFunctions: plan.needsFunctions, body)
    }

    /// Returns the FROM and WHERE clauses of a statement on pairs of an owner and a related object, and its arguments.
    ///
    /// - Parameter selectsRelated: Whether the column `related` is needed, as well as `owner`.
    private func pairs(selectingRelated selectsRelated: Bool) -> (String, [StoredValue]) {
        let rows = plan.table.layout.table
        guard let join = relationship.join else {
            let key = "\(rows).\((relationship.inverseName ?? "").quotedSQL) AS owner"
            let (sql, arguments) = plan.sql(
                selecting: selectsRelated ? "\(key), \(rows)._id AS related" : key, isOrdered: false,
                isLimited: false)
            return ("(\(sql)) WHERE owner IS NOT NULL", arguments)
        }
        let (own, other) = relationship.isJoinSource ? ("_source", "_target") : ("_target", "_source")
        let pairs = "(SELECT \(own) AS owner, \(other) AS related FROM \(join.table))"
        if plan.descriptor.predicate == nil { return ("\(pairs) WHERE 1", []) }
        let (sql, arguments) = plan.sql(
            selecting: "\(rows)._id AS found", isOrdered: false, isLimited: false)
        // With IN, SQLite first collects all rows that fulfil the predicate. For the pairs of a few owners, it is
        // faster to look up each related row.
        let condition =
            selectsRelated ? "EXISTS (SELECT 1 FROM (\(sql)) WHERE found = related)" : "related IN (\(sql))"
        return ("\(pairs) WHERE \(condition)", arguments)
    }
}
