import Foundation

/// A language of the user interface.
///
/// ```swift
/// let language = Language.resolve(
///     option: nil, setting: nil, environment: ["LANG": "pl_PL.UTF-8"])
/// language.code  // "pl"
/// ```
///
/// The `.lproj` folders that are embedded in the library determine the available languages.
public struct Language: Hashable, Sendable, Codable {
    /// The language's BCP 47 code, such as `pl`.
    public let code: String

    /// English, the language of the keys in the string tables. It is always available.
    public static let english = Language(code: "en")

    init(code: String) {
        self.code = code
    }

    /// The locale with which dates, numbers and lists are formatted.
    public var locale: Locale { Locale(identifier: code) }

    /// The languages with string tables, ordered by code.
    public static var available: [Language] {
        EmbeddedTables.languages.map(Language.init(code:))
    }

    /// How many of all texts an unfinished translation has; `nil` for a complete one. The other texts are in English.
    ///
    /// A translation is unfinished if `Language.strings` in its folder says so: `"translation" = "unfinished";`.
    public var unfinished: (translated: Int, all: Int)? { EmbeddedTables.unfinished[code] }

    /// The languages in whose tables a text is looked up, in order. For `pt-BR`: `pt-BR`, `pt`, `en`.
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
