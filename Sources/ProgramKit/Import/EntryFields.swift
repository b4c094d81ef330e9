import Formats
import Foundation
import Localization

/// The fields of one entry: a row of a table, or an object of a list. A value that can't be read costs its field,
/// and is reported.
///
/// ```swift
/// func pages(_ field: FileField, in fields: inout EntryFields) -> Int? {
///     fields.value(field, or: BadField(text("it is not a number"))) { Int($0) }
/// }
/// ```
public struct EntryFields {
    private enum Content {
        case row(CSVRecord)
        case object(JSONView)
        case values([String: String])
    }

    private let content: Content
    /// The columns of a table by name.
    private let columns: [String: Int]
    /// The fields that aren't imported, or that are imported with another value than in the file.
    public private(set) var problems: [FieldProblem] = []

    /// The names of fields that have values, but that the import can't use.
    public private(set) var unknown: Set<String> = []
    /// The keys that were read; `nil` if they aren't collected.
    private var readKeys: Set<String>?

    /// The current day in the user's time zone; `nil` to accept dates in the future.
    public let today: CivilDate?

    init(_ row: CSVRecord, columns: [String: Int], today: CivilDate? = nil) {
        content = .row(row)
        self.columns = columns
        self.today = today
    }

    /// Makes the fields of an object.
    public init(_ object: JSONView, today: CivilDate? = nil) {
        content = .object(object)
        columns = [:]
        self.today = today
    }

    /// Makes the fields of an object, and collects the keys that are read.
    ///
    /// - Throws: ``SkippedEntry`` if the value isn't an object.
    public init(readingAllOf object: JSONView) throws(SkippedEntry) {
        guard object.isObject else { throw .notAnObject }
        self.init(object)
        readKeys = []
    }

    /// Makes fields from texts, such as those of elements in XML. They count as the fields of an object.
    public init(_ values: [String: String]) {
        content = .values(values)
        columns = [:]
        today = nil
    }

    /// Returns the number of a field's column; -1 if the table lacks it.
    private func column(of field: FileField) -> Int {
        field.column < 0 && field.exists ? columns[field.name] ?? -1 : field.column
    }

    /// The keys with values that weren't read.
    public var unreadKeys: Set<String> {
        guard let readKeys else { return [] }
        var unread: Set<String> = []
        forEachName { if !readKeys.contains($0) { unread.insert($0) } }
        return unread
    }

    /// Whether a field is missing or empty.
    public func isEmpty(_ field: FileField) -> Bool {
        switch content {
        case .row(let row): row.isEmpty(at: column(of: field))
        case .object(let object): object[field.name]?.isNull ?? true
        case .values(let values): values[field.name]?.isEmpty ?? true
        }
    }

    /// Returns a field's text without NUL; an empty text if the field is missing or isn't a text.
    public mutating func text(_ field: FileField) -> String { presentText(field) ?? "" }

    /// Returns a field's text without NUL, which may be empty; `nil` if the field is missing or isn't a text.
    public mutating func presentText(_ field: FileField) -> String? {
        switch content {
        case .row(let row):
            let column = column(of: field)
            guard column >= 0, column < row.count else { return nil }
            if row.isEmpty(at: column) { return "" }
            guard let text = row.string(at: column) else {
                drop(field, written: "", .notUTF8)
                return nil
            }
            return text.withoutNUL
        case .object(let object):
            readKeys?.insert(field.name)
            guard let value = object[field.name], !value.isNull else { return nil }
            guard let text = value.string ?? value.number else {
                drop(field, written: value.source, .wrongType)
                return nil
            }
            return text.withoutNUL
        case .values(let values): return values[field.name]?.withoutNUL
        }
    }

    /// Returns a field's value; `nil` if the field is missing, empty or invalid.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - convert: Converts the text of the field, which isn't empty.
    @inlinable
    public mutating func value<Value>(
        _ field: FileField, _ convert: (String) throws(BadField) -> Value?
    ) -> Value? {
        let written = text(field)
        if written.isEmpty { return nil }
        do throws(BadField) {
            return try convert(written)
        } catch {
            drop(field, written: written, error)
            return nil
        }
    }

    /// Returns a field's value; `nil` if the field is missing, empty or invalid.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - problem: The problem of an invalid value.
    ///   - convert: Converts the text of the field, which isn't empty. Returns `nil` for an invalid one.
    @inlinable
    public mutating func value<Value>(
        _ field: FileField, or problem: @autoclosure () -> BadField, _ convert: (String) -> Value?
    ) -> Value? {
        let written = text(field)
        if written.isEmpty { return nil }
        let value = convert(written)
        if value == nil { drop(field, written: written, problem()) }
        return value
    }

    /// Returns the value of a required field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - read: Reads the field. Returns `nil` if it is missing or invalid.
    /// - Throws: ``SkippedEntry`` with the reason.
    public mutating func needed<Value>(
        _ field: FileField, _ read: (inout EntryFields, FileField) -> Value?
    ) throws(SkippedEntry) -> Value {
        let count = problems.count
        if let value = read(&self, field) { return value }
        guard problems.count > count else {
            throw SkippedEntry(ProgramKit.text("“%@” is missing", field.name))
        }
        let problem = problems[count]
        throw SkippedEntry(
            ProgramKit.text("“%1$@” (%2$@): %3$@", problem.field, problem.written, problem.reason))
    }

    /// Returns a field's UUID.
    public mutating func identifier(_ field: FileField) -> UUID? {
        value(field, or: .identifier) { UUID(uuidString: $0) }
    }

    /// Returns a field's JSON value; `nil` if it is missing. In a table, the field contains the JSON as text.
    public mutating func json(_ field: FileField) -> JSONView? {
        switch content {
        case .row, .values:
            let written = text(field)
            if written.isEmpty { return nil }
            guard let document = try? JSONDocument(Array(written.utf8)) else {
                drop(field, written: written, .wrongType)
                return nil
            }
            return JSONView(document)
        case .object(let object):
            readKeys?.insert(field.name)
            return object[field.name].flatMap { $0.isNull ? nil : $0 }
        }
    }

    /// Whether the file has a value for a field, even an empty one.
    public func has(_ field: FileField) -> Bool {
        switch content {
        case .row(let row): (0..<row.count).contains(column(of: field))
        case .object(let object): object[field.name].map { !$0.isNull } ?? false
        case .values(let values): values[field.name] != nil
        }
    }

    /// Returns whether an object has no other member than a field, or a row no other value.
    public func hasOnly(_ field: FileField) -> Bool {
        switch content {
        case .row(let row):
            let column = column(of: field)
            return (0..<row.count).allSatisfy { $0 == column || row.isEmpty(at: $0) }
        case .object(let object):
            var isOnly = true
            object.forEachMember { key, _ in isOnly = isOnly && key == field.name }
            return isOnly
        case .values(let values): return values.keys.allSatisfy { $0 == field.name }
        }
    }

    /// The ways in which a field can end. The last field of a file without a line end may be cut off.
    public enum End {
        /// The field is complete.
        case complete
        /// The file ends after the field, without a line end.
        case open
        /// The file ends after the quotation mark that seems to close the field, without a line end.
        case quoted
    }

    /// Returns how a field ends.
    public func end(of field: FileField) -> End {
        guard case .row(let row) = content, !row.hasLineEnd, column(of: field) == row.count - 1 else {
            return .complete
        }
        return row.mayBeTruncated ? .open : .quoted
    }

    /// Whether the entry is an object, in which a field can be a list.
    public var isObject: Bool {
        if case .row = content { false } else { true }
    }

    // MARK: - Reports

    /// Reports that the import can't use a field, whatever its value is.
    public mutating func leaveOut(_ field: FileField) { unknown.insert(field.name) }

    /// Reports that a field isn't imported, because its value is invalid.
    public mutating func drop(_ field: FileField, written: String, _ problem: BadField) {
        problems.append(
            FieldProblem(field: field.name, written: written, imported: nil, reason: problem.reason))
    }

    /// Adds problems, such as those of a part of the entry.
    public mutating func report(_ problems: [FieldProblem]) { self.problems += problems }

    /// Reports that a field is imported with another value than in the file.
    ///
    /// - Parameter reason: The reason, as the end of “Changed “Date Added” in 2 entries: …”.
    public mutating func alter(
        _ field: FileField, written: String, to imported: String, _ reason: LocalizedText
    ) {
        problems.append(
            FieldProblem(field: field.name, written: written, imported: imported, reason: reason))
    }

    // MARK: - All fields of an object

    /// Calls a function with the fields of an object that are texts, numbers or lists of texts, and their values as texts.
    public func forEachText(_ body: (_ name: String, _ text: String) -> Void) {
        guard case .object(let object) = content else { return }
        object.forEachMember { name, value in
            let list = value.elements?.compactMap(\.string).joined(separator: ", ")
            if let text = value.string ?? value.number ?? list, !text.isEmpty { body(name, text.withoutNUL) }
        }
    }

    /// The members of an object that have values, in their order.
    public var members: [(name: String, value: JSONView)] {
        guard case .object(let object) = content else { return [] }
        var members: [(name: String, value: JSONView)] = []
        object.forEachMember { if !$1.isNull { members.append(($0, $1)) } }
        return members
    }

    /// Calls a function with the names of the fields that have values.
    func forEachName(_ body: (String) -> Void) {
        if case .object(let object) = content { object.forEachMember { if !$1.isNull { body($0) } } }
    }
}

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
