import Localization

/// What can be wrong with settings.
enum SettingsProblem: PresentableError, Hashable {
    /// No setting has this name; the nearest names follow.
    case unknown(String, nearest: [String])
    /// The environment names no directory for settings.
    case noPlace
    /// A line of the file is not `name = value`.
    case damagedLine(path: String, line: Int)
    /// A line of the file sets something that there isn't.
    case unknownName(String, path: String, line: Int)
    /// A line of the file has a value that its setting can't have.
    case badValue(ValueError, path: String, line: Int)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _):
            text("There is no setting “%@”.", name)
        case .noPlace:
            text("There is no home directory to keep settings in.")
        case .damagedLine(let path, let line):
            text("Line %1$@ of the settings in “%2$@” is damaged and left aside.", String(line), path)
        case .unknownName(let name, let path, let line):
            text(
                "Line %1$@ of the settings in “%2$@” is left aside: there is no setting “%3$@”.",
                String(line),
                path, name)
        case .badValue(let error, let path, let line):
            text(
                "Line %1$@ of the settings in “%2$@” is left aside: %3$@", String(line), path, error.problem)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest): Suggestion.didYouMean(nearest) ?? text("“set” lists all settings.")
        case .noPlace: text("Set HOME or XDG_CONFIG_HOME.")
        case .damagedLine, .unknownName, .badValue: nil
        }
    }

    var failure: FailureKind { .usage }
}
