extension Schema.Attribute.Option {
    /// The date of the last save that changed the record: set by itself, whatever the program sets.
    ///
    ///     @Attribute(.modificationDate) var modified = Date.now
    ///
    /// It belongs on a `Date` or `Date?`. Objects have the new date once they are saved; two contexts that
    /// change the same record never conflict in it. Not in SwiftData; mirrors what Core Data's derived
    /// attributes do with `now()`.
    public static let modificationDate = Schema.Attribute.Option(name: "modificationDate")
}

extension Schema.Attribute {
    /// Whether the store's own writing sets the value.
    var isDerived: Bool { options.contains(.modificationDate) }
}
