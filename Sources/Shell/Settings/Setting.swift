import Localization

/// A typed setting that the user changes with `set`; also the key by which commands read it.
///
/// ```swift
/// enum Order { case title, author }
/// static let order = Setting.choice(
///     "sort", [Choice("title", Order.title), Choice("author", .author)], defaultWord: "title",
///     .title, help: text("What lists are sorted by."))
///
/// func order(_ session: SessionContext) -> Order { session.preferences[Self.order] }
/// ```
public struct Setting<Value: Sendable>: Sendable {
    /// The setting without its type, for `set`, the help and the settings file.
    public let declaration: SettingDeclaration
    /// The value while the user has set none.
    public let defaultValue: Value
}

/// A setting without its type.
public struct SettingDeclaration: Sendable {
    /// The name, in lower case, such as `sort`.
    public let name: String
    /// A description of the setting, as a sentence.
    public let help: LocalizedText
    /// The placeholder for a value in usage lines.
    public let placeholder: LocalizedText
    /// The word for the default value.
    public let defaultWord: String
    /// The words that Tab offers.
    public let words: [CompletionWord]
    /// Parses a text. Returns the value and the word that represents it in the settings file. Throws
    /// ``ValueError``.
    let parse: @Sendable (String, ParseContext) throws -> (value: any Sendable, word: String)
}

extension Setting {
    /// A setting with several choices.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - choices: The words and their values.
    ///   - defaultWord: The word for `defaultValue`.
    ///   - defaultValue: The default value.
    ///   - help: A description of the setting, as a sentence.
    public static func choice(
        _ name: String, _ choices: [Choice<Value>], defaultWord: String, _ defaultValue: Value,
        help: LocalizedText
    ) -> Setting {
        let type = ValueType<Int>.choice(
            choices.enumerated().map { Choice($1.name, $0, words: $1.words) })
        return Setting(
            declaration: SettingDeclaration(
                name: name, help: help, placeholder: type.placeholder, defaultWord: defaultWord,
                words: choices.map(\.completionWord),
                parse: { text, context in
                    let choice = choices[try type.parse(text, context)]
                    return (choice.value, choice.name)
                }),
            defaultValue: defaultValue)
    }

    /// Returns this setting, which also takes texts that stand for one of its words, such as the name of a language.
    ///
    /// - Parameter word: Returns the word for a text that isn't one; `nil` for other texts.
    func understanding(_ word: @escaping @Sendable (_ text: String) -> String?) -> Setting {
        let declaration = declaration
        return Setting(
            declaration: SettingDeclaration(
                name: declaration.name, help: declaration.help, placeholder: declaration.placeholder,
                defaultWord: declaration.defaultWord, words: declaration.words,
                parse: { text, context in
                    do {
                        return try declaration.parse(text, context)
                    } catch {
                        guard let meant = word(text) else { throw error }
                        return try declaration.parse(meant, context)
                    }
                }),
            defaultValue: defaultValue)
    }

    /// A setting with a value of any type.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - type: The type of its values.
    ///   - defaultValue: The default value.
    ///   - written: Returns the text of a value on one line, as in the settings file.
    ///   - words: Values that Tab offers.
    ///   - help: A description of the setting, as a sentence.
    public static func value<Choosable>(
        _ name: String, _ type: ValueType<Value>, _ defaultValue: Value,
        written: @escaping @Sendable (Value) -> String, words: [Choice<Choosable>], help: LocalizedText
    ) -> Setting {
        Setting(
            declaration: SettingDeclaration(
                name: name, help: help, placeholder: type.placeholder, defaultWord: written(defaultValue),
                words: words.map(\.completionWord),
                parse: { text, context in
                    let value = try type.parse(text, context)
                    return (value, written(value))
                }),
            defaultValue: defaultValue)
    }
}

extension Setting where Value == Int {
    /// A setting with a whole number.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - range: The allowed numbers.
    ///   - defaultValue: The default number.
    ///   - help: A description of the setting, as a sentence.
    public static func integer(
        _ name: String, in range: ClosedRange<Int>, defaultValue: Int, help: LocalizedText
    ) -> Setting {
        value(
            name, .integer(in: range), defaultValue, written: { String($0) },
            words: [Choice(String(defaultValue), defaultValue)], help: help)
    }
}
