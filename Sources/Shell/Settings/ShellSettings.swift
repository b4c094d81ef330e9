import Localization

/// The settings that every program has.
enum ShellSettings {
    /// The choice `auto`: the value depends on the environment and the terminal.
    private static let auto = "auto"

    static let language = Setting.choice(
        "language", [Choice(auto, Language?.none)] + Language.available.map { Choice($0.code, $0) },
        defaultWord: auto, nil,
        help: languageHelp(
            Language.available.compactMap { language in language.unfinished.map { (language.name, $0) } })
    )
    .understanding { Language(named: $0)?.code }

    /// Returns the help of ``language``, with the unfinished translations and how much of them is done.
    static func languageHelp(_ unfinished: [(name: String, texts: (translated: Int, all: Int))])
        -> LocalizedText
    {
        let help = text("The language; “auto” uses the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).")
        if unfinished.isEmpty { return help }
        let counts = unfinished.map {
            text("%1$@ (%2$@ of %3$@)", $0.name, $0.texts.translated, $0.texts.all).textArgument
        }
        return text(
            "%1$@ Unfinished translations, with the number of their texts: %2$@. The other texts are in English.",
            help, TextArgument.list(counts))
    }

    static let color = Setting.choice(
        "color", ColorChoice.choices, defaultWord: auto, .auto,
        help: text(
            "Whether headings and warnings have colour; “auto” uses colour on terminals that support it."))

    static let pager = Setting.choice(
        "pager", [Choice(auto, Bool?.none), Choice("on", true), Choice("off", false)], defaultWord: auto, nil,
        help: text(
            "Whether outputs longer than the screen are shown in $PAGER; “auto” means yes, except in accessible mode."
        ))

    static let accessible = Setting.choice(
        "accessible", [Choice(auto, Bool?.none), Choice("on", true), Choice("off", false)], defaultWord: auto,
        nil,
        help: text(
            "Whether to write sentences instead of tables and symbols, for screen readers; “auto” uses ACCESSIBLE."
        ))

    static let dates = Setting.choice(
        "dates",
        [
            Choice("iso", DayStyle.iso), Choice("numeric", .numeric), Choice("medium", .medium),
            Choice("long", .long), Choice("full", .full),
        ], defaultWord: "medium", .medium,
        help: text("How dates are written: as 2024-03-15, in numbers, or with names of months and days."))

    static let firstWeekday = Setting.choice(
        "first-weekday",
        [
            Choice(auto, Weekday?.none), Choice("monday", .monday), Choice("saturday", .saturday),
            Choice("sunday", .sunday),
        ], defaultWord: auto, nil,
        help: text("The day on which weeks start; “auto” means as usual in the language and the country."))

    static let clock = Setting.choice(
        "clock", [Choice(auto, HoursOfDay?.none), Choice("12", .twelve), Choice("24", .twentyFour)],
        defaultWord: auto, nil,
        help: text(
            "Whether times have 12 or 24 hours; “auto” means as usual in the language and the country."))

    static let history = Setting.integer(
        "history", in: 0...100_000, defaultValue: 1000,
        help: text("How many typed lines the history keeps."))

    static let all: [SettingDeclaration] = [
        language.declaration, color.declaration, pager.declaration, accessible.declaration,
        dates.declaration, firstWeekday.declaration, clock.declaration, history.declaration,
    ]
}
