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
}
