/// A strict parser for untrusted JSON (RFC 8259) that limits size and depth.
///
/// It reads sync messages. The Formats module has its own reader for files that users import.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Reads one value. Bytes after the value are an error.
    ///
    /// - Parameters:
    ///   - body: JSON in UTF-8.
    ///   - limit: The maximum size of the body, in bytes.
    /// - Throws: ``SyncDecodingError`` if the body is too large, too deep or not JSON.
    static func read(_ body: some Collection<UInt8>, limit: Int) throws(SyncDecodingError) -> JSONValue {
        guard body.count <= limit else { throw .tooLarge(bytes: body.count, limit: limit) }
        var reader = JSONReader(bytes: Array(body))
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw .notJSON(offset: reader.position) }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var failure: SyncDecodingError { .notJSON(offset: position) }

    private mutating func value() throws(SyncDecodingError) -> JSONValue {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(SyncDecodingError) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return leave(.object(members)) }
        repeat {
            skipSpace()
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure }
            members[name] = try value()
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure }
        return leave(.object(members))
    }

    private mutating func array() throws(SyncDecodingError) -> JSONValue {
        try enter()
        var items: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return leave(.array(items)) }
        repeat {
            items.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure }
        return leave(.array(items))
    }

    private mutating func enter() throws(SyncDecodingError) {
        depth += 1
        guard depth <= SyncLimits.depth else { throw .tooDeep(limit: SyncLimits.depth) }
        position += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        return value
    }

    private mutating func take(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func literal(
        _ text: StaticString, _ value: JSONValue
    ) throws(SyncDecodingError) -> JSONValue {
        for expected in text.description.utf8 {
            guard take(expected) else { throw failure }
        }
        return value
    }
}

// MARK: - Numbers

extension JSONReader {
    private mutating func number() throws(SyncDecodingError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let first = position
        guard skipDigits() else { throw failure }
        guard position - first == 1 || bytes[first] != UInt8(ascii: "0") else {
            throw .notJSON(offset: first)
        }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard skipDigits() else { throw failure }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard skipDigits() else { throw failure }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw .notJSON(offset: start) }
        return .double(number)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(SyncDecodingError) -> String {
        guard take(UInt8(ascii: "\"")) else { throw failure }
        let start = position
        while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        // Most strings contain no escapes.
        if byte == UInt8(ascii: "\"") {
            guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
                throw .notJSON(offset: start)
            }
            position += 1
            return text
        }
        var unescaped = Array(bytes[start..<position])
        while let next = byte, next != UInt8(ascii: "\"") {
            guard next >= 0x20 else { throw failure }
            position += 1
            if next == UInt8(ascii: "\\") { try escape(into: &unescaped) } else { unescaped.append(next) }
        }
        guard take(UInt8(ascii: "\"")), let text = String(validating: unescaped, as: UTF8.self) else {
            throw .notJSON(offset: start)
        }
        return text
    }

    private mutating func escape(into text: inout [UInt8]) throws(SyncDecodingError) {
        guard let byte else { throw failure }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape(into: &text)
        default: throw failure
        }
    }

    private mutating func unicodeEscape(into text: inout [UInt8]) throws(SyncDecodingError) {
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw failure }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure }
        text.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func hexadecimal() throws(SyncDecodingError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}

/// A parsed JSON value. Whole numbers and other numbers are separate cases, which `JSONSerialization` doesn't
/// guarantee.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var int: Int64? { if case .int(let number) = self { number } else { nil } }

    var arrayItems: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

    var objectMembers: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// This value as the value of a field, or nil if it is an array or an object.
    var scalar: SyncValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array, .object: nil
        }
    }
}
