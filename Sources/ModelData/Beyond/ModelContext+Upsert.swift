import Foundation

extension ModelContext {
    /// Writes plain values to the store: records with a unique value that exists already are updated, the
    /// others inserted, all in one transaction and without making objects.
    ///
    ///     struct Row { var isbn: String; var title: String }
    ///     let result = try context.upsert(
    ///         Book.self, contentsOf: rows, by: [\.isbn],
    ///         setting: [.set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }])
    ///     print(result.inserted, result.updated)
    ///
    /// It is done at once, or with the open transaction, and is one step of undo. Properties that aren't
    /// set keep their values, or have their defaults in new records. Objects that the context has follow;
    /// those with unsaved changes are merged when they are saved. Records that exist are settled by
    /// ``mergePolicy``: updated, left alone where the store's values win, an error under `.error`. Not in
    /// SwiftData.
    ///
    /// Deletions of the model's objects come first. Those that aren't saved are within an open transaction, with all
    /// else that waits for a save; outside of one, save or roll them back before.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - values: the plain values, which are gone through once.
    ///   - keys: the properties by which records are found, which must be unique together; the first group
    ///     of unique properties of which all are set, when nil.
    ///   - columns: what is written to which property.
    /// - Returns: how many records were inserted, updated and left as they were.
    /// - Throws: ``ModelDataError/noUniqueKey(model:properties:)``,
    ///   ``ModelDataError/notUnique(model:properties:values:)``,
    ///   ``ModelDataError/invalidValue(model:property:record:problem:)``, what the closures throw, or what
    ///   writing can throw; ``ModelDataError/unsavedChanges`` where objects of the model were deleted and that isn't
    ///   saved, outside of a transaction. Nothing is written then.
    @discardableResult
    public func upsert<T: PersistentModel, Values: Sequence>(
        _ model: T.Type, contentsOf values: Values, by keys: [PartialKeyPath<T>]? = nil,
        setting columns: [UpsertColumn<T, Values.Element>]
    ) throws -> UpsertResult {
        let table = try table(for: T.self)
        let session = table.session
        let history = HistoryWriter(session: session, author: author, note: transactionNote)
        let source = UpsertSource<Values.Element>()
        var operation = try UpsertOperation(
            table, keys: keys, columns: columns, source: source, policy: mergePolicy, history: history)
        try writeEarlierDeletions(in: [table.layout.table])
        try writing(to: session) {
            for element in values {
                try withUnsafePointer(to: element) { pointer in
                    source.element = pointer
                    try operation.write()
                }
            }
            try operation.finish()
        }
        if openTransaction == nil {
            try commit(session)
            transactionNote = nil
        }
        follow(operation.records.touched, in: table)
        if !operation.records.changes.isEmpty { announce(operation.records.changes) }
        return operation.result
    }

    /// The object that a predicate finds first, or a new one that is inserted.
    ///
    ///     let book = try context.findOrInsert(where: #Predicate<Book> { $0.title == "Solaris" }) {
    ///         Book(title: "Solaris", author: "Lem")
    ///     }
    ///
    /// Unsaved objects are found too. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - predicate: which object.
    ///   - make: makes the object where there is none.
    /// - Throws: what `make` throws, and ``ModelDataError`` when the store can't be read.
    @discardableResult
    public func findOrInsert<T: PersistentModel>(
        where predicate: Predicate<T>, make: () throws -> T
    ) throws -> T {
        var descriptor = FetchDescriptor<T>(predicate: predicate)
        descriptor.fetchLimit = 1
        if let found = try fetch(descriptor).first { return found }
        let object = try make()
        insert(object)
        return object
    }

    /// The object with a value in a property, or a new one that is inserted.
    ///
    ///     let book = try context.findOrInsert(\.isbn, "978") { Book(isbn: "978") }
    ///
    /// Unsaved objects are found too. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - keyPath: the property, most often a unique one.
    ///   - value: its value.
    ///   - make: makes the object where there is none.
    /// - Throws: what `make` throws, and ``ModelDataError`` when the store can't be read.
    @discardableResult
    public func findOrInsert<T: PersistentModel, Value: Equatable & Codable & Sendable>(
        _ keyPath: KeyPath<T, Value> & Sendable, _ value: Value, make: () throws -> T
    ) throws -> T {
        let predicate = Predicate<T> { object in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(object), keyPath: keyPath),
                rhs: PredicateExpressions.build_Arg(value))
        }
        return try findOrInsert(where: predicate, make: make)
    }
}
