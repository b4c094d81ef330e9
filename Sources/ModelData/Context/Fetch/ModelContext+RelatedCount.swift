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
