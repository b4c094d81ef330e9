/// A format whose entries are the rows of a table or the objects of a list.
///
/// ```swift
/// struct TitleFormat: EntryFormat {
///     static let needed = ["Title"]
///     private let title: FileField
///     init(_ names: inout FieldNames) { title = names.take("Title") }
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text(title) }
/// }
/// ```
public protocol EntryFormat {
    /// A book, an issue or another thing that the file describes.
    associatedtype Entry
    /// The fields by which a file of this format is recognized.
    static var needed: [String] { get }
    /// Returns whether a list belongs to this format, by the keys of an object. Default: it has all needed
    /// fields.
    static func isRecognized(by keys: Set<String>) -> Bool
    /// Takes the fields that the format knows.
    init(_ names: inout FieldNames)
    /// Makes an entry of a row or an object.
    ///
    /// - Throws: ``SkippedEntry`` if the entry lacks what every entry needs.
    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> Entry
}

extension EntryFormat {
    /// Whether an object has all needed fields.
    public static func isRecognized(by keys: Set<String>) -> Bool { needed.allSatisfy(keys.contains) }
}
