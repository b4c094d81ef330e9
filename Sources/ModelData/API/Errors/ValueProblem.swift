/// The reason why a value can't be written to a column, or a column's content can't be read as a value.
///
/// It is part of ``ModelDataError/invalidValue(model:property:record:problem:)`` and
/// ``ModelDataError/unreadableValue(model:property:record:problem:)``, which add the model and the property.
public enum ValueProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value is NaN, which SQLite would store as NULL.
    case notANumber
    /// The integer doesn't fit into SQLite's signed 64-bit integers.
    case outOfRange(value: String)
    /// The column is NULL, but the property isn't optional.
    case missing
    /// The content isn't a value of the type.
    case unreadable(content: String, type: String)
    /// The value can't be encoded, as JSON or by its transformer.
    case unencodable(type: String, reason: String)
    /// An upsert sets a to-many relationship; it can only set values and to-one relationships.
    case severalObjects(type: String)

    /// The external file of the value is missing.
    case missingFile(path: String)

    /// A description in English.
    public var description: String {
        switch self {
        case .notANumber: "NaN can't be stored"
        case .outOfRange(let value): "\(value) doesn't fit into a signed 64-bit integer"
        case .missing: "a value is missing"
        case .unreadable(let content, let type): "\"\(content)\" isn't a value of the type \(type)"
        case .missingFile(let path): "the file \(path) is missing"
        case .unencodable(let type, let reason): "the \(type) can't be encoded: \(reason)"
        case .severalObjects(let type): "an upsert can't set a list of \(type), only a single object"
        }
    }
}
