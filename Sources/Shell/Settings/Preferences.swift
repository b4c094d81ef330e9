import Foundation
import Localization

/// What a person has chosen: by options of the command line, else by settings, else by the environment.
///
/// The settings' file is read once, when the program begins; `set` changes both the file and what holds now.
@MainActor
public final class Preferences {
    /// The person's language, with the style of dates that they like.
    public private(set) var localizer: Localizer

    let declarations: [SettingDeclaration]
    /// What stood in the file and could not be used.
    private(set) var problems: [any PresentableError] = []

    private let file: SettingsFile?
    private let environment: [String: String]
    private let makeContext: (Localizer) -> ParseContext
    private var options = LaunchOptions()
    private var words: [String: String] = [:]
    private var values: [String: any Sendable] = [:]

    /// Reads the settings of a program.
    ///
    /// - Parameters:
    ///   - programName: The program's name, which its directory has too.
    ///   - settings: The settings that the program has besides those of every program.
    ///   - surroundings: The environment, which says where the settings are, and what holds without them.
    public init(programName: String, settings: [SettingDeclaration] = [], surroundings: Surroundings) {
        environment = surroundings.environment
        let directories = StandardDirectories(environment: surroundings.environment, program: programName)
        file = directories.config.map { SettingsFile(path: "\($0)/settings") }
        declarations = settings + ShellSettings.all
        makeContext = { localizer in
            ParseContext(
                localizer: localizer,
                today: CivilDate.today(now: surroundings.now(), timeZone: surroundings.timeZone),
                home: directories.home)
        }
        localizer = Localizer(
            Language.resolve(option: nil, setting: nil, environment: surroundings.environment),
            dayStyle: .medium, dayOrder: DayOrder(environment: surroundings.environment))
        read()
        updateLocalizer()
    }

    /// The value of a setting: what was set, or what holds where nothing is.
    public subscript<Value>(setting: Setting<Value>) -> Value {
        values[setting.declaration.name] as? Value ?? setting.usual
    }

    /// Takes up the options of the command line, which count more than settings.
    func apply(_ options: LaunchOptions) {
        self.options = options
        updateLocalizer()
    }

    /// Whether outputs are for people who listen. What an option asks for holds everywhere; what is set or stands in
    /// the environment is meant for what a person reads, and leaves pipes as they are.
    func isAccessible(onTerminal: Bool) -> Bool {
        if options.accessible { return true }
        return onTerminal && (self[ShellSettings.accessible] ?? environmentIsAccessible)
    }

    private var environmentIsAccessible: Bool {
        !["", "0", "no", "off", "false"].contains(environment["ACCESSIBLE", default: ""].lowercased())
    }

    /// Whether outputs on a stream have colour.
    ///
    /// Options and settings come before `NO_COLOR`, as that convention asks; then come `CLICOLOR_FORCE` and what the
    /// terminal can do.
    func hasColor(onTerminal: Bool) -> Bool {
        switch options.color ?? self[ShellSettings.color] {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if !environment["NO_COLOR", default: ""].isEmpty { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
        let terminal = environment["TERM", default: "dumb"]
        return onTerminal && terminal != "dumb" && environment["CLICOLOR"] != "0"
    }

    /// Whether what is longer than the screen goes through a pager.
    var usesPager: Bool { self[ShellSettings.pager] ?? !isAccessible(onTerminal: true) }

    /// The word for what holds now.
    func word(for declaration: SettingDeclaration) -> String {
        words[declaration.name] ?? declaration.usually
    }

    /// The word for what holds in the file now, which another process may have written; where it can't be read, for what
    /// holds here.
    func storedWord(for declaration: SettingDeclaration) -> String {
        guard let entries = try? file?.read().entries else { return word(for: declaration) }
        let words = entries.filter { $0.name == declaration.name }.compactMap {
            try? declaration.parse($0.value, makeContext(localizer)).word
        }
        return words.last ?? declaration.usually
    }

    /// Whether the person has set it.
    func isSet(_ declaration: SettingDeclaration) -> Bool { words[declaration.name] != nil }

    /// The setting with a name. Throws ``SettingsProblem/unknown(_:nearest:)``.
    func declaration(named name: String) throws -> SettingDeclaration {
        let wanted = ChoiceWord.normal(name)
        if let found = declarations.first(where: { $0.name == wanted }) { return found }
        throw SettingsProblem.unknown(name, nearest: nearest(to: name, in: declarations.map(\.name)))
    }

    /// Sets a setting of the program, now and from now on, as `set` does.
    ///
    /// ```swift
    /// try session.preferences.set(Self.layout, to: "list")
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - text: The value in words; `nil` goes back to what usually holds.
    /// - Throws: ``ValueError`` for a text that is no value of it, and where the settings can't be kept.
    public func set<Value>(_ setting: Setting<Value>, to text: String?) throws {
        try set(setting.declaration, to: text)
    }

    /// Sets a value, now and from now on; `nil` goes back to what usually holds.
    func set(_ declaration: SettingDeclaration, to text: String?) throws {
        let parsed = try text.map { try declaration.parse($0, makeContext(localizer)) }
        guard let file else { throw SettingsProblem.noPlace }
        try file.write(declaration.name, parsed?.word)
        words[declaration.name] = parsed?.word
        values[declaration.name] = parsed?.value
        // The newest word counts, also where the command line said something else.
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
            option: options.language, setting: self[ShellSettings.language]?.code, environment: environment)
        localizer = Localizer(
            language, dayStyle: self[ShellSettings.dates], dayOrder: DayOrder(environment: environment))
    }
}
