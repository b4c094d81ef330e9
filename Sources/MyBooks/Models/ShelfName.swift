import Localization
import Shell
import Suite

/// The name of a shelf, typed by the user or read from a file.
struct ShelfName: Hashable, Sendable {
    /// The name without surrounding white space.
    let text: String
    /// The form for comparing names, with case and accents folded.
    let key: String

    /// Makes a name. Returns `nil` if the text has only white space.
    init?(_ written: String) {
        text = written.collapsingSpaces
        if text.isEmpty { return nil }
        let folded = SearchFold.fold(text)
        // If a name consists only of combining accents, folding makes it empty. Then compare the name itself.
        key = folded.isEmpty ? text : folded
    }

    static func == (left: ShelfName, right: ShelfName) -> Bool { left.key == right.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ValueType where Value == ShelfName {
    /// The value type of a shelf's name, with completion of existing names.
    static var shelf: ValueType<ShelfName> {
        ValueType(
            placeholder: MyBooks.text("SHELF"), completion: .source(BookCompletions.shelves)
        ) { string, _ in
            guard let name = ShelfName(string) else { throw ValueError.blank }
            return name
        }
    }
}
