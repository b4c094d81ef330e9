extension ModelContext {
    /// Throws what kept a property, a relationship or a record from being read since this or ``save()`` was last called.
    ///
    ///     let tags = books.map(\.tags)
    ///     try context.checkReads()
    ///
    /// A getter can't throw: where the store can't be read, a relationship is empty and a record is missing, and they
    /// are read again when they are next asked for. To be called before such an answer is shown or relied on. A save
    /// calls it by itself, so that nothing is kept that was decided on one; of what is saved without a call of it, see
    /// ``autosaveEnabled``.
    ///
    /// - Throws: ``ModelDataError``, as a fetch would have; once. `CancellationError` in a task that was cancelled, where
    ///   a read was waiting for a lock.
    ///
    /// Not in SwiftData.
    public func checkReads() throws {
        guard let error = deferredError else { return }
        deferredError = nil
        // Another task that was cancelled broke off its own wait.
        if error is CancellationError, !Task.isCancelled { return }
        throw error
    }

    /// Does what can fail for those who can't throw: the first failure is kept for ``checkReads()``, a broken-off wait only
    /// as long as there is no other.
    @discardableResult
    func reading<Result>(_ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            if deferredError == nil || deferredError is CancellationError { deferredError = error }
            return nil
        }
    }
}
