import Localization
import Shell

/// How a person names a record: by its own number, or by a part of its title.
///
/// `12` is record 12, or a title with 12 in it where there is no such record; `#12` is always a number;
/// `title:1984` is always a title.
public enum RecordReference: Hashable, Sendable {
    /// Digits alone: a number, else a title.
    case digits(Int64, text: String)
    /// `#12`.
    case number(Int64)
    /// A part of a title.
    case title(String)

    /// Reads a reference.
    ///
    /// - Throws: ``RecordReferenceError`` where nothing is named.
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

    /// What stands before a title that would be read as something else.
    static let titleMark = "title:"

    private static func number(_ digits: Substring) -> Int64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

/// A reference that names nothing.
public enum RecordReferenceError: PresentableError {
    /// The text is empty or only spaces.
    case blank

    /// Says that nothing is named.
    public var problem: LocalizedText { text("The name of what is meant is blank.") }
    /// Says how to name a record.
    public var remedy: LocalizedText? { text("Give its number, such as 12, or a part of its title.") }
    /// A mistake in the line.
    public var failure: FailureKind { .usage }
}

extension ValueType where Value == RecordReference {
    /// A record, named by its number or a part of its title, completed from live values.
    public static func record(_ placeholder: String, live source: String) -> ValueType<RecordReference> {
        ValueType(placeholder: placeholder, completion: .live(source, mark: .title)) { text, _ in
            try RecordReference(text)
        }
    }
}

extension ValueMark {
    /// `title:`, which titles need that would be read as a number, or as a title behind this mark.
    ///
    /// ```swift
    /// ValueMark.title.isNeeded("1984")     // true
    /// ValueMark.title.isNeeded("Solaris")  // false
    /// ```
    public static let title = ValueMark(RecordReference.titleMark) { title in
        // What names nothing at all, a mark doesn't mend.
        guard let reference = try? RecordReference(title) else { return false }
        return reference != .title(title)
    }
}
