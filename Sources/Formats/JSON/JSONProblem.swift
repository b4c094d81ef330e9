import Foundation
import Localization

/// A syntax error in a JSON text, or a value that doesn't fit the decoded type.
public enum JSONProblem: Error, Hashable {
    /// The expected token at a syntax error.
    public enum Expectation: Hashable, Sendable {
        /// Any value.
        case value
        /// A key in quotes.
        case key
        /// The colon after a key.
        case colon
        /// A comma, or the end of an object.
        case commaOrBrace
        /// A comma, or the end of an array.
        case commaOrBracket
        /// The quote that ends a string.
        case quote
        /// A valid escape.
        case escape
        /// A character other than a control character, which must not occur in a string.
        case noControlCharacter
        /// Valid UTF-8.
        case utf8
        /// A digit of a number.
        case digit
        /// The end of the text.
        case end
    }

    /// A position in the text.
    public struct Position: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The column, in characters from 1.
        public let column: Int
        /// The character at the position; `nil` at the end of the text.
        public let found: String?

        init(line: Int, column: Int, found: String?) {
            self.line = line
            self.column = column
            self.found = found
        }

        /// Returns a position in a text that begins at this position, and that `character` follows.
        func moved(by position: Position, elseFound character: String?) -> Position {
            Position(
                line: line + position.line - 1,
                column: position.line == 1 ? column + position.column - 1 : position.column,
                found: position.found ?? character)
        }

        /// Creates the position of a byte.
        ///
        /// - Parameters:
        ///   - offset: The offset of the byte.
        ///   - bytes: The bytes that contain the text.
        ///   - origin: The offset at which the text starts.
        init(of offset: Int, in bytes: [UInt8], from origin: Int = 0) {
            let before = bytes[origin..<offset]
            line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
            let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? origin
            // Continuation bytes of UTF-8 don't count as characters.
            column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
            found =
                offset < bytes.count
                ? String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).first.map {
                    String($0)
                }
                : nil
        }
    }

    /// The text isn't valid JSON at a position.
    case syntax(Expectation, Position)
    /// Too many brackets are open.
    case tooDeep(limit: Int, Position)
    /// The text is longer than the limit in bytes.
    case tooLong(limit: Int)
    /// An object has a duplicate key. The path leads to the object.
    case repeatedKey(String, in: JSONPath)
    /// A required key is missing. The path leads to its value.
    case missing(JSONPath, expected: LocalizedText)
    /// A value has a wrong type or isn't allowed.
    case mismatch(JSONPath, expected: LocalizedText, found: LocalizedText)
}

extension JSONProblem.Expectation {
    /// The expected token as a phrase.
    public var localizedDescription: LocalizedText {
        switch self {
        case .value: text("a value")
        case .key: text("a key in quotes")
        case .colon: text("a colon")
        case .commaOrBrace: text("a comma or “}”")
        case .commaOrBracket: text("a comma or “]”")
        case .quote: text("the quote that ends the text")
        case .escape: text("a valid JSON escape")
        case .noControlCharacter: text("no control character in a text")
        case .utf8: text("text in UTF-8")
        case .digit: text("a digit")
        case .end: text("nothing more")
        }
    }
}

/// The names of value types, such as “a number”, as phrases.
enum JSONKindNames {
    static var string: LocalizedText { text("a text") }
    static var wholeNumber: LocalizedText { text("a whole number") }
    static var number: LocalizedText { text("a number") }
    static var boolean: LocalizedText { text("true or false") }
    static var object: LocalizedText { text("an object") }
    static var array: LocalizedText { text("a list") }
    static var day: LocalizedText { text("a day such as 1969-07-16") }
    static var identifier: LocalizedText { text("a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF") }

    /// Returns the JSON value that a Swift type expects, as a phrase; `nil` if this isn't known before
    /// decoding.
    static func expected(of type: Any.Type) -> LocalizedText {
        switch type {
        case is String.Type: string
        case is CivilDate.Type: day
        case is UUID.Type: identifier
        case is any FixedWidthInteger.Type: wholeNumber
        case is any BinaryFloatingPoint.Type: number
        case is any JSONList.Type: array
        default: text("a value")
        }
    }
}

extension JSONDocument {
    /// Returns a phrase for the type of a node, with the node's value if the value is short.
    func localizedDescription(of node: JSONNode) -> LocalizedText {
        switch node.kind {
        case .null: .verbatim("null")
        case .yes: .verbatim("true")
        case .no: .verbatim("false")
        case .number: text("the number %@", Self.shortened(characters(node)))
        case .string: text("the text “%@”", Self.shortened(string(node)))
        case .array: text("a list")
        case .object: text("an object")
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count <= 60 ? text : text.prefix(59) + "…"
    }
}

/// A path to a value in a JSON text, such as `missions[3].crew[1].name`.
///
/// ```swift
/// let place = JSONPath()[3]["crew"][1]["name"]
/// place.description(root: "missions")  // missions[3].crew[1].name
/// ```
public struct JSONPath: Hashable, Sendable {
    /// A step into an object or an array.
    public enum Step: Hashable, Sendable {
        /// A step to the value of a key.
        case key(String)
        /// A step to an element of an array, by its index from 0.
        case index(Int)
    }

    /// The steps, from the outermost value.
    public var steps: [Step]

    /// Creates a path. Without steps, it leads to the outermost value.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns the path to the element at an index, from 0.
    public subscript(index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

    /// Returns the path to a key's value.
    public subscript(key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

    /// Returns the path in the usual notation. A key that isn't a plain word is put into brackets and quotes.
    ///
    /// - Parameter root: The name of the outermost value, such as the file's name without its extension.
    public func description(root: String) -> String {
        steps.reduce(into: root) { result, step in
            switch step {
            case .index(let index): result += "[\(index)]"
            case .key(let key):
                result += Self.isWord(key) ? ".\(key)" : "[\"\(key)\"]"
            }
        }
    }

    private static func isWord(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return key.unicodeScalars.allSatisfy {
            $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || $0.isDigit
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension JSONDocument {
    /// Returns the path to the node at an index. It is computed only for error messages.
    func path(to target: Int) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var container = 0
        while container < target {
            let isObject = nodes[container].kind == .object
            var child = container + 1
            for index in 0..<Int(nodes[container].count) {
                let value = isObject ? child + 1 : child
                let next = Int(nodes[value].next)
                if target < next {
                    steps.append(isObject ? .key(string(nodes[child])) : .index(index))
                    child = value
                    break
                }
                child = next
            }
            guard child > container, child <= target else { break }
            container = child
        }
        return JSONPath(steps)
    }
}
