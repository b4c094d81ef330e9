/// A parsed line: the command that it calls, and the texts of the parameters. The texts aren't converted to
/// values yet.
struct Call: Sendable {
    /// The command that is called.
    let declaration: CommandDeclaration
    /// The texts of the command's parameters, by name.
    var values: [String: [String]] = [:]
    /// The texts of the options that all commands share, by name.
    var universal: [String: [String]] = [:]

    /// Whether the line asks for the command's help.
    var asksForHelp: Bool { universal["help"] != nil }

    /// The first required parameter without a value.
    var missing: ParameterDeclaration? {
        declaration.parameters.first { parameter in
            let count = values[parameter.name]?.count ?? 0
            return switch parameter.kind {
            case .required: count == 0 && parameter.replacement.map { values[$0] == nil } ?? true
            case .rest(let minimum): count < minimum
            case .optional, .option, .repeatedOption, .flag: false
            }
        }
    }
}
