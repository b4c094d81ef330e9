extension ModelContext {
    /// Returns one text property of all objects of a model, in the order of their record numbers, without
    /// creating objects.
    ///
    /// ```swift
    /// let titles = try context.texts(of: \Book.title)
    /// ```
    ///
    /// Unsaved changes are included, as in a fetch. This method is many times faster than a fetch, so it can
    /// provide completions while the user types.
    ///
    /// - Parameter property: A stored property of the model.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Not in SwiftData.
    public func texts<T: PersistentModel>(of property: KeyPath<T, String>) throws -> [String] {
        let table = try table(for: T.self)
        let plan = FetchPlan(FetchDescriptor<T>(), table)
        guard table.custom == nil, let index = table.keyPaths(T.self).column(of: property),
            table.allPendingRowDeletions.isEmpty,
            try Fetcher(self).pendingMatches(plan) == nil
        else {
            return try fetch(FetchDescriptor<T>()).map { $0[keyPath: property] }
        }
        let (sql, arguments) = plan.sql(
            selecting: "_id, \(table.layout.columns[index].quoted)", isLimited: false)
        var texts: [String] = []
        try table.session.forEachRow(sql, arguments) { row in
            // Skip values of other types, which another program may have written. Reading the object
            // reports them.
            if let text = try? row.text(0) { texts.append(text) }
        }
        return texts
    }
}
