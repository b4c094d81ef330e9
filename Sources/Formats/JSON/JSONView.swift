/// A value within a JSON document. Imports read files of other programs with it: a value of an unexpected type
/// is `nil`, so that it costs only its field.
///
/// ```swift
/// let book = JSONView(try JSONDocument(Array("{\"title\": \"Solaris\", \"rating\": 5}".utf8)))
/// print(book["title"]?.string ?? "", book["rating"]?.number ?? "")  // Solaris 5
/// ```
public struct JSONView: Sendable {
    private let document: JSONDocument
    private let index: Int

    /// Creates a view of the outermost value of a document.
    public init(_ document: JSONDocument) { self.init(document, 0) }

    private init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    private var node: JSONNode { document.nodes[index] }

    /// Whether the value is `null`.
    public var isNull: Bool { node.kind == .null }
    /// Whether the value is an object.
    public var isObject: Bool { node.kind == .object }
    /// The text of a string.
    public var string: String? { node.kind == .string ? document.string(node) : nil }
    /// The digits of a number, as they are in the file.
    public var number: String? { node.kind == .number ? document.characters(node) : nil }
    /// The value of `true` or `false`.
    public var bool: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The elements of an array.
    public var elements: [JSONView]? {
        guard node.kind == .array else { return nil }
        var elements: [JSONView] = []
        elements.reserveCapacity(Int(node.count))
        var next = index + 1
        for _ in 0..<node.count {
            elements.append(JSONView(document, next))
            next = Int(document.nodes[next].next)
        }
        return elements
    }

    /// Calls a function with each member of an object, in the order of the file.
    public func forEachMember(_ body: (_ key: String, _ value: JSONView) throws -> Void) rethrows {
        guard node.kind == .object else { return }
        for key in JSONMembers(nodes: document.nodes, container: index) {
            try body(document.string(document.nodes[key]), JSONView(document, key + 1))
        }
    }

    /// Returns the value of an object's member; `nil` if there is no such member.
    public subscript(key: String) -> JSONView? {
        guard node.kind == .object else { return nil }
        let found = JSONMembers(nodes: document.nodes, container: index).first {
            document.isString(document.nodes[$0], key)
        }
        return found.map { JSONView(document, $0 + 1) }
    }

    /// The source text of the value, as it is in the file.
    public var source: String {
        switch node.kind {
        case .string: document.string(node)
        default: document.characters(node)
        }
    }
}

extension JSONDocument {
    /// Whether a string or a key has a text.
    fileprivate func isString(_ node: JSONNode, _ text: String) -> Bool {
        if node.hasEscapes { return string(node) == text }
        let utf8 = text.utf8
        guard Int(node.end) - Int(node.start) == utf8.count else { return false }
        return bytes[Int(node.start)..<Int(node.end)].elementsEqual(utf8)
    }
}
