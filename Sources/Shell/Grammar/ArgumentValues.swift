/// Makes values of the texts of a call.
enum ArgumentValues {
    /// The values of all the parameters that are given, by name. Throws ``UsageError/invalidValue(name:_:)``, or the
    /// error of a program's own type of values.
    static func values(of call: Call, _ context: ParseContext) throws -> [String: [any Sendable]] {
        var values: [String: [any Sendable]] = [:]
        for parameter in call.declaration.parameters {
            guard let texts = call.values[parameter.name] else { continue }
            values[parameter.name] = try texts.map { try value($0, of: parameter, context) }
        }
        return values
    }

    /// The value of one text.
    static func value(
        _ text: String, of parameter: ParameterDeclaration, _ context: ParseContext
    ) throws -> any Sendable {
        do {
            return try parameter.parse(text, context)
        } catch let error as ValueError {
            let name = parameter.isPositional ? Usage.positionalName(parameter) : Usage.name(of: parameter)
            throw UsageError.invalidValue(name: name, error)
        }
    }

    /// The value of an option that is given once, if it is.
    static func single(
        _ parameter: ParameterDeclaration, _ values: [String: [String]], _ context: ParseContext
    ) throws -> (any Sendable)? {
        try values[parameter.name]?.first.map { try value($0, of: parameter, context) }
    }
}
