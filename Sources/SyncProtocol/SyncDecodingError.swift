/// The reason why a message can't be decoded.
public enum SyncDecodingError: Error, Hashable, Sendable {
    /// The body is larger than the limit, in bytes.
    case tooLarge(bytes: Int, limit: Int)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The body isn't valid JSON; the error is at this byte offset.
    case notJSON(offset: Int)
    /// A required member is missing.
    case missing(name: String)
    /// A member has the wrong type or an invalid value.
    case wrongType(name: String, expected: String)
    /// The body has more records, or more model names, than the limit.
    case tooManyRecords(count: Int, limit: Int)
}

extension SyncDecodingError: CustomStringConvertible {
    /// A description in English.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "The body has \(bytes) bytes; at most \(limit) are read."
        case .tooDeep(let limit): "Arrays and objects are more than \(limit) deep in one another."
        case .notJSON(let offset): "The body is not JSON, from byte \(offset) on."
        case .missing(let name): "“\(name)” is missing."
        case .wrongType(let name, let expected): "“\(name)” is not \(expected)."
        case .tooManyRecords(let count, let limit):
            "The body has \(count) records; at most \(limit) are read."
        }
    }
}
