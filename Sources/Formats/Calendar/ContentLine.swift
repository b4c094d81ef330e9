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

/// Reads the lines of a calendar (iCalendar, RFC 5545) from a file of any size.
///
/// A line that begins with a space or a tab continues the line before. Blank lines are skipped.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "trip.ics"))
/// var reader = ContentLineReader { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let line = try reader.next() {
///     print(line.name, line.text ?? "not UTF-8")
/// }
/// ```
public struct ContentLineReader {
    /// The maximum length of a line in bytes, including the lines that continue it.
    public static let maximumLineLength = 1 << 24

    /// The error of a line that is longer than ``maximumLineLength``.
    public struct LineTooLong: Error, Hashable {
        /// The number of the line, from 1.
        public let line: Int
    }

    private var input: PieceBuffer
    private var line = 0
    private var isAtBeginning = true

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the file; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) { input = PieceBuffer(read: read) }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: ``LineTooLong``, and the errors of `read`.
    public mutating func next() throws -> ContentLine? {
        if isAtBeginning {
            isAtBeginning = false
            try input.skipByteOrderMark()
        }
        while var bytes = try physicalLine() {
            let first = line
            while let next = try peek(), next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") {
                input.start += 1
                bytes += try physicalLine() ?? []
                guard bytes.count <= Self.maximumLineLength else { throw LineTooLong(line: first) }
            }
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            return ContentLine(bytes, line: first)
        }
        return nil
    }

    private mutating func peek() throws -> UInt8? {
        if input.start >= input.bytes.count, try !input.refill() { return nil }
        return input.bytes[input.start]
    }

    /// Returns the next line of the file without its line end, or `nil` at the end.
    private mutating func physicalLine() throws -> [UInt8]? {
        var searched = 0
        while true {
            if let end = input.bytes[(input.start + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
                line += 1
                let last = end > input.start && input.bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
                defer { input.start = end + 1 }
                return Array(input.bytes[input.start..<last])
            }
            searched = input.count
            guard searched <= Self.maximumLineLength else { throw LineTooLong(line: line + 1) }
            if try !input.refill() {
                guard searched > 0 else { return nil }
                line += 1
                defer { input.start = input.bytes.count }
                return Array(input.bytes[input.start...])
            }
        }
    }
}

/// Builds the lines of an iCalendar text. They end with CRLF and are folded at 75 octets, but never within a
/// character.
public struct ContentLines {
    /// The written lines.
    public private(set) var bytes: [UInt8] = []

    /// The maximum number of octets in a line, not counting its line end.
    public static let longest = 75

    /// Creates an empty text.
    public init() {}

    /// Appends a property with an unescaped value.
    public mutating func append(_ name: String, _ value: String) {
        var octets = 0
        for character in "\(name):\(value)".unicodeScalars {
            let scalar = Array(String(character).utf8)
            if octets + scalar.count > Self.longest {
                bytes += [0x0D, 0x0A, 0x20]
                // The space at the beginning of a folded line counts.
                octets = 1
            }
            bytes += scalar
            octets += scalar.count
        }
        bytes += [0x0D, 0x0A]
    }

    /// Appends a property with a text, which is escaped.
    public mutating func append(_ name: String, text: String) {
        append(name, Self.escaped(text))
    }

    /// Returns a text with `\`, `;`, `,` and line ends escaped. Other control characters except tabs are left
    /// out, because the format can't express them.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\t": result += "\t"
            case _ where character.isNewline: result += "\\n"
            default:
                for scalar in character.unicodeScalars where scalar.properties.generalCategory != .control {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
