import Foundation
import Localization

/// What is wrong with a JSON text, or with its values for the type that they are decoded as.
public enum JSONProblem: Error, Hashable {
    /// What has to stand at a place of the text so that it is JSON.
    public enum Expectation: Hashable, Sendable {
        /// Any value.
        case value
        /// A key in quotes.
        case key
        /// The colon behind a key.
        case colon
        /// A comma, or the end of an object.
        case commaOrBrace
        /// A comma, or the end of an array.
        case commaOrBracket
        /// The quote that ends a string.
        case quote
        /// One of the escapes that there are.
        case escape
        /// No control character, as strings hold none.
        case noControlCharacter
        /// A character in well-formed UTF-8.
        case utf8
        /// A digit of a number.
        case digit
        /// The end of the text.
        case end
    }

    /// A place in the text.
    public struct Position: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The character of the line, from 1.
        public let column: Int
        /// What stands there; `nil` at the end of the text.
        public let found: String?

        /// The place of a byte in a text that begins at an origin.
        init(of offset: Int, in bytes: [UInt8], from origin: Int = 0) {
            let before = bytes[origin..<offset]
            line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
            let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? origin
            // Bytes that go on with a character count with the one that begins it.
            column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
            found =
                offset < bytes.count
                ? String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).first.map {
                    String($0)
                }
                : nil
        }
    }

    /// The text is no JSON: something else had to stand at a place.
    case syntax(Expectation, Position)
    /// More brackets are open at once than is allowed.
    case tooDeep(limit: Int, Position)
    /// The text has more bytes than can be read.
    case tooLong(limit: Int)
    /// A key stands twice in the object at a place.
    case repeatedKey(String, in: JSONPath)
    /// A key that is needed is missing; the place is that of its value.
    case missing(JSONPath, expected: LocalizedText)
    /// A value is another one than it must be.
    case mismatch(JSONPath, expected: LocalizedText, found: LocalizedText)
}

extension JSONProblem.Expectation {
    /// What is expected, in words.
    public var words: LocalizedText {
        switch self {
        case .value: text("a value")
        case .key: text("a key in quotes")
        case .colon: text("a colon")
        case .commaOrBrace: text("a comma or “}”")
        case .commaOrBracket: text("a comma or “]”")
        case .quote: text("the quote that ends the text")
        case .escape: text("an escape that JSON knows")
        case .noControlCharacter: text("no control character in a text")
        case .utf8: text("text in UTF-8")
        case .digit: text("a digit")
        case .end: text("nothing more")
        }
    }
}

/// The words for kinds of values.
enum JSONWords {
    static var string: LocalizedText { text("a text") }
    static var wholeNumber: LocalizedText { text("a whole number") }
    static var number: LocalizedText { text("a number") }
    static var truth: LocalizedText { text("true or false") }
    static var object: LocalizedText { text("an object") }
    static var array: LocalizedText { text("a list") }
    static var day: LocalizedText { text("a day such as 1969-07-16") }
    static var instant: LocalizedText { text("a time such as 1969-07-16T13:32:00Z") }
    static var address: LocalizedText { text("a web address") }
    static var base64: LocalizedText { text("data in Base64") }
    static var identifier: LocalizedText { text("a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF") }

    /// What a type is made of, as far as that is known before it decodes itself.
    static func expected(of type: Any.Type) -> LocalizedText {
        switch type {
        case is String.Type: string
        case is CivilDate.Type, is Date.Type: day
        case is URL.Type: address
        case is UUID.Type: identifier
        case is any FixedWidthInteger.Type: wholeNumber
        case is any BinaryFloatingPoint.Type, is Decimal.Type: number
        case is any JSONList.Type: array
        default: text("a value")
        }
    }
}

extension JSONDocument {
    /// What a node is, in words, with its value where that is short.
    func words(for node: JSONNode) -> LocalizedText {
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
