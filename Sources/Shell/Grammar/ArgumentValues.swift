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
