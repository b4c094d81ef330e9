/// A line of a calendar, such as `DTSTART;TZID=Europe/Rome:20250501T100000`, without its folds.
public struct ContentLine {
    /// The number of its first line in the file, from 1.
    public let line: Int
    /// The name of the property in capital letters, such as `DTSTART`; empty if the line has no name or no value.
    public let name: String
    private let bytes: [UInt8]
    private let nameEnd: Int
    private let valueStart: Int

    /// Parses a line without its line end.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the line.
    ///   - line: The number of the line in the file.
    public init(_ bytes: [UInt8], line: Int) {
        self.line = line
        self.bytes = bytes
        var isQuoted = false
        let end = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? 0
        let colon = bytes.indices.dropFirst(end).first { index in
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            return bytes[index] == UInt8(ascii: ":") && !isQuoted
        }
        guard let colon, end > 0, bytes[..<end].allSatisfy(Self.isNameByte) else {
            (name, nameEnd, valueStart) = ("", 0, 0)
            return
        }
        (nameEnd, valueStart) = (end, colon + 1)
        name = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    }

    /// Whether the line has a name and a value.
    public var isValid: Bool { !name.isEmpty }

    /// The value as written; `nil` if it isn't valid UTF-8.
    public var value: String? { String(validating: bytes[valueStart...], as: UTF8.self) }

    /// The value as a text: without escapes. `nil` if it isn't valid UTF-8.
    public var text: String? { value.map(Self.unescaped) }

    /// Returns the first value of a parameter, without quotes; `nil` if the line doesn't have it.
    ///
    /// - Parameter name: The name in capital letters, such as `TZID`.
    public func parameter(_ name: String) -> String? {
        guard valueStart > nameEnd + 1 else { return nil }
        var isQuoted = false
        let parts = bytes[(nameEnd + 1)..<(valueStart - 1)].split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ";") && !isQuoted
        }
        for part in parts {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")),
                String(decoding: part[..<sign], as: UTF8.self).uppercased() == name
            else { continue }
            let value = String(decoding: part[(sign + 1)...], as: UTF8.self)
            return value.count > 1 && value.first == "\"" && value.last == "\""
                ? String(value.dropFirst().dropLast()) : value
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        // Some programs put a group before the name: “item1.URL”.
        case UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Replaces `\n`, `\,`, `\;` and `\\`.
    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = "", isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
