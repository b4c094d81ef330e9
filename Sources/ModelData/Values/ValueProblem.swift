/// Why a value can't be written to a column, or a column's content can't be read as a value.
///
///     let problem = ValueProblem.notANumber
///
/// It becomes part of a ``ModelDataError``, which adds the model and the property.
public enum ValueProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// A NaN, which SQLite would store as NULL.
    case notANumber
    /// A whole number beyond SQLite's 64 signed bits.
    case outOfRange(value: String)
    /// NULL where a value must be.
    case missing
    /// A content that isn't one of the type's values.
    case unreadable(content: String, type: String)
    /// A value that its own type couldn't encode as JSON.
    case unencodable(type: String, reason: String)
    /// Several related objects, where values are written that bring single ones only, as in an import.
    case severalObjects(type: String)

    /// The file that holds the value isn't there.
    case missingFile(path: String)

    /// The problem in English.
    public var description: String {
        switch self {
        case .notANumber: "NaN can't be stored"
        case .outOfRange(let value): "\(value) doesn't fit into 64 signed bits"
        case .missing: "a value is missing"
        case .unreadable(let content, let type): "\"\(content)\" is no \(type)"
        case .missingFile(let path): "the file \(path) is missing"
        case .unencodable(let type, let reason): "the \(type) can't be encoded: \(reason)"
        case .severalObjects(let type): "lists of \(type) aren't imported, single ones are"
        }
    }
}
