import Formats
import Shell
import Suite

/// Writes and reads issues as CSV with a header. In most columns, an empty field is a missing value. In the
/// columns for tags and content, an empty field means that the issue has no tags or no content.
enum IssueCSV {
    static func bytes(_ entries: [IssueEntry], tags: [String] = []) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(IssueField.allCases.map(\.rawValue))
        for entry in entries {
            writer.writeRow(
                IssueField.allCases.map {
                    $0.isList ? TagList.text(entry.list($0) ?? []) : entry.text($0) ?? ""
                })
        }
        if !tags.isEmpty {
            writer.writeRow(IssueField.allCases.map { $0 == .tags ? TagList.text(tags) : "" })
        }
        return writer.bytes
    }
}

/// Reads issues from CSV with a header.
struct IssueCSVSource: EntrySource {
    private let path: String
    private let columns: [String]
    private var reader: CSVReader
    private var check = ForeignFileCheck()
    /// Whether no row has malformed quotes or separators. Their errors are more useful than the check of the
    /// columns.
    private var isReadable = true
    private var possiblyTruncatedLine: Int?
    private var isAtEnd = false

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - read: Returns the bytes in pieces; an empty piece marks the end.
    /// - Throws: ``IssueFileError/missingColumns(path:_:)``, and the errors of `read`.
    init(path: String, read: @escaping () throws -> [UInt8]) throws {
        self.path = path
        reader = CSVReader(read: read)
        guard let header = try reader.next(), header.malformation == nil, let names = header.strings else {
            throw IssueFileError.missingColumns(path: path, IssueField.needed.map(\.rawValue))
        }
        let columns = names.map { name in
            let name = name.trimmingSpaces.lowercased()
            return IssueField.allCases.first { $0.rawValue.lowercased() == name }?.rawValue ?? name
        }
        let missing = IssueField.needed.map(\.rawValue).filter { !columns.contains($0) }
        if !missing.isEmpty { throw IssueFileError.missingColumns(path: path, missing) }
        self.columns = columns
        check.note(keys: columns)
    }

    mutating func next() throws -> EntryRow? {
        if isAtEnd { return nil }
        guard let record = try reader.next() else {
            isAtEnd = true
            if isReadable { try check.finish(path: path) }
            return (reader.possiblyTruncatedLine ?? possiblyTruncatedLine).map {
                .possiblyTruncatedLine(position: $0)
            }
        }
        let row = row(record)
        check.note(row)
        return row
    }

    private mutating func row(_ record: CSVRecord) -> EntryRow {
        if let tags = tagsAlone(record) { return IssueEntry.row(ofTags: tags, at: record.line) }
        if openTags(record) { possiblyTruncatedLine = record.line }
        do throws(EntryProblem) {
            return .entry(position: record.line, try entry(record).checked())
        } catch {
            if case .malformed = error { isReadable = false }
            return .skipped(position: record.line, reason: error.reason)
        }
    }

    /// Returns the tags of a row that has only tags; `nil` if the row has other values.
    private func tagsAlone(_ record: CSVRecord) -> [String]? {
        guard record.malformation == nil, let tags = columns.firstIndex(of: IssueField.tags.rawValue),
            let values = record.strings, tags < values.count,
            values.indices.allSatisfy({ $0 == tags || values[$0].isEmpty })
        else { return nil }
        let names = TagList.names(values[tags])
        return names.isEmpty ? nil : names
    }

    /// Whether the file may be cut off in the row's empty field for tags. If so, the tags are unknown.
    private func openTags(_ record: CSVRecord) -> Bool {
        record.mayBeTruncated && record.isEmpty(at: record.count - 1)
            && columns.firstIndex(of: IssueField.tags.rawValue) == record.count - 1
    }

    private func entry(_ record: CSVRecord) throws(EntryProblem) -> IssueEntry {
        if let malformation = record.malformation { throw .malformed(malformation) }
        func value(_ field: IssueField) throws(EntryProblem) -> String? {
            guard let column = columns.firstIndex(of: field.rawValue), column < record.count else {
                return nil
            }
            guard let string = record.string(at: column) else { throw .invalidUTF8 }
            return string
        }
        var entry = try IssueEntry(
            list: { field throws(EntryProblem) in
                let names = try value(field).map(TagList.names)
                // An empty field means no tags, but the other lists are unknown.
                return field == .tags || names?.isEmpty == false ? names : nil
            }, value: value)
        if openTags(record) { entry.tags = nil }
        if !record.hasLineEnd, columns.firstIndex(of: IssueField.content.rawValue) == record.count - 1 {
            entry.cutOffBefore = record.mayBeTruncated ? "" : "\""
        }
        return entry
    }
}

/// Names of tags in one field, separated by semicolons. A backslash escapes a semicolon or a backslash in a
/// name.
enum TagList {
    static func text(_ names: [String]) -> String {
        names.map { name in
            var written = String.UnicodeScalarView()
            for scalar in name.unicodeScalars {
                if scalar == ";" || scalar == "\\" { written.append("\\") }
                written.append(scalar)
            }
            return String(written)
        }.joined(separator: ";")
    }

    static func names(_ text: String) -> [String] {
        var names = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                names[names.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                names.append(String.UnicodeScalarView())
            } else {
                names[names.count - 1].append(scalar)
            }
        }
        return names.map { String($0) }.filter { !$0.trimmingSpaces.isEmpty }
    }
}
