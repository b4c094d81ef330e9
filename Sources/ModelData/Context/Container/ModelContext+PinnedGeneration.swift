extension ModelContext {
    /// Pins the current generation of the stores: later writes throw if a store's content was replaced.
    ///
    /// ```swift
    /// try context.pinGeneration()
    /// defer { context.unpinGeneration() }
    /// ```
    ///
    /// `restore` and `repair` replace a store's content and its generation number. A program pins the
    /// generation before it shows records to the user, so that the user's answer can't be applied to other
    /// content. Changes of single records keep the generation.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be read.
    package func pinGeneration() throws {
        for session in try allSessions() where !session.store.isInMemory {
            try session.connection.perform { _ in try session.pinGeneration() }
        }
    }

    /// Checks that the pinned generation is still the current one.
    ///
    /// - Throws: ``ModelDataError/contentReplaced(path:)`` if the store has another generation now.
    package func checkGeneration() throws {
        for session in registry.sessions.open {
            try session.connection.perform { _ in try session.checkGeneration() }
        }
    }

    /// Unpins the generation, so that later writes no longer check it.
    package func unpinGeneration() {
        for session in registry.sessions.open { session.unpinGeneration() }
    }
}
