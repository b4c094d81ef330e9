/// An e-mail message with the parts of its content (RFC 5322, MIME).
///
/// ```swift
/// let message = MailMessage(Array("Content-Type: text/plain\r\n\r\nYour booking: AB12CD".utf8))
/// for part in message.parts { print(part.type, part.content().count) }
/// ```
public struct MailMessage {
    /// The values of the headers by their names in lower case; of a repeated header, the first one.
    public let headers: [String: String]
    /// The parts that contain no other parts, in the order of the message, including those of forwarded messages.
    public let parts: [MailPart]

    /// The maximum number of parts. A malicious message could have millions.
    private static let maximumParts = 1000
    /// The maximum depth of parts within parts.
    private static let maximumDepth = 16

    /// Reads a message. Any bytes are a message: without headers, they are its only part.
    public init(_ bytes: [UInt8]) {
        let whole = MailPart(bytes[...], isMessage: true)
        headers = whole.headers
        var parts: [MailPart] = []
        var waiting: [(part: MailPart, depth: Int)] = [(whole, 0)]
        while let (part, depth) = waiting.popLast(), parts.count < Self.maximumParts {
            let inner = depth < Self.maximumDepth ? part.innerParts() : []
            if inner.isEmpty { parts.append(part) }
            waiting += inner.reversed().map { ($0, depth + 1) }
        }
        self.parts = parts
    }

    /// Returns whether a file begins with the headers of a message, including one that only e-mail has.
    ///
    /// - Parameter bytes: The first bytes of the file.
    public static func isMessage(_ bytes: [UInt8]) -> Bool {
        let names = MailPart(bytes[...], isMessage: true).headers.keys
        return names.contains { ["mime-version", "message-id", "received", "return-path"].contains($0) }
            || names.contains("from") && (names.contains("subject") || names.contains("date"))
    }
}

/// A part of a message, such as its text, its page in HTML, or an attached file.
public struct MailPart {
    /// The values of the headers by their names in lower case.
    let headers: [String: String]
    private let body: ArraySlice<UInt8>

    /// The type of the content in lower case, such as `text/html`.
    public let type: String
    private let parameters: [String: String]

    /// The name of the encoding of characters in lower case; `nil` if the part names none.
    public var charset: String? { parameters["charset"]?.lowercased() }

    /// Reads headers and content.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - isMessage: Whether the part is a whole message. Default: `false`.
    init(_ bytes: ArraySlice<UInt8>, isMessage: Bool = false) {
        var rest = bytes
        headers = Self.takeHeaders(from: &rest, isMessage: isMessage)
        body = rest
        var values = Self.split(headers["content-type"] ?? "text/plain")[...]
        type = values.popFirst()?.lowercased() ?? "text/plain"
        parameters = Self.parameters(values)
    }

    /// Takes the headers from the beginning of a part, with the empty line after them. A line that isn't a header ends them,
    /// too, and belongs to the content.
    private static func takeHeaders(
        from bytes: inout ArraySlice<UInt8>, isMessage: Bool
    ) -> [String: String] {
        var headers: [String: String] = [:]
        // The name of the header to which continuation lines belong; empty if they are ignored.
        var last: String?
        // Mail programs put a line “From …” before a message in a file.
        var mayBeSeparator = isMessage
        while !bytes.isEmpty {
            var following = bytes
            let line = following.popLine()
            if line.isEmpty {
                bytes = following
                break
            }
            if line.first == 0x20 || line.first == 0x09 {
                // The line continues the header before it.
                guard let last else { break }
                let more = String(decoding: line, as: UTF8.self).drop(while: \.isWhitespace)
                if let text = headers[last], text.utf8.count < 10_000 { headers[last] = "\(text) \(more)" }
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy({ (33...126).contains($0) })
            {
                let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
                let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
                // Of a repeated header, only the first one counts.
                last = headers[name] == nil ? name : ""
                if last == name { headers[name] = String(value.drop(while: \.isWhitespace)) }
            } else if !mayBeSeparator || !line.starts(with: Array("From ".utf8)) {
                break
            }
            mayBeSeparator = false
            bytes = following
        }
        return headers
    }

    /// Returns the parameters of a content type, such as `charset=utf-8`, by their names in lower case.
    private static func parameters(_ texts: ArraySlice<String>) -> [String: String] {
        var parameters: [String: String] = [:]
        for text in texts {
            let sides = text.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { continue }
            let value = sides[1].drop(while: \.isWhitespace)
            parameters[sides[0].lowercased()] = String(
                value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value)
        }
        return parameters
    }

    /// Splits the value of a header at the semicolons outside quotation marks.
    private static func split(_ value: String) -> [String] {
        var parts = [""], isQuoted = false
        for character in value {
            if character == "\"" { isQuoted.toggle() }
            if character == ";", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { part in
            let text = part.drop(while: \.isWhitespace)
            return String(text.prefix(text.count - text.reversed().prefix(while: \.isWhitespace).count))
        }
    }

    /// Returns the parts that this part contains: the parts of a multipart, or a forwarded message.
    func innerParts() -> [MailPart] {
        if type == "message/rfc822" { return [MailPart(content()[...], isMessage: true)] }
        guard type.hasPrefix("multipart/"), let boundary = parameters["boundary"], !boundary.isEmpty else {
            return []
        }
        let mark = Array("--\(boundary)".utf8)
        var parts: [MailPart] = []
        var rest = body, start: Int?
        while !rest.isEmpty {
            let lineStart = rest.startIndex
            let line = rest.popLine()
            guard line.starts(with: mark) else { continue }
            let ending = line.dropFirst(mark.count)
            let isEnd = ending.starts(with: [0x2D, 0x2D])
            guard isEnd || ending.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            if let start { parts.append(MailPart(body[start..<lineStart])) }
            start = isEnd ? nil : rest.startIndex
            if isEnd { break }
        }
        // The message is cut off: the last part has no end mark.
        if let start, start < body.endIndex { parts.append(MailPart(body[start...])) }
        return parts
    }

    /// Returns the content, without its encoding for transport.
    public func content() -> [UInt8] {
        switch headers["content-transfer-encoding"]?.lowercased().prefix(while: { !$0.isWhitespace }) {
        case "base64": Self.fromBase64(body)
        case "quoted-printable": Self.fromQuotedPrintable(body)
        default: Array(body)
        }
    }

    /// Decodes base64. Ignores characters that aren't part of the encoding.
    private static func fromBase64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0, count = 0
        for byte in bytes {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: continue
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    /// Decodes quoted-printable. Keeps an equals sign without two hexadecimal digits after it.
    private static func fromQuotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                result.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if digits.count == 2 {
                result.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
                continue
            }
            // At the end of a line, the sign joins it with the next one.
            let spaces = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            let following = rest.dropFirst(spaces.count)
            if following.first == 0x0A {
                rest = following.dropFirst()
            } else if !following.isEmpty {
                result.append(byte)
            }
        }
        return result
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first line with its end, and returns it without its end.
    fileprivate mutating func popLine() -> ArraySlice<UInt8> {
        guard let end = firstIndex(of: 0x0A) else {
            defer { self = self[endIndex...] }
            return self
        }
        defer { self = self[(end + 1)...] }
        let line = self[..<end]
        return line.last == 0x0D ? line.dropLast() : line
    }
}
