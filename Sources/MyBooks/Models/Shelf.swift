import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// A shelf that the user has named, such as “favourites”. A book can be on several shelves.
///
/// If the store isn't synchronized, a shelf is deleted when it loses its last book.
@Model
final class Shelf {
    /// The shelf's identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID = UUID.random()
    /// The name as the user first typed it.
    var name: String
    /// The lowercase name. It is unique, so that two shelves can't differ only in case.
    @Attribute(.unique) var key: String
    var books: [Book] = []

    init(_ name: ShelfName) {
        self.name = name.text
        self.key = name.key
    }
}

/// The name of a shelf, typed by the user or read from a file.
struct ShelfName: Hashable, Sendable {
    /// The name without surrounding white space.
    let text: String
    /// The form for comparing names: lowercase and composed.
    let key: String

    /// Makes a name. Returns `nil` if the text has only white space.
    init?(_ written: String) {
        text = written.collapsingSpaces
        if text.isEmpty { return nil }
        key = text.nameKey
    }

    static func == (left: ShelfName, right: ShelfName) -> Bool { left.key == right.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The reason why a change to a shelf is refused.
enum ShelfError: PresentableError {
    /// No shelf has this name; the nearest names are suggested.
    case unknown(String, nearest: [String])
    /// A shelf that would be new has nearly the name of others.
    case similar(String, nearest: [String])
    /// Another shelf has this name.
    case taken(String)
    /// A shelf that would be new has the name that in conditions means no shelf.
    case meaningNone(String)
    /// A shelf that would be new has a name such as `rating:5`, which gives a book a value.
    case meaningValue(String)
    /// The last name of a line is that of a book, and the shelf stands before it. `line` has the shelf last, and `creates` says
    /// whether the line could also create a shelf with the name.
    case bookLast(String, line: String, creates: Bool)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _), .similar(let name, _): text("There is no shelf “%@”.", name)
        case .taken(let name): text("The shelf “%@” already exists.", name)
        case .meaningNone(let name): text("“%@” is not a shelf: it means the books without one.", name)
        case .meaningValue(let name): text("“%@” is not a shelf: it gives a book a value.", name)
        case .bookLast(let name, _, _): text("“%@” is not a shelf, but a book.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“shelves” lists all shelves.")
        case .similar(_, let nearest):
            text(
                "Write %1$@, or add --yes to create the shelf “%2$@”.",
                TextArgument.choice(nearest.map { .text(text("“%@”", $0)) }), unknownName?.typed ?? "")
        case .taken: text("Add --merge to move the books of both shelves to it.")
        case .meaningNone:
            text(
                "“edit BOOK -NAME” takes a book off a shelf. To create a shelf with this name, write “#none”."
            )
        case .meaningValue(let name):
            text("“edit BOOK %1$@” sets it. To create a shelf with this name, write “shelf:%1$@”.", name)
        case .bookLast(let name, let line, let creates):
            creates
                ? text("Write the shelf last: %1$@. To create the shelf “%2$@”, add --yes.", line, name)
                : text("Write the shelf last: %@.", line)
        }
    }
}

extension ShelfError: UnknownNameError {
    var unknownName: UnknownName? {
        switch self {
        case .unknown(let name, let nearest), .similar(let name, let nearest):
            UnknownName(typed: name, nearest: nearest)
        case .taken, .meaningNone, .meaningValue, .bookLast: nil
        }
    }
}

/// The shelf names in one field of a CSV file, such as `favourites; to lend`.
///
/// A name that contains a semicolon or a quotation mark is put in quotation marks, and quotation marks within
/// it are doubled.
enum ShelfList {
    /// Returns the names as one text.
    static func text(_ names: [String]) -> String {
        names.map { name in
            guard name.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\"") }) else {
                return name
            }
            // Compare scalars: in Swift, a quotation mark and a following combining mark form a single
            // character.
            var quoted = "\""
            for scalar in name.unicodeScalars {
                if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
                quoted.unicodeScalars.append(scalar)
            }
            return quoted + "\""
        }.joined(separator: "; ")
    }

    /// Parses names that were written by `text(_:)` or by hand.
    static func names(in text: String) -> [ShelfName] {
        var names: [ShelfName] = []
        for name in texts(in: text).compactMap({ ShelfName($0) }) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Parses the texts of a list. Blank texts are left out.
    static func texts(in text: String) -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        func end() {
            let text = name.collapsingSpaces
            if !text.isEmpty { names.append(text) }
            name = ""
        }
        var characters = text.unicodeScalars.makeIterator()
        var next = characters.next()
        while let character = next {
            next = characters.next()
            switch character {
            case "\"" where isQuoted && next == "\"":
                name.unicodeScalars.append(character)
                next = characters.next()
            case "\"" where isQuoted: isQuoted = false
            case "\"" where name.unicodeScalars.allSatisfy(\.properties.isWhitespace): isQuoted = true
            case ";" where !isQuoted: end()
            default: name.unicodeScalars.append(character)
            }
        }
        end()
        return names
    }
}
