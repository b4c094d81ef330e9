extension Schema.Attribute.Option {
    /// The date of the last save that changed the record: set by itself, whatever the program sets, but for
    /// ``ModelContext/insert(_:keepingModificationDate:)``.
    ///
    ///     @Attribute(.modificationDate) var modified = Date.now
    ///
    /// It belongs on a `Date` or `Date?`. Objects have the new date once they are saved; two contexts that
    /// change the same record never conflict in it. Not in SwiftData; mirrors what Core Data's derived
    /// attributes do with `now()`.
    public static let modificationDate = Schema.Attribute.Option(name: "modificationDate")
}

extension ModelContext {
    /// Inserts an object that was changed last at another time than now, such as one from a file.
    ///
    ///     issue.modified = written
    ///     context.insert(issue, keepingModificationDate: true)
    ///
    /// Later saves that change the record set its date as always. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - model: the new object.
    ///   - keepingModificationDate: whether the first save keeps what it has in its
    ///     ``Schema/Attribute/Option/modificationDate``.
    public func insert<T: PersistentModel>(_ model: T, keepingModificationDate: Bool) {
        model._$state.keepsModificationDate = keepingModificationDate
        insert(model)
    }
}

extension Schema.Attribute {
    /// Whether the store's own writing sets the value.
    var isDerived: Bool { options.contains(.modificationDate) }
}
