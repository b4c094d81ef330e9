import Localization

/// A problem with a setting or the settings file.
enum SettingsProblem: PresentableError, Hashable {
    /// No setting has this name. `nearest` has similar names.
    case unknown(String, nearest: [String])
    /// The environment variables name no directory in which settings can be stored.
    case noDirectory
    /// A line of the file doesn't have the form `name = value`.
    case damagedLine(path: String, line: Int)
    /// A line of the file has the name of an unknown setting.
    case unknownName(String, path: String, line: Int)
    /// A line of the file has an invalid value.
    case badValue(ValueError, path: String, line: Int)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _):
            text("There is no setting “%@”.", name)
        case .noDirectory:
            text("There is no home directory for the settings.")
        case .damagedLine(let path, let line):
            text("Line %1$@ of the settings file “%2$@” is damaged and ignored.", String(line), path)
        case .unknownName(let name, let path, let line):
            text(
                "Line %1$@ of the settings file “%2$@” is ignored: there is no setting “%3$@”.",
                String(line),
                path, name)
        case .badValue(let error, let path, let line):
            text(
                "Line %1$@ of the settings file “%2$@” is ignored: %3$@", String(line), path, error.problem)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest): Suggestion.didYouMean(nearest) ?? text("“set” lists all settings.")
        case .noDirectory: text("Set HOME or XDG_CONFIG_HOME.")
        case .damagedLine, .unknownName, .badValue: nil
        }
    }

    var failure: FailureKind { .usage }
}
