import Foundation

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
