import Localization
import Shell

/// A reference to a record by its number or a part of its title, as the user types it.
///
/// `12` is record 12, or a title containing 12 if there is no such record. `#12` is always a number, and
/// `title:1984` is always a title.
public enum RecordReference: Hashable, Sendable {
    /// Digits: the record with this number; if there is none, a title that contains the digits.
    case digits(Int64, text: String)
    /// `#12`.
    case number(Int64)
    /// A part of a title.
    case title(String)

    /// Parses a reference.
    ///
    /// - Throws: ``RecordReferenceError/blank``.
    public init(_ text: String) throws {
        if text.prefix(Self.titleMark.count).lowercased() == Self.titleMark {
            let title = text.dropFirst(Self.titleMark.count)
            guard !title.allSatisfy(\.isWhitespace) else { throw RecordReferenceError.blank }
            self = .title(String(title))
        } else if text.hasPrefix("#"), let number = Self.number(text.dropFirst()) {
            self = .number(number)
        } else if let number = Self.number(text[...]) {
            self = .digits(number, text: text)
        } else {
            guard !text.allSatisfy(\.isWhitespace) else { throw RecordReferenceError.blank }
            self = .title(text)
        }
    }

    /// The words that the user typed, without a mark; `nil` for `#12`.
    public var typed: String? {
        switch self {
        case .digits(_, let text), .title(let text): text
        case .number: nil
        }
    }

    /// The reference as a line has it, with quotation marks if it needs them.
    var written: String {
        switch self {
        case .digits(_, let text): text
        case .number(let number): "#\(number)"
        case .title(let text): text.contains(where: \.isWhitespace) ? QuotedText.quoted(text) : text
        }
    }

    /// Whether it is a number, with or without `#`.
    fileprivate var isNumber: Bool {
        switch self {
        case .digits, .number: true
        case .title: false
        }
    }

    /// Splits the words of a command that sets a text, such as `note`, into the record and the text.
    ///
    /// If a record is open, all words are the text, unless the first one is a number with `#`, such as `#3`. If none is
    /// open, the first word names the record.
    ///
    /// - Parameters:
    ///   - words: The words; at least one.
    ///   - isOpen: Whether a record is open.
    /// - Returns: The reference, `nil` for the open record; and the words of the text.
    /// - Throws: ``RecordReferenceError/blank``.
    public static func splitText(
        _ words: [String], isOpen: Bool
    ) throws -> (reference: RecordReference?, text: [String]) {
        guard let first = words.first else { return (nil, []) }
        let reference = try? RecordReference(first)
        if case .number? = reference { return (reference, Array(words.dropFirst())) }
        return isOpen ? (nil, words) : (try RecordReference(first), Array(words.dropFirst()))
    }

    /// The prefix of a title that would otherwise be parsed as a number.
    static let titleMark = "title:"

    private static func number(_ digits: Substring) -> Int64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

/// The error of a blank reference.
public enum RecordReferenceError: PresentableError {
    /// The text is empty or white space.
    case blank

    /// What is wrong.
    public var problem: LocalizedText { text("The number or title is blank.") }
    /// How to name a record.
    public var remedy: LocalizedText? { text("Give an entry's number, such as 12, or a part of its title.") }
    /// A usage error.
    public var failure: FailureKind { .usage }
}

extension ValueType where Value == RecordReference {
    /// A record, named by its number or a part of its title.
    ///
    /// - Parameters:
    ///   - placeholder: The argument's name in help, such as `BOOK`.
    ///   - source: The name of the completion source with the titles.
    public static func record(
        _ placeholder: LocalizedText, source: String
    ) -> ValueType<RecordReference> {
        ValueType(placeholder: placeholder, completion: .source(source, mark: .title)) { text, _ in
            try RecordReference(text)
        }
        .oneWord { (try? RecordReference($0))?.isNumber ?? false }
    }
}

extension ValueMark {
    /// The prefix `title:`, needed by titles that would be parsed as a number, or that begin with this
    /// prefix.
    ///
    /// ```swift
    /// ValueMark.title.isNeeded("1984")     // true
    /// ValueMark.title.isNeeded("Solaris")  // false
    /// ```
    public static let title = ValueMark(RecordReference.titleMark) { title in
        // A blank title is invalid even with the prefix, so it doesn't need one.
        guard let reference = try? RecordReference(title) else { return false }
        return reference != .title(title)
    }
}
