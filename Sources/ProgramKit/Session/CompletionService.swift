import ModelData

/// The texts of a store that Tab offers for arguments.
@MainActor
final class CompletionService {
    private let store: StoreService
    private var cache = CompletionCache()

    init(_ store: StoreService) { self.store = store }

    /// Forgets the texts, because the store changes.
    func empty() { cache.removeAll() }

    /// Returns the texts of a property that begin with the typed text, or, if there are none, the texts that
    /// contain it. Case and accents are ignored. The texts are cached until the store changes.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    func texts<Model: PersistentModel>(
        of property: KeyPath<Model, String>, matching typed: String
    ) throws -> [String] {
        try store.mergeExternalChanges()
        return try cache.matching(typed, property, in: store.context)
    }
}
