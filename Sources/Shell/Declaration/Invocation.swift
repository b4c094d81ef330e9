/// The parsed and checked arguments of one call of a command.
public struct Invocation: Sendable {
    /// The command's name.
    public let command: String
    var values: [String: [any Sendable]]
    /// Whether a user at a terminal typed the line and sees its result there as text. It is `false` in scripts, with
    /// `-c` and `-f`, if the output goes to a pipe or a file, and with `--json` and `--csv`. Only then may a choice
    /// that the user made earlier, such as a filter, have an effect on the output.
    public let isForUser: Bool
    /// Whether the output is JSON or CSV.
    public let isForData: Bool

    /// Creates an invocation from values by parameter name.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - values: The parsed values by parameter name, in the order of the line. The value of a flag that is
    ///     given is `true`. Default: none.
    ///   - isForUser: Whether a user at a terminal typed the line and sees its result there as text. Default: `true`.
    ///   - isForData: Whether the output is JSON or CSV. Default: `false`.
    public init(
        command: String, values: [String: [any Sendable]] = [:], isForUser: Bool = true,
        isForData: Bool = false
    ) {
        self.command = command
        self.values = values
        self.isForUser = isForUser
        self.isForData = isForData
    }

    /// The value of a parameter.
    ///
    /// - Throws: ``UndeclaredParameter`` if the command doesn't declare the parameter.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        get throws {
            guard let value = parameter.value(values[parameter.declaration.name] ?? []) else {
                throw UndeclaredParameter(command: command, parameter: parameter.declaration.name)
            }
            return value
        }
    }

    /// Returns whether the call has a value for a parameter.
    public func has<Value>(_ parameter: Parameter<Value>) -> Bool {
        has(parameter.declaration)
    }

    /// Returns whether the line has a value for a parameter.
    public func has(_ parameter: ParameterDeclaration) -> Bool { values[parameter.name]?.isEmpty == false }
}

/// A programming error: a command read a parameter that it doesn't declare.
public struct UndeclaredParameter: Error, CustomStringConvertible {
    let command: String
    let parameter: String

    /// The names of the command and the parameter.
    public var description: String { "\(command) reads \(parameter), which it does not declare" }
}
