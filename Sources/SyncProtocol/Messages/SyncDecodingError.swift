/// Why a body couldn't be read.
///
/// ```swift
/// catch SyncDecodingError.tooLarge { answer(.tooLarge) }
/// ```
public enum SyncDecodingError: Error, Hashable, Sendable {
    /// The body has more bytes than are read.
    case tooLarge(bytes: Int, limit: Int)
    /// Arrays and objects are deeper in one another than is read.
    case tooDeep(limit: Int)
    /// It isn't JSON, from this byte on.
    case notJSON(offset: Int)
    /// A member that must be there isn't.
    case missing(name: String)
    /// A member isn't what it must be.
    case wrongType(name: String, expected: String)
    /// More records, or names of models, than are read.
    case tooManyRecords(count: Int, limit: Int)
}

extension SyncDecodingError: CustomStringConvertible {
    /// What is wrong, in English.
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
