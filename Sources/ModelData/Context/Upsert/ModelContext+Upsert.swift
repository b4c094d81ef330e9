import Foundation

extension ModelContext {
    /// Writes plain values to the store without creating objects: existing records with the same unique
    /// values are updated, the others are inserted.
    ///
    /// ```swift
    /// struct Row { var isbn: String; var title: String }
    /// let result = try context.upsert(
    ///     Book.self, contentsOf: rows, by: [\.isbn],
    ///     setting: [.set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }])
    /// print(result.inserted, result.updated)
    /// ```
    ///
    /// All values are written in one transaction and are one step of undo. If a transaction is already open,
    /// the values become part of it. Properties that aren't set keep their values; in new records they get
    /// their defaults. Registered objects are refreshed; objects with unsaved changes are merged when they
    /// are saved. ``mergePolicy`` decides about existing records: they are updated, kept if the store's
    /// values win, or cause an error with `.error`. Not in SwiftData.
    ///
    /// Unsaved deletions of the model's objects are written first. In an open transaction this saves all
    /// pending changes. Outside a transaction, unsaved deletions cause an error, so save or roll back before
    /// the call.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - values: The plain values, which are iterated once.
    ///   - keys: The properties that identify a record; they must be unique together. Default: the first
    ///     group of unique properties that are all set.
    ///   - columns: The properties to set, and their values.
    /// - Returns: The numbers of inserted, updated and unchanged records.
    /// - Throws: ``ModelDataError/noUniqueKey(model:properties:)``,
    ///   ``ModelDataError/notUnique(model:properties:values:)``,
    ///   ``ModelDataError/invalidValue(model:property:record:problem:)``, errors of the closures or of
    ///   writing; ``ModelDataError/unsavedChanges`` if objects of the model have unsaved deletions and no
    ///   transaction is open. In all cases nothing is written.
    @discardableResult
    public func upsert<T: PersistentModel, Values: Sequence>(
        _ model: T.Type, contentsOf values: Values, by keys: [PartialKeyPath<T>]? = nil,
        setting columns: [UpsertColumn<T, Values.Element>]
    ) throws -> UpsertResult {
        let table = try table(for: T.self)
        try table.custom?.refuse("upserts", of: table.layout.name)
        let session = table.session
        let history = HistoryWriter(session: session, author: author, note: transactionNote)
        let source = UpsertSource<Values.Element>()
        var writer = try PlainValues(table, columns, source).writer(by: keys, policy: mergePolicy)
        var result = UpsertResult()
        try DeleteRules(context: self).saveDeletions(in: [table.layout.table])
        try ContextWriter(self).performAndCommit(on: session) {
            do {
                for element in values {
                    try withUnsafePointer(to: element) { pointer in
                        source.element = pointer
                        result.count(try writer.write(()))
                    }
                    if writer.records.unwritten >= 20_000 { try writer.records.flush(to: history) }
                }
            } catch let rejection as RejectedEntry {
                throw rejection.error
            }
            try writer.records.flush(to: history)
        }
        if openTransaction == nil { transactionNote = nil }
        table.refreshObjects(of: writer.records.touched)
        if !writer.records.changes.isEmpty { writer.records.changes.post(by: self) }
        return result
    }

    /// Returns the first object that a predicate finds, or inserts a new one.
    ///
    /// ```swift
    /// let book = try context.findOrInsert(where: #Predicate<Book> { $0.title == "Solaris" }) {
    ///     Book(title: "Solaris", author: "Lem")
    /// }
    /// ```
    ///
    /// Unsaved objects are found too. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - predicate: The condition for the object.
    ///   - make: Creates the object if there is none.
    /// - Returns: The object.
    /// - Throws: The errors of `make`, and ``ModelDataError`` if the store can't be read.
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

    /// Returns the object whose property has a value, or inserts a new object.
    ///
    /// ```swift
    /// let book = try context.findOrInsert(\.isbn, "978") { Book(isbn: "978") }
    /// ```
    ///
    /// Unsaved objects are found too. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - keyPath: The property, usually a unique one.
    ///   - value: Its value.
    ///   - make: Creates an object with the value if there is none.
    /// - Returns: The object.
    /// - Throws: The errors of `make`, and ``ModelDataError`` if the store can't be read.
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
