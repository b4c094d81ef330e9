import Foundation

/// A language that the suite speaks.
///
/// ```swift
/// let language = Language.resolve(
///     option: nil, setting: nil, environment: ["LANG": "pl_PL.UTF-8"])
/// language.code  // "pl"
/// ```
///
/// Which languages there are is decided by the `.lproj` folders that the library was built with.
public struct Language: Hashable, Sendable, Codable {
    /// The language's BCP 47 code, such as `pl`.
    public let code: String

    /// The language of the keys, which always exists.
    public static let english = Language(code: "en")

    init(code: String) {
        self.code = code
    }

    /// The locale that dates, numbers and lists are formatted with.
    public var locale: Locale { Locale(identifier: code) }

    /// The languages there are tables for, ordered by code.
    public static var available: [Language] {
        EmbeddedTables.languages.map(Language.init(code:))
    }

    /// The language's name in the language itself, such as `polski`.
    public var name: String {
        LanguageFacts.of(self).name
    }

    /// Whether it is made of English texts to find what isn't localized: `en-XA` and `en-XB`.
    public var isPseudo: Bool { PseudoLanguage.codes.contains(code) }

    /// The languages whose tables are asked for a text, in order: `pt-BR`, `pt`, `en`.
    public var fallbacks: [Language] {
        var languages = [self]
        var rest = code.utf8[...]
        while let hyphen = rest.lastIndex(of: UInt8(ascii: "-")) {
            rest = rest[..<hyphen]
            languages.append(Language(code: String(Substring(rest))))
        }
        if languages.last != .english { languages.append(.english) }
        return languages
    }
}
