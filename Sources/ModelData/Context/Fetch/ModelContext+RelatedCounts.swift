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
        let fetch = try RelatedFetch(relationship, where: predicate, in: self)
        if fetch.needsObjects { return try fetch.countsInMemory() }
        var counts: [PersistentIdentifier: Int] = [:]
        try fetch.forEachCount { row in
            counts[fetch.table.identifier(row.integer(-1))] = Int(row.integer(0))
        }
        return counts
    }
}
