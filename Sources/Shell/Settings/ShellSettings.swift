import Localization

/// The settings that every program has.
enum ShellSettings {
    /// What decides where neither a setting nor an option does: the environment and the terminal.
    private static let auto = "auto"

    static let language = Setting.choice(
        "language", [Choice(auto, Language?.none)] + Language.available.map { Choice($0.code, $0) },
        usually: auto, nil,
        help: text("The language; “auto” is that of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG)."))

    static let color = Setting.choice(
        "color", ColorChoice.choices, usually: auto, .auto,
        help: text("Whether headings and warnings have colour; “auto” is on terminals that can show it."))

    static let pager = Setting.choice(
        "pager", [Choice(auto, Bool?.none), Choice("on", true), Choice("off", false)], usually: auto, nil,
        help: text(
            "Whether what is longer than the screen goes through $PAGER; “auto” is yes, except in accessible mode."
        ))

    static let accessible = Setting.choice(
        "accessible", [Choice(auto, Bool?.none), Choice("on", true), Choice("off", false)], usually: auto,
        nil,
        help: text(
            "Sentences instead of tables and symbols, for screen readers; “auto” is as ACCESSIBLE says."))

    static let dates = Setting.choice(
        "dates",
        [
            Choice("iso", DayStyle.iso), Choice("numeric", .numeric), Choice("medium", .medium),
            Choice("long", .long), Choice("full", .full),
        ], usually: "medium", .medium,
        help: text("How dates are written: 2024-03-15, in numbers, or with more and more words."))

    static let history = Setting.integer(
        "history", in: 0...100_000, usual: 1000,
        help: text("How many of the lines that were typed are remembered."))

    static let all: [SettingDeclaration] = [
        language.declaration, color.declaration, pager.declaration, accessible.declaration,
        dates.declaration, history.declaration,
    ]
}

/// When colour is used.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// On terminals that can show it, unless the environment says otherwise.
    case auto
    /// Also in pipes and files.
    case always
    /// Never.
    case never

    static let choices: [Choice<ColorChoice>] = allCases.map { Choice($0.rawValue, $0) }
}
