/// A parsed JSON value. Whole numbers and other numbers are separate cases, which `JSONSerialization` doesn't
/// guarantee.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var int: Int64? { if case .int(let number) = self { number } else { nil } }

    var arrayItems: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

    var objectMembers: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// This value as the value of a field, or nil if it is an array or an object.
    var scalar: SyncValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array, .object: nil
        }
    }
}
