import Localization
import ModelData

/// The texts that complete arguments, kept for as long as the store doesn't change.
///
/// There may be very many of them, and a person waits for Tab: they are read without making objects, and only those
/// that go with what was typed are looked at closely.
struct LiveTexts {
    private var known: [AnyKeyPath: [String]] = [:]

    /// Forgets what was read.
    mutating func removeAll() { known = [:] }

    /// The texts of a property that begin with what was typed, or else those that contain it. One that several records
    /// have stands there several times: whoever offers them drops what repeats.
    mutating func matching<Model: PersistentModel>(
        _ typed: String, _ property: KeyPath<Model, String>, in context: ModelContext
    ) throws -> [String] {
        let texts = try known[property] ?? context.texts(of: property)
        known[property] = texts
        return Self.matching(typed, texts)
    }

    static func matching(_ typed: String, _ texts: [String]) -> [String] {
        let folded = Localization.SearchFold.fold(typed)
        guard let first = folded.utf8.first else { return texts }
        let beginning = texts.filter { text in
            // A letter of ASCII folds to a small letter of ASCII, which rules most texts out.
            if let begin = text.utf8.first, begin < 0x80, first < 0x80, begin | 0x20 != first | 0x20 {
                return false
            }
            return Localization.SearchFold.fold(text).hasPrefix(folded)
        }
        if !beginning.isEmpty { return beginning }
        return texts.filter { Localization.SearchFold.fold($0).contains(folded) }
    }
}
