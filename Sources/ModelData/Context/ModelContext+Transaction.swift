import Foundation

extension ModelContext {
    /// Runs a block and saves what it did; when it throws, nothing is saved.
    ///
    ///     try context.transaction {
    ///         for title in titles { context.insert(Book(title: title)) }
    ///     }
    ///
    /// The block may save: all its saves are one transaction, and one step of undo. Inside an open
    /// transaction it becomes a part of that.
    ///
    /// - Parameter block: what is done.
    /// - Throws: what the block throws, or ``ModelDataError``.
    ///
    /// Mirrors SwiftData's `transaction(block:)`.
    public func transaction(block: () throws -> Void) throws {
        if isInTransaction {
            try block()
            return try save()
        }
        try beginTransaction()
        do {
            try block()
            try commitTransaction()
        } catch {
            rollbackTransaction()
            throw error
        }
    }

    /// Deletes all objects of a model that a predicate holds for.
    ///
    ///     try context.delete(model: Book.self, where: #Predicate { $0.rating == 1 })
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - predicate: which objects; all when nil.
    ///   - includeSubclasses: whether objects of subclasses count.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `delete(model:where:includeSubclasses:)`.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        for object in try fetch(FetchDescriptor<T>(predicate: predicate)) { delete(object) }
    }
}
