import Foundation

/// Encodes a value as JSON, with sorted keys so that equal values have equal texts.
func encodedJSON<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no form for these numbers.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
        return escapingMarksAfterEscapes(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch EncodingError.invalidValue(_, let context) {
        // The error's own description contains the whole value.
        let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
        throw ValueProblem.unencodable(type: "\(T.self)", reason: reason)
    } catch {
        throw ValueProblem.unencodable(type: "\(T.self)", reason: "\(error)")
    }
}

/// Returns a JSON text in which combining marks that follow an escape sequence are escaped too.
///
/// Texts are stored in NFC. A combining mark after `\n` would be composed with the `n`, and the JSON would be
/// invalid.
private func escapingMarksAfterEscapes(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) || !text.utf8.contains(UInt8(ascii: "\\")) { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "\\") {
        let hasDigits = rest[rest.index(after: start)] == "u"
        let end = rest.index(start, offsetBy: hasDigits ? 6 : 2)
        let marks = rest[end...].prefix { !$0.isASCII }
        result += String(rest[..<end]) + String(marks).utf16.map { String(format: "\\u%04x", $0) }.joined()
        rest = rest[marks.endIndex...]
    }
    return result + String(rest)
}

/// Decodes a value from JSON.
func decodedJSON<T: Decodable>(_ text: String, as type: T.Type) throws -> T {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
        return try decoder.decode(T.self, from: Data(text.utf8))
    } catch {
        throw ValueProblem.unreadable(content: String(text.prefix(80)), type: "\(T.self)")
    }
}

/// Returns whether two JSON texts represent the same value of an `Equatable` type.
///
/// A set, or a dictionary whose keys aren't strings, is encoded in a different order each time.
func isSameJSON<T: Decodable>(_ first: String, _ second: String, as type: T.Type) -> Bool {
    let (first, second) = (first.inNFC, second.inNFC)
    // Texts that differ only in order have the same length.
    guard T.self is any Equatable.Type, first.utf8.count == second.utf8.count,
        // A type's `==` may ignore some properties, so compare the complete JSON content first.
        let content = try? JSONContent(first), let other = try? JSONContent(second), content == other,
        let value = try? decodedJSON(first, as: T.self) as? any Equatable, hasUnordered(value)
    else { return false }
    return value.equals(try? decodedJSON(second, as: T.self))
}

/// Returns whether a value contains a set or a dictionary.
///
/// The order of an array is part of its value, even if the type's `==` ignores it.
private func hasUnordered(_ value: Any) -> Bool {
    // The objects that were already searched. References between objects may form cycles.
    var seen: Set<ObjectIdentifier> = []
    func search(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set, .dictionary: return true
        case .class where !seen.insert(ObjectIdentifier(value as AnyObject)).inserted: return false
        default: return mirror.children.contains { search($0.value) }
        }
    }
    return search(value)
}

/// The content of a JSON text, with all arrays sorted so that their order is ignored.
private struct JSONContent: Equatable {
    private let text: String

    init(_ json: String) throws {
        let data = Data(json.utf8)
        text = Self.sorted(try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    }

    private static func sorted(_ value: Any) -> String {
        if let list = value as? [Any] {
            let elements = list.map { sorted($0) }
            return "[\(elements.sorted().joined(separator: ","))]"
        }
        if let object = value as? [String: Any] {
            let pairs = object.map { key, value in String(reflecting: key) + ":" + sorted(value) }
            return "{\(pairs.sorted().joined(separator: ","))}"
        }
        return String(reflecting: value)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any?) -> Bool { self == other as? Self }
}
