extension Schema.Attribute.Option {
    /// The date of the last save that changed the record. Each save sets it automatically and ignores the
    /// program's value.
    ///
    /// ```swift
    /// @Model final class Issue {
    ///     @Attribute(.modificationDate) var modified = Date.now
    ///     init() {}
    /// }
    /// ```
    ///
    /// Use it for a `Date` or `Date?`. Objects get the new date when they are saved. If two contexts change
    /// the same record, the date never causes a conflict. To keep a date at insertion, see
    /// ``ModelContext/insert(_:keepingModificationDate:)``. Not in SwiftData; mirrors Core Data's derived
    /// attributes with `now()`.
    public static let modificationDate = Schema.Attribute.Option(name: "modificationDate")
}

extension ModelContext {
    /// Inserts an object and keeps its modification date, such as one from an imported file.
    ///
    /// ```swift
    /// issue.modified = written
    /// context.insert(issue, keepingModificationDate: true)
    /// ```
    ///
    /// Later saves that change the record set the date as usual. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - model: The new object.
    ///   - keepingModificationDate: Whether the first save keeps the value of the property with
    ///     ``Schema/Attribute/Option/modificationDate``.
    public func insert<T: PersistentModel>(_ model: T, keepingModificationDate: Bool) {
        model._$state.keepsModificationDate = keepingModificationDate
        insert(model)
    }
}
