/// A line as the grammar understood it, its values still texts.
struct Call: Sendable {
    /// The command that is called.
    let declaration: CommandDeclaration
    /// The texts given to each parameter of the command, by its name.
    var values: [String: [String]] = [:]
    /// The texts given to options that go with every command, by name.
    var universal: [String: [String]] = [:]

    /// Whether the line asks how the command is used.
    var asksForHelp: Bool { universal["help"] != nil }

    /// The first parameter that must be there and isn't.
    var missing: ParameterDeclaration? {
        declaration.parameters.first { parameter in
            let count = values[parameter.name]?.count ?? 0
            return switch parameter.kind {
            case .required: count == 0
            case .rest(let minimum): count < minimum
            case .optional, .option, .repeatedOption, .flag: false
            }
        }
    }
}
