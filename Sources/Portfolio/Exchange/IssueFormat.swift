import Formats
import Foundation
import ProgramKit
import Shell

/// The formats of files, by file extension.
enum IssueFormat: String, CaseIterable, Sendable {
    case json, csv
    case markdown = "md"
    case todo = "txt"

    /// The file extensions, with their dots.
    static let endings = allCases.map { ".\($0.rawValue)" }

    init?(path: String) { self.init(rawValue: (path as NSString).pathExtension.lowercased()) }

    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    var countsLines: Bool { self != .json }

    /// Returns the comparison key of a tag's name in this format. If the format can't distinguish two names,
    /// they have the same key. For example, todo.txt joins the words of a name.
    func tagKey(_ name: String) -> String { Tag.key(of: self == .todo ? TodoText.joined(name) : name) }

    /// Returns the content of a file with the issues, followed by the unused tags.
    ///
    /// - Parameters:
    ///   - entries: The issues.
    ///   - tags: The names of tags that no issue has.
    ///   - views: The saved views, which only JSON contains.
    ///   - timeZone: The user's time zone, for formats with days.
    func bytes(
        _ entries: [IssueEntry], tags: [String] = [], views: [ViewEntry] = [], timeZone: TimeZone
    ) -> [UInt8] {
        switch self {
        case .json: IssueJSON.bytes(entries, tags: tags, views: views)
        case .csv: IssueCSV.bytes(entries, tags: tags)
        case .markdown: Array(Checklist.text(entries, tags: tags).utf8)
        case .todo: Array(TodoText.text(entries, timeZone: timeZone).utf8)
        }
    }
}

extension IssueFormat {
    /// Determines the format of a file by its ending, and that of standard input by its content.
    ///
    /// - Throws: `FileError` if the ending is unknown, and the error of a kind that can't contain issues.
    init(path: String, _ start: TextFileStart) throws {
        // Text that begins like XML may be a title.
        if let kind = start.kind, kind != .json, kind != .xml {
            throw EntryFile.kind.foreign(kind, path: path)
        }
        if let format = IssueFormat(path: path) {
            self = format
        } else if Self.isKnown(path: path) {
            self.init(content: start)
        } else {
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
    }

    /// Whether a path has the ending of a format, or means a stream, whose content shows the format.
    static func isKnown(path: String) -> Bool {
        IssueFormat(path: path) != nil || path == "-" || path.hasPrefix("/dev/")
    }

    /// Recognizes the format by the beginning of the content.
    private init(content start: TextFileStart) {
        let lines = String(decoding: start.beginning, as: UTF8.self).split(whereSeparator: \.isNewline)
        let columns = (lines.first ?? "").lowercased().split { ",;\t".contains($0) }.map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
        }
        if start.kind == .json {
            self = .json
        } else if columns.contains("title") {
            self = .csv
        } else if lines.contains(where: { ChecklistItem.begins($0.unicodeScalars) }) {
            self = .markdown
        } else {
            self = .todo
        }
    }
}

/// Writes issues as CSV with a header. In most columns, an empty field is a missing value. In the
/// columns for tags and content, an empty field means that the issue has no tags or no content.
enum IssueCSV {
    static func bytes(_ entries: [IssueEntry], tags: [String] = []) -> [UInt8] {
        var writer = CSVWriter()
        let keys = Issue.fields.exported.map(\.key)
        writer.writeRow(keys)
        for entry in entries {
            writer.writeRow(
                keys.map { key in
                    guard case .list(let elements) = entry.value(key) else { return entry.value(key).csvText }
                    return TagList.text(elements.map(\.csvText))
                })
        }
        if !tags.isEmpty { writer.writeRow(keys.map { $0 == IssueEntry.tagsKey ? TagList.text(tags) : "" }) }
        return writer.bytes
    }
}
