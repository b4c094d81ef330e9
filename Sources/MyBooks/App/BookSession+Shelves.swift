import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The shelf of the books to read. A book leaves it when the user starts to read it.
enum ReadingList {
    /// The name of the shelf, which is that of Goodreads in every language.
    static let name = "to-read"

    /// Takes the books off the shelf that are no longer unread, and returns messages about it.
    ///
    /// - Throws: Errors of the store.
    @MainActor static func removeBegun(_ books: [Book], in session: BookSession) throws -> [Block] {
        guard let key = ShelfName(name)?.key else { return [] }
        let begun = books.filter { $0.status != .onShelf }
            .filter { $0.shelves.contains { $0.key == key } }
        guard let shelf = begun.first?.shelves.first(where: { $0.key == key }) else { return [] }
        let title = shelf.name
        _ = try session.remove(begun, from: shelf)
        return [.message(text("Removed from the shelf “%1$@”: %2$@.", title, Book.titles(begun)))]
    }
}

extension BookSession {
    /// Returns the shelf with a name, ignoring case; `nil` if there is none.
    func shelf(_ name: ShelfName) throws -> Shelf? {
        let key = name.key
        return try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.key == key })).first
    }

    /// Returns the name of the shelf that a line means: the first name of the reference that a shelf has, or else the name
    /// of a new shelf.
    ///
    /// - Throws: `ValueError.blank` if only the mark is written, and no shelf has it as its name.
    func shelfName(_ reference: ShelfReference) throws -> ShelfName {
        if reference.names.count > 1 || reference.newName == nil {
            for name in reference.names where try shelf(name) != nil { return name }
            let shelves = try context.fetch(FetchDescriptor<Shelf>())
            for name in reference.names where NameMatch.known(name.text, in: shelves, named: \.name) != nil {
                return name
            }
        }
        guard let name = reference.newName else { throw ValueError.blank }
        return name
    }

    /// Returns the shelf that a line means.
    ///
    /// - Throws: ``ShelfError/unknown(_:nearest:)``, and the errors of ``shelfName(_:)``.
    func existingShelf(_ reference: ShelfReference) throws -> Shelf {
        try existingShelf(try shelfName(reference))
    }

    /// Returns the shelf with a name, which may be typed without its accents.
    ///
    /// - Throws: ``ShelfError/unknown(_:nearest:)``, also if the names of several shelves differ only in accents.
    func existingShelf(_ name: ShelfName) throws -> Shelf {
        if let shelf = try shelf(name) { return shelf }
        let shelves = try context.fetch(FetchDescriptor<Shelf>())
        let found = NameMatch.found(name.text, in: shelves, named: \.name)
        if found.count == 1 { return found[0] }
        throw ShelfError.unknown(
            name.text,
            nearest: found.isEmpty
                ? nearest(to: name.text, in: shelves.map(\.name)) : found.map(\.name).sorted())
    }

    /// Returns the shelf on which the user puts books, and creates it if necessary.
    ///
    /// - Parameters:
    ///   - reference: How the line names the shelf.
    ///   - isConfirmed: Whether a shelf is created although another one has a similar name, or has it with accents.
    /// - Throws: ``ShelfError/similar(_:nearest:)`` for a name that may be a mistyped one, ``ShelfReference/doubt``, and
    ///   the errors of ``shelfName(_:)``.
    func shelf(toFill reference: ShelfReference, isConfirmed: Bool) throws -> (shelf: Shelf, isNew: Bool) {
        let name = try shelfName(reference)
        if let shelf = try shelf(name) { return (shelf, false) }
        if let doubt = reference.doubt { throw doubt }
        if !isConfirmed {
            let shelves = try context.fetch(FetchDescriptor<Shelf>())
            if let known = NameMatch.known(name.text, in: shelves, named: \.name) { return (known, false) }
            let near = UnknownName.mistyped(name.text, of: shelves.map(\.name))
            if !near.isEmpty { throw ShelfError.similar(name.text, nearest: near) }
        }
        return try shelf(makingIfNeeded: reference.newName ?? name)
    }

    /// Returns the shelf with a name, and creates it if necessary.
    func shelf(makingIfNeeded name: ShelfName) throws -> (shelf: Shelf, isNew: Bool) {
        if let shelf = try shelf(name) { return (shelf, false) }
        let shelf = Shelf(name)
        context.insert(shelf)
        return (shelf, true)
    }

    /// Deletes books, and the shelves that become empty. If the store is synchronized, empty shelves are
    /// kept, because other devices may put books on them.
    func delete(_ books: [Book]) throws {
        for shelf in Set(books.flatMap(\.shelves)) {
            let deletedCount = books.count { $0.shelves.contains { $0 === shelf } }
            if try context.relatedCount(shelf, \.books) == deletedCount, try !isSynchronized {
                context.delete(shelf)
            }
        }
        for book in books { context.delete(book) }
    }

    /// The result of removing books from a shelf.
    enum ShelfRemovalResult {
        /// The shelf still has other books.
        case inUse
        /// The shelf became empty and was deleted.
        case deleted
        /// The shelf became empty and was kept. If another device puts books on the shelf at the same time,
        /// deleting the shelf would lose this change.
        case keptEmpty
    }

    /// Removes books from a shelf. If the shelf becomes empty and the store isn't synchronized, also deletes
    /// the shelf.
    func remove(_ books: [Book], from shelf: Shelf) throws -> ShelfRemovalResult {
        for book in books { book.shelves.removeAll { $0 === shelf } }
        guard try context.relatedCount(shelf, \.books) == 0 else { return .inUse }
        if try isSynchronized { return .keptEmpty }
        context.delete(shelf)
        return .deleted
    }
}

/// How a line names a shelf. A mark may precede the name, as in `#favourites` and `shelf:favourites`; but an imported shelf
/// may have a name that itself begins with the mark, such as “#1 best”.
struct ShelfReference: Sendable {
    /// The keys that mark the name of a shelf, as in conditions.
    private static let keys = ["shelf", "shelves", "tag"]

    /// The names that may be meant. The first one that a shelf has is meant.
    let names: [ShelfName]
    /// The name of a shelf that doesn't exist yet, without the mark; `nil` if there is only the mark.
    let newName: ShelfName?
    /// The reason why no shelf is created: the name may mean something else.
    var doubt: ShelfError?

    /// Returns the error of `shelf:none`, which in conditions means the books without a shelf; `nil` for other words.
    static func doubt(in word: String, _ localizer: Localizer) -> ShelfError? {
        guard word.first != "#", let name = unmarked(word, localizer),
            [text("none"), .verbatim("none")].contains(where: {
                SearchFold.fold(localizer.string($0)) == SearchFold.fold(name)
            })
        else { return nil }
        return .meaningNone(name)
    }

    /// Returns the name after the mark of a word; `nil` for a word without a mark.
    ///
    /// - Parameters:
    ///   - word: The word, with the quotation marks of its quoted parts.
    ///   - localizer: The user's language, whose words for shelves are keys, too.
    static func unmarked(_ word: String, _ localizer: Localizer) -> String? {
        if word.first == "#" { return String(word.dropFirst()) }
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let key = SearchFold.fold(String(word[..<colon]))
        let ownKey = localizer.field(of: key) { keys.contains($0) ? $0 : nil }
        guard keys.contains(key) || ownKey != nil else { return nil }
        return String(word[word.index(after: colon)...])
    }
}

extension ShelfReference {
    /// Reads an argument that is the name of a shelf: the name as it is written, or else the name after the mark. `nil` for
    /// a blank argument.
    init?(argument: String, _ localizer: Localizer) {
        guard let written = ShelfName(argument) else { return nil }
        guard let unmarked = Self.unmarked(written.text, localizer) else {
            self.init(names: [written], newName: written)
            return
        }
        let name = ShelfName(unmarked)
        self.init(
            names: [written] + [name].compactMap(\.self), newName: name,
            doubt: Self.doubt(in: written.text, localizer))
    }

    /// Reads an argument that is the name of a shelf, which `name:` may precede. `nil` for a blank argument.
    init?(named argument: String, _ localizer: Localizer) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2,
            (localizer.words(of: text("name")) + localizer.words(of: text("new-name")))
                .contains(SearchFold.fold(String(parts[0]))),
            let written = ShelfName(argument), let name = ShelfName(String(parts[1]))
        else {
            self.init(argument: argument, localizer)
            return
        }
        self.init(names: [written, name], newName: name)
    }
}

/// A word that puts a book on a shelf, such as `#favourites`, `+favourites` or `shelf:favourites`, or that takes it off, such
/// as `-lent` or `-#lent`.
struct ShelfChange {
    /// What a line may do.
    enum Kind { case add, remove }

    static let creates = Parameter.flag(
        "yes", help: text("Create a shelf although another one has a similar name."))

    /// The shelf: the name after the marks, or else the word with its marks.
    let shelf: ShelfReference
    let kind: Kind
    /// The word, for messages.
    let word: String

    /// Reads a word; `nil` for other words. `#12` and `+5` are no shelves.
    ///
    /// - Parameters:
    ///   - word: The word, with the quotation marks of its quoted part.
    ///   - allowed: What the line may do. Default: both.
    ///   - localizer: The user's language.
    init?(_ word: String, of allowed: Kind? = nil, _ localizer: Localizer) {
        guard let mark = word.first, !QuotedText.begins(word) else { return nil }
        let kind: Kind = mark == "-" ? .remove : .add
        guard allowed == nil || allowed == kind else { return nil }
        let isSigned = "+-".contains(mark)
        let unsigned = isSigned ? String(word.dropFirst()) : word
        guard let first = unsigned.first, !isSigned || first.isLetter || "\"#".contains(first) else {
            return nil
        }
        let unmarked = ShelfReference.unmarked(unsigned, localizer)
        if let unmarked {
            if first == "#", unmarked.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
            // “Shelf: a novel” is a title.
            if first != "#", unmarked.first?.isWhitespace ?? true { return nil }
        } else if !isSigned {
            return nil
        }
        guard let name = ShelfName(QuotedText.unquoted(unmarked ?? unsigned)) else { return nil }
        var names = [name]
        for text in [unsigned, word] {
            if let written = ShelfName(QuotedText.unquoted(text)), !names.contains(written) {
                names.append(written)
            }
        }
        shelf = ShelfReference(
            names: names, newName: name, doubt: ShelfReference.doubt(in: unsigned, localizer))
        self.kind = kind
        self.word = QuotedText.unquoted(word)
    }

    /// Splits the words of a line into those about shelves, and the rest.
    ///
    /// - Parameters:
    ///   - words: The words, with the quotation marks of their quoted parts.
    ///   - allowed: What the line may do. Default: both.
    ///   - localizer: The user's language.
    static func split(
        _ words: [String], of allowed: Kind? = nil, _ localizer: Localizer
    ) -> (shelves: [ShelfChange], rest: [String]) {
        var shelves: [ShelfChange] = [], rest: [String] = []
        for word in words {
            if let shelf = ShelfChange(word, of: allowed, localizer) {
                shelves.append(shelf)
            } else {
                rest.append(word)
            }
        }
        return (shelves, rest)
    }
}

extension BookSession {
    /// Puts a book on shelves and takes it off others.
    ///
    /// - Returns: Whether the book is on other shelves than before.
    /// - Throws: ``ShelfError``, ``FieldError/contradiction(_:_:)`` if a shelf is added and removed, and the errors of the store.
    func apply(_ changes: [ShelfChange], to book: Book, creating isConfirmed: Bool) throws -> Bool {
        var named: [(shelf: Shelf, change: ShelfChange)] = []
        for change in changes {
            let shelf =
                switch change.kind {
                case .add: try shelf(toFill: change.shelf, isConfirmed: isConfirmed).shelf
                case .remove: try existingShelf(change.shelf)
                }
            if let other = named.first(where: { $0.shelf === shelf && $0.change.kind != change.kind }) {
                throw FieldError.contradiction(other.change.word, change.word)
            }
            named.append((shelf, change))
        }
        var isChanged = false
        // Only now, because a shelf without books is deleted.
        for (shelf, change) in named {
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
