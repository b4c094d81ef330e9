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

extension ModelContext {
    /// Returns the number of objects that an object is related to, without creating them.
    ///
    /// ```swift
    /// let count = try context.relatedCount(shelf, \.books)
    /// ```
    ///
    /// Unsaved changes are included. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - relationship: Its to-many relationship.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func relatedCount<T: PersistentModel, Related: RelationshipCollection>(
        _ model: T, _ relationship: KeyPath<T, Related>
    ) throws -> Int {
        guard let column = try table(for: T.self).keyPaths(T.self).column(of: relationship),
            let links = model._$state.links
        else { return model[keyPath: relationship].relatedModels.count }
        let index = links.shape.index(of: column)
        // A loaded relationship needs no query, and only the objects know unsaved changes.
        guard index >= 0, !links[index].isLoaded, links[index].detail == nil,
            !changes.hasPending(try registry.kinds(of: links.shape.relationships[index].target))
        else { return model[keyPath: relationship].relatedModels.count }
        let relationship = links.shape.relationships[index]
        let table = try table(for: relationship.target)
        let source = RelatedRowsSQL(relationship, in: table.layout)
        return try table.session.connection.perform { connection in
            Int(try connection.number("SELECT count(*) FROM \(source.rows)", .list([model._$state.record])))
        }
    }

}

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
        let fetch = try RelatedFetch(relationship, where: predicate, in: self)
        if fetch.needsObjects { return try fetch.countsInMemory() }
        var counts: [PersistentIdentifier: Int] = [:]
        try fetch.forEachCount { row in
            counts[fetch.table.identifier(row.integer(-1))] = Int(row.integer(0))
        }
        return counts
    }
}

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
        let fetch = try RelatedFetch(relationship, where: predicate, in: self)
        // The statement doesn't return the classes of the related objects either.
        if fetch.needsObjects || fetch.plan.table.layout.hierarchy != nil {
            return try fetch.identifiersInMemory(of: owners)
        }
        var related: [Int64: [PersistentIdentifier]] = [:]
        // A closure: with a key path to the number here, each access to a state's number is checked at run time.
        let records = owners.map { $0.map { $0._$state.record }.filter { $0 > 0 } }
        try fetch.forEachPair(of: records) { row in
            related[row.integer(-1), default: []].append(fetch.plan.table.identifier(row.integer(0)))
        }
        return Dictionary(uniqueKeysWithValues: related.map { (fetch.table.identifier($0), $1) })
    }
}
