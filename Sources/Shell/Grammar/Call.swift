/// A parsed line: the command that it calls, and the texts of the parameters. The texts aren't converted to
/// values yet.
struct Call: Sendable {
    /// The command that is called.
    let declaration: CommandDeclaration
    /// The texts of the command's parameters, by name.
    var values: [String: [String]] = [:]
    /// The texts of the options that all commands share, by name.
    var universal: [String: [String]] = [:]
    /// The first word with an unknown key, which may be a text.
    var unknownKey: String?

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

/// Converts the texts of a call to typed values.
enum ArgumentValues {
    /// Returns the values of all parameters that are given in a call, by parameter name.
    ///
    /// - Throws: ``UsageError/invalidValue(name:_:)``, or the error of a program's own value type.
    static func values(of call: Call, _ context: ParseContext) throws -> [String: [any Sendable]] {
        var values: [String: [any Sendable]] = [:]
        for parameter in call.declaration.parameters {
            guard let texts = call.values[parameter.name] else { continue }
            values[parameter.name] = try texts.map { try value($0, of: parameter, context) }
        }
        return values
    }

    /// Parses a text as a value of a parameter.
    static func value(
        _ text: String, of parameter: ParameterDeclaration, _ context: ParseContext
    ) throws -> any Sendable {
        do {
            return try parameter.parse(text, context)
        } catch let error as ValueError {
            let name =
                parameter.isPositional ? parameter.argumentPlaceholder : .verbatim(Usage.name(of: parameter))
            throw UsageError.invalidValue(name: name, error)
        }
    }

    /// Returns the value of an option that can be given once; `nil` if it isn't given.
    static func single(
        _ parameter: ParameterDeclaration, _ values: [String: [String]], _ context: ParseContext
    ) throws -> (any Sendable)? {
        try values[parameter.name]?.first.map { try value($0, of: parameter, context) }
    }
}
