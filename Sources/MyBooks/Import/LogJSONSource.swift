import Foundation
import Suite

/// Reads the JSON array that `export` writes.
struct LogJSONSource: ImportSource {
    private var elements: ArraySlice<Any>
    private var position = 0

    var countsLines: Bool { false }

    /// Makes a source of a file's bytes.
    ///
    /// - Throws: ``ImportFileError`` where the bytes are not a JSON array.
    init(_ bytes: [UInt8], path: String) throws {
        let value: Any
        do {
            value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
        } catch {
            throw ImportFileError.notJSON(path: path)
        }
        guard let array = value as? [Any] else { throw ImportFileError.notAnArray(path: path) }
        elements = array[...]
    }

    mutating func next() throws -> ImportRow? {
        guard let element = elements.popFirst() else { return nil }
        position += 1
        do {
            guard let object = element as? [String: Any] else { throw RowProblem.notAnObject }
            return .book(
                try LogFormat.book(position: position) { field throws(RowProblem) in
                    switch object[field.rawValue] {
                    case nil, is NSNull: return ""
                    case let string as String: return string
                    case let number as Int where field == .rating: return String(number)
                    default: throw .wrongType(key: field.rawValue)
                    }
                })
        } catch let problem as RowProblem {
            return .skipped(position: position, reason: problem.reason)
        }
    }
}
