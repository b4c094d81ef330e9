import ProgramKit

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
            case "\"" where isQuoted:
                isQuoted = false
            case "\"" where name.unicodeScalars.allSatisfy(\.properties.isWhitespace):
                isQuoted = true
            case ";" where !isQuoted:
                end()
            default:
                name.unicodeScalars.append(character)
            }
        }
        end()
        return names
    }
}
