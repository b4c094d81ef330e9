extension ModelContext {
    /// Has everything that is written from now on be refused where the stores' content becomes another one meanwhile:
    /// where a copy takes a store's place, or it is repaired.
    ///
    ///     try context.holdToContent()
    ///     defer { context.letGoOfContent() }
    ///
    /// A program that lets a person look at records, and then writes what was said of them, calls it before. What others
    /// change in single records is no other content.
    ///
    /// - Throws: ``ModelDataError`` when a store can't be read.
    package func holdToContent() throws {
        for session in try allSessions() where !session.store.isInMemory {
            try session.connection.perform { _ in try session.holdToContent() }
        }
    }

    /// Makes sure that the content is the one that was held to.
    ///
    /// - Throws: ``ModelDataError/contentReplaced(path:)`` where it isn't.
    package func checkContent() throws {
        for session in openSessions { try session.connection.perform { _ in try session.checkContent() } }
    }

    /// Ends what ``holdToContent()`` began.
    package func letGoOfContent() {
        for session in openSessions { session.letGoOfContent() }
    }
}
