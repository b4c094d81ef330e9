import Foundation
import Localization

/// The user's choices. Options of the command line have priority over settings, and settings over the
/// environment.
///
/// The settings file is read once, when the program starts. `set` changes the file and the current values.
@MainActor
public final class Preferences {
    /// The user's language and style of dates.
    public private(set) var localizer: Localizer

    let declarations: [SettingDeclaration]
    /// The problems of the settings file: lines that can't be used.
    private(set) var problems: [any PresentableError] = []

    private let file: SettingsFile?
    private let variables: [String: String]
    private let makeContext: (Localizer) -> ParseContext
    private var options = LaunchOptions()
    private var words: [String: String] = [:]
    private var values: [String: any Sendable] = [:]

    /// Reads the settings of a program.
    ///
    /// - Parameters:
    ///   - programName: The program's name, which is also the name of its directory.
    ///   - settings: The program's own settings.
    ///   - environment: The environment, which determines the settings directory and the defaults.
    public init(programName: String, settings: [SettingDeclaration] = [], environment: ProcessEnvironment) {
        variables = environment.variables
        let directories = StandardDirectories(environment: environment.variables, program: programName)
        file = directories.config.map { SettingsFile(path: "\($0)/settings") }
        declarations = settings + ShellSettings.all
        makeContext = { localizer in
            ParseContext(
                localizer: localizer,
                today: CivilDate.today(now: environment.now(), timeZone: environment.timeZone),
                home: directories.home)
        }
        localizer = Localizer(
            Language.resolve(option: nil, setting: nil, environment: environment.variables),
            dayStyle: .medium, territory: Territory(environment: environment.variables))
        read()
        updateLocalizer()
    }

    /// The current value of a setting, or its default.
    public subscript<Value>(setting: Setting<Value>) -> Value {
        values[setting.declaration.name] as? Value ?? setting.defaultValue
    }

    /// Applies the options of the command line.
    func apply(_ options: LaunchOptions) {
        self.options = options
        updateLocalizer()
    }

    /// Returns whether outputs are for screen readers. The option `--accessible` applies to all outputs. The
    /// setting and the environment variable apply only to terminals, so that output to pipes doesn't depend
    /// on them.
    func isAccessible(onTerminal: Bool) -> Bool {
        if options.accessible { return true }
        return onTerminal && (self[ShellSettings.accessible] ?? environmentIsAccessible)
    }

    private var environmentIsAccessible: Bool {
        !["", "0", "no", "off", "false"].contains(variables["ACCESSIBLE", default: ""].lowercased())
    }

    /// Returns whether outputs on a stream have colour.
    ///
    /// The order of priority is: the option, the setting, `NO_COLOR`, `CLICOLOR_FORCE`, the terminal's
    /// abilities. According to the `NO_COLOR` convention, options and settings override that variable.
    func hasColor(onTerminal: Bool) -> Bool {
        switch options.color ?? self[ShellSettings.color] {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if !variables["NO_COLOR", default: ""].isEmpty { return false }
        if !["", "0"].contains(variables["CLICOLOR_FORCE", default: ""]) { return true }
        let terminal = variables["TERM", default: "dumb"]
        return onTerminal && terminal != "dumb" && variables["CLICOLOR"] != "0"
    }

    /// Whether outputs that are longer than the screen are shown in a pager.
    var usesPager: Bool { self[ShellSettings.pager] ?? !isAccessible(onTerminal: true) }

    /// Returns the word for the current value of a setting, as in the settings file.
    func word(for declaration: SettingDeclaration) -> String {
        words[declaration.name] ?? declaration.defaultWord
    }

    /// Returns the word for a setting's value in the file, which another process may have changed. If the
    /// file can't be read, returns the word for the current value.
    func storedWord(for declaration: SettingDeclaration) -> String {
        guard let entries = try? file?.read().entries else { return word(for: declaration) }
        let words = entries.filter { $0.name == declaration.name }.compactMap {
            try? declaration.parse($0.value, makeContext(localizer)).word
        }
        return words.last ?? declaration.defaultWord
    }

    /// Returns whether the setting has a value in the file.
    func isSet(_ declaration: SettingDeclaration) -> Bool { words[declaration.name] != nil }

    /// Returns the setting with a name.
    ///
    /// - Throws: ``SettingsProblem/unknown(_:nearest:)``.
    func declaration(named name: String) throws -> SettingDeclaration {
        let wanted = ChoiceWord.normal(name)
        if let found = declarations.first(where: { $0.name == wanted }) { return found }
        throw SettingsProblem.unknown(name, nearest: nearest(to: name, in: declarations.map(\.name)))
    }

    /// Changes a setting of the program, like `set`.
    ///
    /// ```swift
    /// static let layout = Setting.choice(
    ///     "layout", [Choice("list", "list"), Choice("cards", "cards")], defaultWord: "list", "list",
    ///     help: text("How books are shown."))
    ///
    /// func showCards(_ session: SessionContext) throws {
    ///     try session.preferences.set(Self.layout, to: "cards")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - text: The word for the value; `nil` resets the setting.
    /// - Throws: ``ValueError`` if the setting has no such value, ``FileError`` if the file can't be written,
    ///   and an error if there is no directory for settings.
    public func set<Value>(_ setting: Setting<Value>, to text: String?) throws {
        try set(setting.declaration, to: text)
    }

    /// Suspends the task while another process changes a setting.
    func waitForOtherProcess() async { await file?.waitForOtherProcess() }

    /// Changes a setting in memory and in the file; `nil` resets it.
    func set(_ declaration: SettingDeclaration, to text: String?) throws {
        let parsed = try text.map { try declaration.parse($0, makeContext(localizer)) }
        guard let file else { throw SettingsProblem.noDirectory }
        try file.write(declaration.name, parsed?.word)
        words[declaration.name] = parsed?.word
        values[declaration.name] = parsed?.value
        // The new value also overrides the option that was given on the command line.
        switch declaration.name {
        case ShellSettings.language.declaration.name: options.language = nil
        case ShellSettings.color.declaration.name: options.color = nil
        case ShellSettings.accessible.declaration.name: options.accessible = false
        default: break
        }
        updateLocalizer()
    }

    private func read() {
        guard let file else { return }
        do {
            let contents = try file.read()
            problems = contents.damaged.map { SettingsProblem.damagedLine(path: file.path, line: $0) }
            for entry in contents.entries { take(entry, of: file) }
        } catch {
            problems = [error as? any PresentableError ?? UnexpectedError(error)]
        }
    }

    private func take(_ entry: SettingsFile.Entry, of file: SettingsFile) {
        guard let declaration = declarations.first(where: { $0.name == entry.name }) else {
            problems.append(
                SettingsProblem.unknownName(entry.name, path: file.path, line: entry.line))
            return
        }
        do {
            let parsed = try declaration.parse(entry.value, makeContext(localizer))
            words[entry.name] = parsed.word
            values[entry.name] = parsed.value
        } catch let error as ValueError {
            problems.append(SettingsProblem.badValue(error, path: file.path, line: entry.line))
        } catch {
            problems.append(error as? any PresentableError ?? UnexpectedError(error))
        }
    }

    private func updateLocalizer() {
        let language = Language.resolve(
            option: options.language, setting: self[ShellSettings.language]?.code, environment: variables)
        localizer = Localizer(
            language, dayStyle: self[ShellSettings.dates], territory: Territory(environment: variables),
            firstWeekday: self[ShellSettings.firstWeekday], hours: self[ShellSettings.clock])
    }
}

extension Preferences {
    /// Saves a choice as a setting, as `set` does. A command uses it to remember the value of an option.
    ///
    /// ```swift
    /// static let layout = Setting.choice(
    ///     "layout", [Choice("list", "list"), Choice("cards", "cards")], defaultWord: "list", "list",
    ///     help: text("How books are shown."))
    ///
    /// func showCards(_ session: SessionContext) throws {
    ///     try session.preferences.remember(Self.layout, as: "cards")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - word: One of the setting's words. The word overwrites a choice that another process saved, so pass
    ///     only the user's own choice, not a default.
    /// - Throws: ``FileError`` if the settings can't be written, and an error if there is no directory for
    ///   settings.
    public func remember<Value>(_ setting: Setting<Value>, as word: String) throws {
        // Don't write the file if nothing changes. Compare the word with the file too, because another
        // process may have changed the file.
        let declaration = setting.declaration
        if self.word(for: declaration) == word, storedWord(for: declaration) == word { return }
        try set(declaration, to: word)
    }
}
