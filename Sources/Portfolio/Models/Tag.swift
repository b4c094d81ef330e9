import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A tag of issues.
@Model
final class Tag {
    /// The tag's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The lowercase name. It is unique, so that two tags can't differ only in case.
    @Attribute(.unique) var key: String
    var issues: [Issue]

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        self.key = Tag.key(of: name)
        self.issues = []
    }
}

extension Tag {
    /// The record's number, which never changes; 0 until the tag is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// Returns the comparison key of a name: its lowercase, composed form (NFC).
    static func key(of name: String) -> String { name.nameKey }

    /// What stands between the name of a tag and the rest of a tag below it.
    static let separator = "."

    /// Returns whether a tag is another one or below it, by the keys of their names.
    static func isKey(_ key: String, under upper: String) -> Bool {
        key == upper || key.hasPrefix(upper + separator)
    }

    /// Returns the keys that a key is below, the nearest first: `work.web` and `work` of `work.web.css`.
    static func upperKeys(of key: String) -> [String] {
        var keys: [String] = []
        var rest = key[...]
        while let end = rest.lastIndex(of: "."), end > rest.startIndex {
            rest = rest[..<end]
            keys.append(String(rest))
        }
        return keys
    }

    /// Renames the tag.
    func rename(to name: String) {
        self.name = name
        let key = Tag.key(of: name)
        if self.key != key { self.key = key }
    }
}

/// Names of tags in one field, separated by semicolons. A backslash escapes a semicolon or a backslash in a
/// name.
enum TagList {
    static func text(_ names: [String]) -> String {
        names.map { name in
            var written = String.UnicodeScalarView()
            for scalar in name.unicodeScalars {
                if scalar == ";" || scalar == "\\" { written.append("\\") }
                written.append(scalar)
            }
            return String(written)
        }.joined(separator: ";")
    }

    static func names(_ text: String) -> [String] {
        var names = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                names[names.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                names.append(String.UnicodeScalarView())
            } else {
                names[names.count - 1].append(scalar)
            }
        }
        return names.map { String($0) }.filter { !$0.trimmingSpaces.isEmpty }
    }
}

extension Tag: TitledModel {
    /// The name with a `#`, so that it can't be confused with a smart filter or an issue.
    var recordTitle: String { "#\(name)" }
    var recordDetail: LocalizedText? { nil }

    static func titled(containing text: String) -> Predicate<Tag> {
        #Predicate<Tag> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "tags" }
}
