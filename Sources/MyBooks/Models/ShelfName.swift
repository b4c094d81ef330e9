import Localization
import Shell

/// The name of a shelf as the user or a file writes it.
struct ShelfName: Hashable, Sendable {
    /// The name without surrounding white space.
    let text: String
    /// The form for comparing names, with case and accents folded.
    let key: String

    /// Makes a name; `nil` for white space.
    init?(_ written: String) {
        text = written.collapsingSpaces
        if text.isEmpty { return nil }
        let folded = SearchFold.fold(text)
        // A name of combining accents alone folds to an empty text.
        key = folded.isEmpty ? text : folded
    }

    static func == (left: ShelfName, right: ShelfName) -> Bool { left.key == right.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ValueType where Value == ShelfName {
    /// A shelf's name, completed with the existing ones.
    static var shelf: ValueType<ShelfName> {
        ValueType(
            placeholder: MyBooks.text("SHELF"), completion: .source(BookCompletions.shelves)
        ) { string, _ in
            guard let name = ShelfName(string) else { throw ValueError.blank }
            return name
        }
    }
}
