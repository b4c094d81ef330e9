extension ModelContext {
    /// Throws the error of a property, relationship or record that couldn't be read since the last call of
    /// this method or of ``save()``.
    ///
    /// ```swift
    /// let tags = books.map(\.tags)
    /// try context.checkReads()
    /// ```
    ///
    /// Getters can't throw. If the store can't be read, a relationship is empty and a record is missing;
    /// the next access reads again. Call this method before you show or rely on such a value. ``save()``
    /// calls it automatically, so that no change is saved that was based on a failed read. For autosave,
    /// see ``autosaveEnabled``.
    ///
    /// - Throws: The ``ModelDataError`` that a fetch would have thrown, or that of
    ///   ``ModelContainer/deleteAllData()``, or of a read of an object whose context is gone. Each error is thrown once.
    ///   `CancellationError` in a cancelled task, if a read was waiting for a lock.
    ///
    /// Not in SwiftData.
    public func checkReads() throws {
        if let failure = core.failure.withLock({ $0.take() }) { throw failure }
        guard let error = deferredError else { return }
        deferredError = nil
        // If another task's read was cancelled, don't cancel this task.
        if error is CancellationError, !Task.isCancelled { return }
        throw error
    }

    /// Runs work for a caller that can't throw, and keeps the first error for ``checkReads()``.
    ///
    /// If a wait for a lock was cancelled, its error is kept only until another error occurs.
    @discardableResult
    func deferringErrors<Result>(_ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            if deferredError == nil || deferredError is CancellationError { deferredError = error }
            return nil
        }
    }
}
