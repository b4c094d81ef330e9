import Localization
import Shell

/// The name of a shelf, as a person or a file writes it.
struct ShelfName: Hashable, Sendable {
    /// The name, without spaces around it.
    let text: String
    /// The form in which names are compared: case and accents don't count.
    let key: String

    /// Makes a name; `nil` where there is nothing but spaces.
    init?(_ written: String) {
        text = written.collapsingSpaces
        if text.isEmpty { return nil }
        let folded = SearchFold.fold(text)
        // A name of accents alone has no folded form.
        key = folded.isEmpty ? text : folded
    }

    static func == (left: ShelfName, right: ShelfName) -> Bool { left.key == right.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ValueType where Value == ShelfName {
    /// A shelf's name, completed with those that there are.
    static var shelf: ValueType<ShelfName> {
        ValueType(placeholder: "SHELF", completion: .live(LiveValues.shelves)) { string, _ in
            guard let name = ShelfName(string) else { throw ValueError.blank }
            return name
        }
    }
}
