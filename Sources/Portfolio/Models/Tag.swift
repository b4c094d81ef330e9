import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

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
        return names.map { String($0) }.filter { !$0.trimmingWhitespace().isEmpty }
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

extension ModelContext {
    /// Returns the tag with a name, ignoring case; `nil` if there is none.
    func tag(named name: String) throws -> Tag? {
        let key = Tag.key(of: name)
        var descriptor = FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }

    /// Returns the tag with which a user tags an issue; `nil` if the name is new.
    ///
    /// - Parameters:
    ///   - name: The name, which may be typed without its accents.
    ///   - isNew: Whether a tag is created whose name differs only in accents.
    func tag(toAdd name: String, isNew: Bool) throws -> Tag? {
        if let tag = try tag(named: name) { return tag }
        return isNew ? nil : NameMatch.known(name, in: try fetch(FetchDescriptor<Tag>()), named: \.name)
    }

    /// Returns the tags that a name means in conditions: the one with the name, and those below it, as `work.web` is below
    /// `work`. The upper tag needn't exist.
    ///
    /// - Throws: The errors of ``tag(matching:)`` if there is none.
    func tags(under name: String) throws -> [Tag] {
        let key = Tag.key(of: name), below = key + Tag.separator
        let found = try fetch(
            FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key || $0.key.starts(with: below) }))
        if !found.isEmpty { return found }
        // A name without accents.
        let tag = try tag(matching: name)
        return tag.key == key ? [tag] : try tags(under: tag.name)
    }

    /// Returns the tags below a name.
    func tagsBelow(_ name: String) throws -> [Tag] {
        let below = Tag.key(of: name) + Tag.separator
        return try fetch(FetchDescriptor(predicate: #Predicate<Tag> { $0.key.starts(with: below) }))
    }

    /// Returns the tag with a whole name, ignoring case and accents.
    ///
    /// - Throws: ``TagError/unknown(_:nearest:)`` with the tags whose names contain the text, or are similar to it;
    ///   ``TagError/ambiguous(_:names:)`` if the names of several tags differ only in accents.
    func tag(matching name: String) throws -> Tag {
        if let tag = try tag(named: name) { return tag }
        let containing = #Predicate<Tag> { $0.name.localizedStandardContains(name) }
        let matches = try fetch(FetchDescriptor(predicate: containing))
        let folded = SearchFold.fold(name)
        let exact = matches.filter { SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        if !exact.isEmpty { throw TagError.ambiguous(name, names: exact.map(\.name).sorted()) }
        let near =
            try matches.isEmpty
            ? nearest(to: name, in: fetch(FetchDescriptor<Tag>()).map(\.name), limit: 3)
            : matches.map(\.name).sorted()
        throw TagError.unknown(name, nearest: Array(near.prefix(3)))
    }
}

/// An error in the name of a tag.
enum TagError: UnknownNameError, Hashable {
    /// No tag has this name. `nearest` lists similar names.
    case unknown(String, nearest: [String])
    /// No tag has the name that issues should get, and nobody can be asked whether to create it.
    case needsConsent(String, nearest: [String])
    /// No tag has this name, which may be a mistyped command.
    case command(String, nearest: [String])
    /// Several tags match the name.
    case ambiguous(String, names: [String])
    /// The user typed several words without quotation marks, and together they are the name of one tag.
    case severalWords(String, name: String)
    /// No tag has this name, which is probably an issue. `line` has the right order.
    case order(String, line: String)
    /// A tag with this name already exists, perhaps with different upper and lower case.
    case exists(String)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _), .needsConsent(let name, _), .command(let name, _), .order(let name, _):
            text("There is no tag “%@”.", name)
        case .severalWords(_, let name): text("“%@” is the name of one tag.", name)
        case .ambiguous(let name, let names): text("“%1$@” matches %2$lld tags.", name, names.count)
        case .exists(let name): text("There is already a tag “%@”.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(let name, let nearest):
            LocalizedText.didYouMean(nearest, orCreate: name, by: "tag new \(Quoting.quote(name))")
                ?? text("“tags” lists all tags, “tag new” creates one.")
        case .needsConsent(let name, let nearest):
            nearest.isEmpty
                ? text("Add --yes to create it.")
                : text(
                    "Did you mean %1$@? Add --yes to create “%2$@”.",
                    TextArgument.choice(nearest.map { .text(text("“%@”", $0)) }), name)
        case .command(_, let nearest): LocalizedText.didYouMean(nearest)
        case .severalWords(_, let name):
            text("Put a name of several words in quotation marks: tag \"%@\".", name)
        case .order(_, let line): text("Write “%@”.", line)
        case .ambiguous(_, let names):
            text(
                "Enter one of these names in full: %@.",
                TextArgument.choice(names.prefix(8).map { .text(text("“%@”", $0)) })
            )
        case .exists: text("Choose another name. Upper and lower case count as the same.")
        }
    }

    var failure: FailureKind { .failed }

    var unknownName: UnknownName? {
        if case .unknown(let name, let nearest) = self {
            UnknownName(typed: name, nearest: nearest)
        } else {
            nil
        }
    }
}
