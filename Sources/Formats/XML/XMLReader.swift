import Basics
import Foundation

/// Reads XML 1.0 as a stream of events, from a file of any size.
///
/// The reader supports elements, attributes, text, CDATA, comments and processing instructions in UTF-8.
/// Entity declarations are rejected, so that no text expands, and external resources are never loaded.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "places.gpx"))
/// var reader = XMLReader { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let event = try reader.next() {
///     if case .begin(let name, let attributes) = event { print(name, attributes) }
/// }
/// ```
public struct XMLReader {
    /// The maximum number of open elements.
    public static let maximumDepth = 256
    /// The maximum length of a tag, comment or text in bytes.
    public static let maximumPartLength = 1 << 24

    private var input: PieceBuffer
    private var isAtBeginning = true
    private var open: [String] = []
    private var hasRoot = false
    private var pendingEnd: String?
    /// The current line, from 1.
    public private(set) var line = 1

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the text; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) {
        input = PieceBuffer(read: read)
    }

    /// Returns the next event, or `nil` at the end.
    ///
    /// - Throws: ``XMLProblem``, and the errors of `read`.
    public mutating func next() throws -> XMLEvent? {
        if isAtBeginning {
            isAtBeginning = false
            try input.skipByteOrderMark()
        }
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while true {
            if input.start >= input.bytes.count, try !input.refill() {
                guard open.isEmpty, hasRoot else { throw XMLProblem.cutOff }
                return nil
            }
            if input.bytes[input.start] != UInt8(ascii: "<") {
                if let event = try text() { return event }
            } else if let event = try markup() {
                return event
            }
        }
    }

    // MARK: Parts

    /// Returns the text up to the next tag.
    private mutating func text() throws -> XMLEvent? {
        let end = try find([UInt8(ascii: "<")], from: 0, orEnd: true)
        let bytes = take(end)
        if open.isEmpty {
            guard bytes.allSatisfy(Self.isSpace) else { throw XMLProblem.malformed(line: line) }
            return nil
        }
        return .text(try string(bytes))
    }

    private mutating func markup() throws -> XMLEvent? {
        while input.count < 9, try input.refill() {}
        func begins(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { input.bytes[input.start...].starts(with: $0) }
        }
        if begins("<!--") {
            _ = take(try find(Array("-->".utf8), from: 4) + 3)
            return nil
        }
        if begins("<![CDATA[") {
            guard !open.isEmpty else { throw XMLProblem.malformed(line: line) }
            let end = try find(Array("]]>".utf8), from: 9)
            let bytes = take(end + 3)[9..<end]
            guard let string = String(validating: bytes, as: UTF8.self) else {
                throw XMLProblem.malformed(line: line)
            }
            return .text(string)
        }
        if begins("<?") {
            try checkEncoding(take(try find(Array("?>".utf8), from: 2) + 2))
            return nil
        }
        if begins("<!") {
            guard begins("<!DOCTYPE"), !hasRoot else { throw XMLProblem.malformed(line: line) }
            let bytes = take(try tagEnd())
            if bytes.contains(UInt8(ascii: "[")) { throw XMLProblem.declaresEntities(line: line) }
            return nil
        }
        return try tag()
    }

    private mutating func tag() throws -> XMLEvent? {
        let bytes = take(try tagEnd())
        var body = bytes.dropFirst().dropLast()
        if body.first == UInt8(ascii: "/") {
            body = body.dropFirst()
            while body.last.map(Self.isSpace) == true { body = body.dropLast() }
            guard let raw = String(validating: body, as: UTF8.self), open.popLast() == raw else {
                throw XMLProblem.malformed(line: line)
            }
            return .end(name: Self.local(raw))
        }
        let isEmpty = body.last == UInt8(ascii: "/")
        if isEmpty { body = body.dropLast() }
        let nameEnd = body.firstIndex(where: Self.isSpace) ?? body.endIndex
        guard let raw = String(validating: body[..<nameEnd], as: UTF8.self), Self.isName(raw),
            !(open.isEmpty && hasRoot)
        else { throw XMLProblem.malformed(line: line) }
        hasRoot = true
        let attributes = try attributes(body[nameEnd...])
        let name = Self.local(raw)
        if isEmpty {
            pendingEnd = name
        } else {
            guard open.count < Self.maximumDepth else { throw XMLProblem.tooLarge(line: line) }
            open.append(raw)
        }
        return .begin(name: name, attributes: attributes)
    }

    private func attributes(_ bytes: ArraySlice<UInt8>) throws -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = bytes
        while true {
            let spaces = rest.prefix(while: Self.isSpace)
            rest = rest.dropFirst(spaces.count)
            if rest.isEmpty { return attributes }
            guard !spaces.isEmpty, let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
                throw XMLProblem.malformed(line: line)
            }
            var name = rest[..<equals]
            while name.last.map(Self.isSpace) == true { name = name.dropLast() }
            rest = rest[(equals + 1)...].drop(while: Self.isSpace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.dropFirst().firstIndex(of: quote),
                let raw = String(validating: name, as: UTF8.self), Self.isName(raw)
            else { throw XMLProblem.malformed(line: line) }
            let value = rest[(rest.startIndex + 1)..<end]
            guard !value.contains(UInt8(ascii: "<")), attributes.count < 1000,
                attributes.updateValue(try string(value), forKey: raw) == nil
            else { throw XMLProblem.malformed(line: line) }
            rest = rest[(end + 1)...]
        }
    }

    private func checkEncoding(_ instruction: [UInt8]) throws {
        let text = String(decoding: instruction, as: UTF8.self)
        guard text.hasPrefix("<?xml "), let range = text.range(of: "encoding") else { return }
        let value = text[range.upperBound...].drop { $0 != "\"" && $0 != "'" }.dropFirst()
            .prefix { $0 != "\"" && $0 != "'" }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(value.lowercased()) else {
            throw XMLProblem.encoding(String(value))
        }
    }

    // MARK: Bytes

    /// Consumes a number of bytes.
    private mutating func take(_ count: Int) -> [UInt8] {
        let bytes = Array(input.bytes[input.start..<input.start + count])
        input.start += count
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes where byte == UInt8(ascii: "\n") { line += 1 }
        }
        return bytes
    }

    /// Returns the number of bytes before a delimiter.
    private mutating func find(_ mark: [UInt8], from offset: Int, orEnd: Bool = false) throws -> Int {
        var searched = offset
        while true {
            let found = input.bytes.withUnsafeBufferPointer { bytes in
                mark.withUnsafeBufferPointer {
                    ByteSearch.offset(of: $0, in: bytes, from: input.start + searched)
                }
            }
            if let found { return found - input.start }
            let present = input.count
            guard present <= Self.maximumPartLength else { throw XMLProblem.tooLarge(line: line) }
            searched = max(offset, present - mark.count + 1)
            guard try input.refill() else {
                if orEnd { return input.count }
                throw XMLProblem.cutOff
            }
        }
    }

    /// Returns the length of a tag in bytes, including the closing bracket. Attribute values may contain that
    /// bracket, too.
    private mutating func tagEnd() throws -> Int {
        var length = 0
        var quote: UInt8 = 0
        while true {
            while input.start + length < input.bytes.count {
                let byte = input.bytes[input.start + length]
                length += 1
                if quote != 0 {
                    if byte == quote { quote = 0 }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    return length
                }
            }
            guard length <= Self.maximumPartLength else { throw XMLProblem.tooLarge(line: line) }
            guard try input.refill() else { throw XMLProblem.cutOff }
        }
    }

    /// Returns a text with its references resolved.
    private func string(_ bytes: some Collection<UInt8>) throws -> String {
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw XMLProblem.malformed(line: line)
        }
        guard string.utf8.contains(UInt8(ascii: "&")) else { return string }
        // Compare scalars, not characters: a combining mark after a reference would form one character with
        // the reference's semicolon.
        var result = String.UnicodeScalarView()
        var rest = string.unicodeScalars[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result.append(contentsOf: rest[..<ampersand])
            rest = rest[ampersand...].dropFirst()
            guard let semicolon = rest.prefix(32).firstIndex(of: ";") else {
                throw XMLProblem.malformed(line: line)
            }
            result.append(try scalar(Substring(rest[..<semicolon])))
            rest = rest[semicolon...].dropFirst()
        }
        result.append(contentsOf: rest)
        return String(result)
    }

    private func scalar(_ reference: Substring) throws -> Unicode.Scalar {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard reference.first == "#" else { throw XMLProblem.unknownEntity(String(reference), line: line) }
        let digits = reference.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value != 0 else {
            throw XMLProblem.malformed(line: line)
        }
        return scalar
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first == "_" || first == ":" || first.properties.isAlphabetic)
            && !name.unicodeScalars.contains { "<>&\"'/=".unicodeScalars.contains($0) }
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[$0...].dropFirst()) } ?? name
    }
}

/// An event of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// The start of an element. Names have no namespace prefixes.
    case begin(name: String, attributes: [String: String])
    /// Text inside an element. One text may arrive in several parts.
    case text(String)
    /// The end of an element.
    case end(name: String)
}

/// A problem in an XML text.
public enum XMLProblem: Error, Hashable {
    /// The text isn't well-formed. The error is in this line.
    case malformed(line: Int)
    /// The text ends before all elements are closed.
    case cutOff
    /// The text declares entities. Entity declarations aren't supported, because a few of them can expand to
    /// gigabytes of text.
    case declaresEntities(line: Int)
    /// The text uses an entity that isn't predefined in XML.
    case unknownEntity(String, line: Int)
    /// The encoding is not UTF-8.
    case encoding(String)
    /// Too many elements are open, or one part is too long.
    case tooLarge(line: Int)
}
