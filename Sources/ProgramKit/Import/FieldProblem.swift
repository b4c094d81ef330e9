import Localization

/// The reason not to import a field. The rest of the entry is imported.
public struct BadField: Error {
    /// The reason, as the end of “Line 7: “rating” (9) was not imported: …”.
    public let reason: LocalizedText

    /// Makes a reason from the end of “Line 7: “rating” (9) was not imported: …”.
    public init(_ reason: LocalizedText) { self.reason = reason }

    /// The value isn't a date.
    public static var date: BadField { BadField(text("it is not a date")) }
    /// The value isn't a UUID.
    public static var identifier: BadField { BadField(text("it is not an identifier")) }
    /// The value has another JSON type, such as a list instead of a text.
    public static var wrongType: BadField { BadField(text("the value has the wrong type")) }
    /// The value isn't one that the field can have.
    public static var impossible: BadField { BadField(text("it is not one of the possible values")) }
    /// The field isn't valid UTF-8.
    public static var notUTF8: BadField { BadField(text("it is not valid UTF-8")) }
}

/// A field of an entry that isn't imported, or not as it is in the file.
public struct FieldProblem: Sendable {
    /// The name of the column or key.
    public let field: String
    /// The value in the file; empty if it can't be shown.
    public let written: String
    /// The imported value; `nil` if the field isn't imported.
    public let imported: String?
    /// The reason.
    public let reason: LocalizedText

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - field: The name of the column or key.
    ///   - written: The value in the file; empty if it can't be shown.
    ///   - imported: The imported value; `nil` if the field isn't imported. Default: `nil`.
    ///   - reason: The reason, as the end of “Line 7: “rating” (9) was not imported: …”.
    public init(field: String, written: String, imported: String? = nil, reason: LocalizedText) {
        self.field = field
        self.written = written
        self.imported = imported
        self.reason = reason
    }
}
