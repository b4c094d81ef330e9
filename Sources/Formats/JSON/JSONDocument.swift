/// A JSON text (RFC 8259), parsed into a flat list of its values. Imports and data files use it. The module
/// SyncProtocol has a separate parser for its messages.
///
/// Parsing doesn't recurse, so deep nesting can't overflow the stack. The parsing time depends only on the
/// length of the text. Texts deeper than ``maximumDepth`` and duplicate keys in an object are rejected.
///
/// ```swift
/// let numbers = try JSONDocument(Array("[1, 2, 3]".utf8)).decode([Int].self)  // [1, 2, 3]
/// ```
public struct JSONDocument: Sendable {
    /// The maximum number of open brackets.
    public static let maximumDepth = 512

    /// The maximum length of a text in bytes, 2 GB.
    static let maximumLength = Int(Int32.max)

    let bytes: [UInt8]
    let nodes: [JSONNode]

    /// Parses a text.
    ///
    /// - Parameter bytes: The text in UTF-8. A byte-order mark at the start is ignored.
    /// - Throws: ``JSONProblem`` with the position of the error.
    public init(_ bytes: [UInt8]) throws(JSONProblem) {
        self.bytes = bytes
        guard bytes.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
        var scanner = JSONScanner(bytes)
        nodes = try scanner.scan()
    }

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }
}

/// A value of a document, or a key of an object.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable {
        case null, yes, no, number, string, array, object
    }

    var kind: Kind
    /// Whether a string has escapes, so that its bytes differ from its text.
    var hasEscapes = false
    /// The offset of the first byte. For a string, the offset after the opening quote.
    var start: UInt32
    /// The offset after the last byte. For a string, the offset of the closing quote.
    var end: UInt32
    /// The index of the next node after this node and its contents.
    var next: UInt32
    /// The number of elements of an array or members of an object.
    var count: UInt32 = 0
}

extension JSONDocument {
    /// Returns the text of a string or a key.
    func string(_ node: JSONNode) -> String {
        node.hasEscapes ? unescaped(node) : characters(node)
    }

    /// Returns the source text of a node.
    func characters(_ node: JSONNode) -> String {
        bytes.withUnsafeBufferPointer {
            String(
                decoding: UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]), as: UTF8.self)
        }
    }

    private func unescaped(_ node: JSONNode) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(Int(node.end - node.start))
        var index = Int(node.start)
        while index < Int(node.end) {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            let escape = bytes[index]
            index += 1
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"): result += scalar(at: &index)
            default: result.append(escape)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the UTF-8 of the escape with hexadecimal digits at an offset. A surrogate pair consists of two
    /// escapes.
    private func scalar(at index: inout Int) -> [UInt8] {
        var value = JSONScanner.hexadecimal(bytes, at: index) ?? 0xFFFD
        index += 4
        if (0xD800...0xDBFF).contains(value), let low = JSONScanner.hexadecimal(bytes, at: index + 2) {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            index += 6
        }
        return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }
}
