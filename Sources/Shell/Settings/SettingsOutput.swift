import Localization

/// The outputs of settings.
@MainActor
enum SettingsOutput {
    /// Returns a table of all settings for the user.
    static func table(_ preferences: Preferences) -> Table {
        Table(
            "settings",
            columns: [
                .init("setting", text("Setting"), priority: 9), .init("value", text("Value"), priority: 8),
                .init("meaning", text("Meaning"), wraps: true),
            ],
            rows: preferences.declarations.map { setting in
                [
                    .text(setting.name), .text(preferences.word(for: setting)),
                    Cell(.null, .text(setting.help)),
                ]
            }, spokenCount: text("%lld settings", preferences.declarations.count))
    }

    /// Returns a table of all settings for `--json` and `--csv`, without localized explanations.
    static func data(_ preferences: Preferences) -> Table {
        Table(
            "settings",
            columns: [
                .init("setting", text("Setting")), .init("value", text("Value")), .init("isSet", text("Set")),
                .init("values", text("Possible values")),
            ],
            rows: preferences.declarations.map { setting in
                [
                    .text(setting.name), .text(preferences.word(for: setting)), isSet(setting, preferences),
                    placeholder(setting),
                ]
            })
    }

    private static func isSet(_ setting: SettingDeclaration, _ preferences: Preferences) -> Cell {
        Cell(.bool(preferences.isSet(setting)), .empty)
    }

    /// Returns the possible values of a setting as in a usage line. For machine-readable formats, they are in
    /// English.
    private static func placeholder(_ setting: SettingDeclaration) -> Cell {
        Cell(.string(Localizer(.english).string(setting.placeholder)), .text(setting.placeholder))
    }

    /// Returns the possible values of a setting: a list of words, or a range of numbers.
    private static func values(_ setting: SettingDeclaration) -> Cell {
        let placeholder = placeholder(setting)
        guard setting.words.count > 1 else { return placeholder }
        let words = TextArgument.choice(setting.words.map { .string($0.english) })
        return Cell(placeholder.raw, .text(LocalizedText("%@", table: "", [words])))
    }

    /// Returns a record of one setting for `--json` and `--csv`.
    static func data(_ setting: SettingDeclaration, _ preferences: Preferences) -> Record {
        Record(fields: [
            .init("setting", text("Setting"), .text(setting.name)),
            .init("value", text("Value"), .text(preferences.word(for: setting))),
            .init("isSet", text("Set"), isSet(setting, preferences)),
            .init("values", text("Possible values"), placeholder(setting)),
        ])
    }

    /// Returns a record of one setting for the user.
    static func record(_ setting: SettingDeclaration, _ preferences: Preferences) -> Record {
        Record(fields: [
            .init("setting", text("Setting"), .text(setting.name)),
            .init("value", text("Value"), .text(preferences.word(for: setting))),
            .init("values", text("Possible values"), values(setting)),
            .init("meaning", text("Meaning"), Cell(.null, .text(setting.help))),
        ])
    }
}
