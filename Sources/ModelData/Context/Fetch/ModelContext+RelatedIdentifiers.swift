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
