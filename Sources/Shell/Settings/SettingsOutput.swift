import Localization

/// Settings as a person and a program see them.
@MainActor
enum SettingsOutput {
    /// All settings.
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

    /// All settings for programs, which have no use for what they mean in a language.
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
                    .text(setting.placeholder),
                ]
            })
    }

    private static func isSet(_ setting: SettingDeclaration, _ preferences: Preferences) -> Cell {
        Cell(.bool(preferences.isSet(setting)), .empty)
    }

    /// What a setting can be: words as a list of a sentence, numbers as their range.
    private static func values(_ setting: SettingDeclaration) -> Cell {
        guard setting.words.count > 1 else { return .text(setting.placeholder) }
        let words = TextArgument.choice(setting.words.map { .string($0.english) })
        return Cell(.string(setting.placeholder), .text(LocalizedText("%@", table: "", [words])))
    }

    /// One setting for programs.
    static func data(_ setting: SettingDeclaration, _ preferences: Preferences) -> Record {
        Record(fields: [
            .init("setting", text("Setting"), .text(setting.name)),
            .init("value", text("Value"), .text(preferences.word(for: setting))),
            .init("isSet", text("Set"), isSet(setting, preferences)),
            .init("values", text("Possible values"), .text(setting.placeholder)),
        ])
    }

    /// One setting.
    static func record(_ setting: SettingDeclaration, _ preferences: Preferences) -> Record {
        Record(fields: [
            .init("setting", text("Setting"), .text(setting.name)),
            .init("value", text("Value"), .text(preferences.word(for: setting))),
            .init("values", text("Possible values"), values(setting)),
            .init("meaning", text("Meaning"), Cell(.null, .text(setting.help))),
        ])
    }
}
