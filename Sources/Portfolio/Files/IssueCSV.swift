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
                    $0 == .tags ? TagList.text(entry.tags ?? []) : entry.text($0) ?? ""
                })
        }
        if !tags.isEmpty {
            writer.writeRow(IssueField.allCases.map { $0 == .tags ? TagList.text(tags) : "" })
        }
        return writer.bytes
    }

    static func rows(_ bytes: [UInt8], path: String) throws -> [EntryRow] {
        var pending: [UInt8]? = bytes
        var reader = CSVReader {
            defer { pending = nil }
            return pending ?? []
        }
        guard let header = try reader.next(), header.malformation == nil, let names = header.strings else {
            throw IssueFileError.missingColumns(path: path, IssueField.needed.map(\.rawValue))
        }
        let columns = names.map { $0.trimmingSpaces.lowercased() }
        let missing = IssueField.needed.map(\.rawValue).filter { !columns.contains($0) }
        if !missing.isEmpty { throw IssueFileError.missingColumns(path: path, missing) }
        var rows: [EntryRow] = []
        // If rows have malformed quotes or separators, their errors are more useful than the check of the
        // columns.
        var isReadable = true
        var possiblyTruncatedLine: Int?
        while let record = try reader.next() {
            if let tags = tagsAlone(record, columns) {
                rows.append(IssueEntry.row(ofTags: tags, at: record.line))
                continue
            }
            do throws(EntryProblem) {
                rows.append(.entry(position: record.line, try entry(record, columns).checked()))
            } catch {
                if case .malformed = error { isReadable = false }
                rows.append(.skipped(position: record.line, reason: error.reason))
            }
            if openTags(record, columns) { possiblyTruncatedLine = record.line }
        }
        if isReadable { try rows.checkForIssues(keys: Set(columns), path: path) }
        if let line = reader.possiblyTruncatedLine ?? possiblyTruncatedLine {
            rows.append(.possiblyTruncatedLine(position: line))
        }
        return rows
    }

    /// Returns the tags of a row that has only tags; `nil` if the row has other values.
    private static func tagsAlone(_ record: CSVRecord, _ columns: [String]) -> [String]? {
        guard record.malformation == nil, let tags = columns.firstIndex(of: IssueField.tags.rawValue),
            let values = record.strings, tags < values.count,
            values.indices.allSatisfy({ $0 == tags || values[$0].isEmpty })
        else { return nil }
        let names = TagList.names(values[tags])
        return names.isEmpty ? nil : names
    }

    /// Whether the file may be cut off in the row's empty field for tags. If so, the tags are unknown.
    private static func openTags(_ record: CSVRecord, _ columns: [String]) -> Bool {
        record.mayBeTruncated && record.isEmpty(at: record.count - 1)
            && columns.firstIndex(of: IssueField.tags.rawValue) == record.count - 1
    }

    private static func entry(
        _ record: CSVRecord, _ columns: [String]
    ) throws(EntryProblem) -> IssueEntry {
        if let malformation = record.malformation { throw .malformed(malformation) }
        func value(_ field: IssueField) throws(EntryProblem) -> String? {
            guard let column = columns.firstIndex(of: field.rawValue), column < record.count else {
                return nil
            }
            guard let string = record.string(at: column) else { throw .invalidUTF8 }
            return string
        }
        var entry = try IssueEntry(tags: try value(.tags).map(TagList.names), value: value)
        if openTags(record, columns) { entry.tags = nil }
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
