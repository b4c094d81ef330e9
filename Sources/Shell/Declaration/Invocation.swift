/// The checked and converted arguments of one call of a command.
public struct Invocation: Sendable {
    /// The command's name.
    public let command: String
    var values: [String: [any Sendable]]

    /// Makes an invocation of values by parameter name.
    public init(command: String, values: [String: [any Sendable]] = [:]) {
        self.command = command
        self.values = values
    }

    /// The value of a parameter; throws ``UndeclaredParameter`` where the command reads what it did not declare.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        get throws {
            guard let value = parameter.value(values[parameter.declaration.name] ?? []) else {
                throw UndeclaredParameter(command: command, parameter: parameter.declaration.name)
            }
            return value
        }
    }

    /// Whether the call names this parameter.
    public func has<Value>(_ parameter: Parameter<Value>) -> Bool {
        values[parameter.declaration.name]?.isEmpty == false
    }
}

/// A command read a parameter that it does not declare: a mistake in the program.
public struct UndeclaredParameter: Error, CustomStringConvertible {
    let command: String
    let parameter: String

    /// Names the command and the parameter.
    public var description: String { "\(command) reads \(parameter), which it does not declare" }
}
