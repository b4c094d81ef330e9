/// Usage lines, such as `add TITLE AUTHOR [--status on-shelf|in-progress|completed]`.
enum Usage {
    /// The usage line of a command.
    ///
    /// - Parameter asks: Whether a person is asked for what is missing, so that it may be left out.
    static func line(of command: CommandDeclaration, asks: Bool = true) -> String {
        ([command.name] + command.parameters.map { term($0, asks: asks) }).joined(separator: " ")
    }

    /// How a parameter stands in a usage line.
    static func term(_ parameter: ParameterDeclaration, asks: Bool = true) -> String {
        let name = positionalName(parameter)
        return switch parameter.kind {
        case .required: parameter.question == nil || !asks ? name : "[\(name)]"
        case .optional: "[\(name)]"
        case .rest(let minimum): minimum > 0 ? "\(name)…" : "[\(name)…]"
        case .option: "[\(option(parameter))]"
        case .repeatedOption: "[\(option(parameter))]…"
        case .flag: "[\(option(parameter))]"
        }
    }

    /// How an option is written.
    static func name(of parameter: ParameterDeclaration) -> String {
        parameter.name.utf8.count == 1 ? "-\(parameter.name)" : "--\(parameter.name)"
    }

    /// How an option is written, with its value's name.
    static func option(_ parameter: ParameterDeclaration) -> String {
        let name = name(of: parameter)
        return parameter.placeholder.isEmpty ? name : "\(name) \(parameter.placeholder)"
    }

    /// How an argument is named by its place: by its own name in capitals.
    static func positionalName(_ parameter: ParameterDeclaration) -> String {
        parameter.name.uppercased()
    }
}
