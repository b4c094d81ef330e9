import Localization
import ProgramKit
import Shell

/// A word that puts a book on a shelf, such as `#favourites`, `+favourites` or `shelf:favourites`, or that takes it off, such
/// as `-lent`.
struct ShelfChange {
    /// What a line may do.
    enum Kind { case add, remove }

    static let creates = Parameter.flag(
        "yes", help: text("Create a shelf although another one has a similar name."))

    /// The keys that stand before a shelf's name.
    static let keys = ["shelf:", "tag:"]

    let name: ShelfName
    let kind: Kind

    /// Reads a word; `nil` for other words. `#12` and `+5` are no shelves.
    ///
    /// - Parameters:
    ///   - word: The word, with the quotation marks of its quoted part.
    ///   - allowed: What the line may do. Default: both.
    init?(_ word: String, of allowed: Kind? = nil) {
        guard let mark = word.first, !QuotedText.begins(word) else { return nil }
        let kind: Kind = mark == "-" ? .remove : .add
        guard allowed == nil || allowed == kind else { return nil }
        let name: Substring
        switch mark {
        case "#", "+", "-":
            name = word.dropFirst()
            if name.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
            if mark != "#", !(name.first.map { $0.isLetter || $0 == "\"" } ?? false) { return nil }
        default:
            guard let key = Self.keys.first(where: { word.lowercased().hasPrefix($0) }) else { return nil }
            name = word.dropFirst(key.count)
        }
        guard let name = ShelfName(QuotedText.unquoted(String(name))) else { return nil }
        self.name = name
        self.kind = kind
    }

    /// Splits the words of a line into those about shelves, and the rest.
    ///
    /// - Parameters:
    ///   - words: The words, with the quotation marks of their quoted parts.
    ///   - allowed: What the line may do. Default: both.
    static func split(
        _ words: [String], of allowed: Kind? = nil
    ) -> (shelves: [ShelfChange], rest: [String]) {
        var shelves: [ShelfChange] = [], rest: [String] = []
        for word in words {
            if let shelf = ShelfChange(word, of: allowed) { shelves.append(shelf) } else { rest.append(word) }
        }
        return (shelves, rest)
    }
}

extension BookSession {
    /// Puts a book on shelves and takes it off others.
    ///
    /// - Returns: Whether the book is on other shelves than before.
    /// - Throws: ``ShelfError``, and the errors of the store.
    func apply(_ changes: [ShelfChange], to book: Book, creating isConfirmed: Bool) throws -> Bool {
        var isChanged = false
        for change in changes {
            let shelf =
                switch change.kind {
                case .add: try shelf(toFill: change.name, isConfirmed: isConfirmed).shelf
                case .remove: try existingShelf(change.name)
                }
            let isThere = book.shelves.contains { $0 === shelf }
            switch change.kind {
            case .add where !isThere: book.shelves.append(shelf)
            case .remove where isThere: _ = try remove([book], from: shelf)
            case .add, .remove: continue
            }
            isChanged = true
        }
        return isChanged
    }
}
