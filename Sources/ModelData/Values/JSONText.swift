import Foundation

/// The JSON of a value, with sorted keys so that equal values have equal texts.
func encodedJSON<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
        throw ValueProblem.unencodable(type: "\(T.self)", reason: "\(error)")
    }
}

/// The value of a JSON text.
func decodedJSON<T: Decodable>(_ text: String, as type: T.Type) throws -> T {
    do {
        return try JSONDecoder().decode(T.self, from: Data(text.utf8))
    } catch {
        throw ValueProblem.unreadable(content: String(text.prefix(80)), type: "\(T.self)")
    }
}
