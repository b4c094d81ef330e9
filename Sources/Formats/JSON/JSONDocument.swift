/// A JSON text (RFC 8259), read once into a flat list of its values. It is the one JSON reader of the suite.
///
/// Nothing in it recurses, so that no text, however deep its brackets, costs more than its own length; a text that
/// is deeper than ``deepest`` is refused. Keys that stand twice in an object are refused too: nobody can know which of
/// the values was meant.
///
/// ```swift
/// let document = try JSONDocument(Array("[1, 2, 3]".utf8))
/// let numbers = try JSONValueDecoder().decode([Int].self, from: document)  // [1, 2, 3]
/// ```
public struct JSONDocument: Sendable {
    /// How many brackets may be open at once.
    public static let deepest = 512

    /// The most bytes of a text, 2 GB.
    static let longest = Int(Int32.max)

    let bytes: [UInt8]
    let nodes: [JSONNode]

    /// Reads a text.
    ///
    /// - Parameter bytes: The text in UTF-8; a byte-order mark before it is passed over.
    /// - Throws: ``JSONProblem`` with the place in the text where it is no JSON.
    public init(_ bytes: [UInt8]) throws(JSONProblem) {
        self.bytes = bytes
        guard bytes.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
        var scanner = JSONScanner(bytes)
        nodes = try scanner.scan()
    }

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }
}

/// One value of a document, or a key of an object.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable {
        case null, yes, no, number, string, array, object
    }

    var kind: Kind
    /// Whether a string has escapes, so that its bytes are not its text.
    var hasEscapes = false
    /// The offset of the first byte; of a string, of the first byte behind the quote.
    var start: UInt32
    /// The offset behind the last byte; of a string, of the closing quote.
    var end: UInt32
    /// The index of the node behind this one and everything in it.
    var next: UInt32
    /// How many elements an array has, or an object members.
    var count: UInt32 = 0
}

extension JSONDocument {
    /// The text of a string or a key.
    func string(_ node: JSONNode) -> String {
        node.hasEscapes ? unescaped(node) : characters(node)
    }

    /// The bytes of a node as they stand in the document.
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

    /// The UTF-8 of an escape whose four digits begin at an offset; two of them where it is half of a pair.
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
