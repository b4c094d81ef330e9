import Localization

/// Something that a person sets once with `set` and that holds from then on; also the key by which it is read.
///
/// ```swift
/// static let order = Setting.choice(
///     "sort", [Choice("title", Order.title), Choice("author", .author)], usually: "title",
///     .title, help: text("What lists are sorted by."))
/// // in a command: session.preferences[Self.order]
/// ```
public struct Setting<Value: Sendable>: Sendable {
    /// What `set`, the help and the settings' file need to know.
    public let declaration: SettingDeclaration
    let usual: Value
}

/// A setting without its type.
public struct SettingDeclaration: Sendable {
    /// The name, in lower case, such as `sort`.
    public let name: String
    /// What it means, as a sentence.
    public let help: LocalizedText
    /// What stands for a value in usage lines.
    public let placeholder: String
    /// The word for the value that holds where nothing is set.
    public let usually: String
    /// The words that Tab offers.
    public let words: [CompletionWord]
    /// Makes a value of a text, and the text by which it is kept. Throws ``ValueError``.
    let parse: @Sendable (String, ParseContext) throws -> (value: any Sendable, word: String)
}

extension Setting {
    /// One of several words.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - choices: The words and what they stand for.
    ///   - usually: The word for `usual`.
    ///   - usual: The value where nothing is set.
    ///   - help: What it means, as a sentence.
    public static func choice(
        _ name: String, _ choices: [Choice<Value>], usually: String, _ usual: Value, help: LocalizedText
    ) -> Setting {
        let type = ValueType<Int>.choice(
            choices.enumerated().map { Choice($1.name, $0, words: $1.words) })
        return Setting(
            declaration: SettingDeclaration(
                name: name, help: help, placeholder: type.placeholder, usually: usually,
                words: choices.map(\.completionWord),
                parse: { text, context in
                    let choice = choices[try type.parse(text, context)]
                    return (choice.value, choice.name)
                }),
            usual: usual)
    }
}

extension Setting where Value == Int {
    /// A whole number.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - range: The numbers that are allowed.
    ///   - usual: The number where nothing is set.
    ///   - help: What it means, as a sentence.
    public static func integer(
        _ name: String, in range: ClosedRange<Int>, usual: Int, help: LocalizedText
    ) -> Setting {
        let type = ValueType<Int>.integer(in: range)
        return Setting(
            declaration: SettingDeclaration(
                name: name, help: help, placeholder: type.placeholder, usually: String(usual),
                words: [.fixed(String(usual))],
                parse: { text, context in
                    let number = try type.parse(text, context)
                    return (number, String(number))
                }),
            usual: usual)
    }
}
