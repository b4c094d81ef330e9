import Localization

/// Usage lines, such as `add TITLE AUTHOR [--status on-shelf|in-progress|completed]`.
///
/// Placeholders are in the language of the help. Commands, options and choices are the same in every
/// language.
enum Usage {
    /// Returns the usage line of a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - asks: Whether the user is asked for missing arguments. If so, they are shown as optional.
    static func line(of command: CommandDeclaration, asks: Bool = true) -> LocalizedText {
        .joined([.verbatim(command.name)] + command.parameters.map { term($0, asks: asks) })
    }

    /// Returns a parameter as in a usage line, in brackets if it is optional.
    static func term(_ parameter: ParameterDeclaration, asks: Bool = true) -> LocalizedText {
        let format =
            switch parameter.kind {
            case .required: parameter.question == nil || !asks ? "%@" : "[%@]"
            case .rest(let minimum): minimum > 0 ? "%@…" : "[%@…]"
            case .repeatedOption: "[%@]…"
            case .optional, .option, .flag: "[%@]"
            }
        let name = parameter.isPositional ? parameter.argumentPlaceholder : option(parameter)
        return LocalizedText(format, table: "", [name.textArgument])
    }

    /// Returns an option as typed, such as `--page` or `-c`.
    static func name(of parameter: ParameterDeclaration) -> String {
        parameter.name.utf8.count == 1 ? "-\(parameter.name)" : "--\(parameter.name)"
    }

    /// Returns an option with the placeholder for its value, such as `--page PAGE`.
    static func option(_ parameter: ParameterDeclaration) -> LocalizedText {
        let name = LocalizedText.verbatim(name(of: parameter))
        return parameter.kind == .flag ? name : .joined([name, parameter.placeholder])
    }
}
