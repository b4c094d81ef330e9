import Localization
import ModelData

/// A cache of the texts that Tab offers for arguments. The cache is emptied when the store changes.
///
/// A store may hold very many texts, and the user waits after pressing Tab. Therefore the texts are read
/// without creating model objects, and case and accents are removed only from texts that could match.
struct CompletionCache {
    private var known: [AnyKeyPath: [String]] = [:]

    /// Empties the cache.
    mutating func removeAll() { known = [:] }

    /// Returns the texts of a property that begin with the typed text, or, if there are none, the texts that
    /// contain it. A text that several records have is returned several times; the caller removes duplicates.
    mutating func matching<Model: PersistentModel>(
        _ typed: String, _ property: KeyPath<Model, String>, in context: ModelContext
    ) throws -> [String] {
        let texts = try known[property] ?? context.texts(of: property)
        known[property] = texts
        return Self.matching(typed, texts)
    }

    static func matching(_ typed: String, _ texts: [String]) -> [String] {
        let folded = SearchFold.fold(typed)
        guard let first = folded.utf8.first else { return texts }
        let beginning = texts.filter { text in
            // Folding converts an ASCII letter to its lower-case form. Therefore, comparing the first bytes
            // excludes most texts.
            if let begin = text.utf8.first, begin < 0x80, first < 0x80, begin | 0x20 != first | 0x20 {
                return false
            }
            return SearchFold.fold(text).hasPrefix(folded)
        }
        if !beginning.isEmpty { return beginning }
        return texts.filter { SearchFold.fold($0).contains(folded) }
    }
}

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
