import Foundation

/// The JSON of a value, with sorted keys so that equal values have equal texts.
func encodedJSON<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return withoutMarksBehindEscapes(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
        throw ValueProblem.unencodable(type: "\(T.self)", reason: "\(error)")
    }
}

/// A JSON text in which no mark follows an escape: in NFC, as texts are stored, a mark behind `\n` would become one
/// letter with its `n`, and the text would be no JSON any more. Such a mark is written as an escape too.
private func withoutMarksBehindEscapes(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) || !text.utf8.contains(UInt8(ascii: "\\")) { return text }
    var result = String.UnicodeScalarView()
    var isBehindBackslash = false
    /// How many digits of `\u1234` are still to come.
    var digits = 0
    var isBehindEscape = false
    for scalar in text.unicodeScalars {
        if isBehindBackslash || digits > 0 {
            digits = isBehindBackslash ? (scalar == "u" ? 4 : 0) : digits - 1
            isBehindBackslash = false
            isBehindEscape = digits == 0
        } else if scalar == "\\" {
            isBehindBackslash = true
        } else if isBehindEscape, !scalar.isASCII {
            for unit in String(scalar).utf16 {
                let number = String(unit, radix: 16)
                result.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - number.count))\(number)"
                        .unicodeScalars)
            }
            continue
        } else {
            isBehindEscape = false
        }
        result.append(scalar)
    }
    return String(result)
}

/// The value of a JSON text.
func decodedJSON<T: Decodable>(_ text: String, as type: T.Type) throws -> T {
    do {
        return try JSONDecoder().decode(T.self, from: Data(text.utf8))
    } catch {
        // An earlier version stored marks behind escapes as one letter with these.
        let apart = text.decomposedStringWithCanonicalMapping
        if !text.utf8.elementsEqual(apart.utf8),
            let value = try? JSONDecoder().decode(T.self, from: Data(apart.utf8))
        {
            return value
        }
        throw ValueProblem.unreadable(content: String(text.prefix(80)), type: "\(T.self)")
    }
}

/// Whether two JSON texts stand for the same value of a type that can tell. A set, and a dictionary whose keys aren't
/// texts, has another order each time that it is written.
func isSameJSON<T: Decodable>(_ first: String, _ second: String, as type: T.Type) -> Bool {
    let (first, second) = (first.inNFC, second.inNFC)
    // Another order takes as many bytes.
    guard T.self is any Equatable.Type, first.utf8.count == second.utf8.count,
        // A type may hold values equal that have different contents.
        let content = try? JSONContent(first), let other = try? JSONContent(second), content == other,
        let value = try? decodedJSON(first, as: T.self) as? any Equatable, hasUnordered(value)
    else { return false }
    return value.equals(try? decodedJSON(second, as: T.self))
}

/// Whether there is something without an order in a value: a set or a dictionary. In a list, another order is another
/// value, whatever its type says.
private func hasUnordered(_ value: Any) -> Bool {
    // Objects may know each other.
    var seen: Set<ObjectIdentifier> = []
    func look(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set, .dictionary: return true
        case .class where !seen.insert(ObjectIdentifier(value as AnyObject)).inserted: return false
        default: return mirror.children.contains { look($0.value) }
        }
    }
    return look(value)
}

/// What a JSON text holds, the same for each order of its lists.
private struct JSONContent: Equatable {
    private let text: String

    init(_ json: String) throws {
        let data = Data(json.utf8)
        text = Self.arranged(try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    }

    private static func arranged(_ value: Any) -> String {
        if let list = value as? [Any] {
            let elements = list.map { arranged($0) }
            return "[\(elements.sorted().joined(separator: ","))]"
        }
        if let object = value as? [String: Any] {
            let pairs = object.map { key, value in String(reflecting: key) + ":" + arranged(value) }
            return "{\(pairs.sorted().joined(separator: ","))}"
        }
        return String(reflecting: value)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any?) -> Bool { self == other as? Self }
}
