import Foundation

/// A language that the suite speaks.
///
/// ```swift
/// let language = Language.resolve(
///     option: nil, setting: nil, environment: ["LANG": "pl_PL.UTF-8"])
/// language.code  // "pl"
/// ```
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
}
