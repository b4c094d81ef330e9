import Foundation

extension ModelContext {
    /// Runs a block and saves what it did; when it throws, nothing is saved.
    ///
    ///     try context.transaction {
    ///         for title in titles { context.insert(Book(title: title)) }
    ///     }
    ///
    /// The block may save: all its saves are one transaction, and one step of undo. Inside an open
    /// transaction it becomes a part of that. When it throws there, that can only be rolled back, also where the error is
    /// caught; whoever wants to go on without what failed looks for what is wrong before changing anything.
    ///
    /// A container of several stores has one transaction of SQLite in each, which become final one after the
    /// other. Where a crash comes between them, opening the container takes back what the first ones have, so
    /// that all of it is there or nothing; as long as the stores are opened together, and nobody changed one
    /// alone before. Another process may see a part for the moment between.
    ///
    /// - Parameter block: what is done.
    /// - Throws: what the block throws, or ``ModelDataError``.
    ///
    /// Mirrors SwiftData's `transaction(block:)`.
    public func transaction(block: () throws -> Void) throws {
        if isInTransaction {
            do {
                try block()
                return try save()
            } catch {
                // What the block did can't be told from what was there before.
                if openTransaction?.failure == nil { openTransaction?.failure = error }
                throw error
            }
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
