import Foundation

/// Writes JSON directly to bytes. The same calls always write the same bytes.
package struct JSONOutput {
    private var bytes: [UInt8] = []
    private var needsComma = false

    var data: Data { Data(bytes) }

    /// Creates an empty output.
    package init() {}

    /// Returns the text of what a function writes.
    package static func text(_ write: (inout JSONOutput) -> Void) -> String {
        var output = JSONOutput()
        write(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// Writes an object.
    package mutating func object(_ members: (inout JSONOutput) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array.
    package mutating func array<Item>(_ items: [Item], _ write: (inout JSONOutput, Item) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for item in items { write(&self, item) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    mutating func key(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key and a text.
    package mutating func member(_ name: String, text value: String) {
        key(name)
        text(value)
    }

    /// Writes a whole number.
    package mutating func number(_ value: Int64) { literal(String(value)) }

    mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    mutating func scalar(_ value: SyncValue) {
        switch value {
        case .null: literal("null")
        case .bool(let value): bool(value)
        case .int(let value): number(value)
        // `description` is the shortest text that reads back as the same number. It always has a fraction or
        // an exponent.
        case .double(let value): literal(value.isFinite ? value.description : "null")
        case .string(let value): text(value)
        }
    }

    /// Writes a text.
    package mutating func text(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: Array("\\n".utf8))
            // Escape all control characters, including delete, so that a terminal can print a body safely.
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: Array("\\u00".utf8))
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
