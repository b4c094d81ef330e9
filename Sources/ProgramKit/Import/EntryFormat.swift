/// Makes an entry of a row of a table or an object of a list.
public protocol EntryReader {
    /// A book, an issue or another thing that the file describes.
    associatedtype Entry
    /// Makes an entry of a row or an object.
    ///
    /// - Throws: ``SkippedEntry`` if the entry lacks what every entry needs.
    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> Entry
}

/// A format whose entries are the rows of a table or the objects of a list, and which is recognized by its fields.
///
/// ```swift
/// struct TitleFormat: EntryFormat {
///     static let needed = ["Title"]
///     private let title: FileField
///     init(_ names: inout FieldNames) { title = names.take("Title") }
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text(title) }
/// }
/// ```
public protocol EntryFormat: EntryReader {
    /// The fields by which a file of this format is recognized.
    static var needed: [String] { get }
    /// Returns whether a list belongs to this format, by the keys of an object. Default: it has all needed
    /// fields.
    static func isRecognized(by keys: Set<String>) -> Bool
    /// Takes the fields that the format knows.
    init(_ names: inout FieldNames)
}

/// A format that reads fields by their names in the file.
///
/// ```swift
/// struct TitleFormat: NamedFieldsFormat {
///     static let needed = ["Title"], names = ["Title"]
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text("Title") }
/// }
/// ```
public protocol NamedFieldsFormat: EntryFormat {
    /// The names of the fields that the format knows.
    static var names: [String] { get }
    init()
}

extension NamedFieldsFormat {
    /// Takes the fields that the format knows.
    public init(_ names: inout FieldNames) {
        for name in Self.names { _ = names.take(name) }
        self.init()
    }
}

extension EntryFormat {
    /// Whether an object has all needed fields.
    public static func isRecognized(by keys: Set<String>) -> Bool { needed.allSatisfy(keys.contains) }
}
