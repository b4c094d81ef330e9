import Foundation

/// The formats of files, by the endings of their names.
enum IssueFormat: String, CaseIterable, Sendable {
    case json, csv
    case markdown = "md"
    case todo = "txt"

    /// The endings, with their dots.
    static let endings = allCases.map { ".\($0.rawValue)" }

    init?(path: String) {
        self.init(rawValue: (path as NSString).pathExtension.lowercased())
    }

    /// Whether positions are lines of the file, and not entries of a list.
    var countsLines: Bool { self != .json }

    /// What the names of a tag have in common that a file can't tell apart: a todo.txt joins the words of a name.
    func tagKey(_ name: String) -> String {
        Tag.key(of: self == .todo ? TodoText.joined(name) : name)
    }

    /// Issues as a file, behind them the names of tags that no issue has.
    func bytes(_ entries: [IssueEntry], tags: [String] = [], timeZone: TimeZone) -> [UInt8] {
        switch self {
        case .json: IssueJSON.bytes(entries, tags: tags)
        case .csv: IssueCSV.bytes(entries, tags: tags)
        case .markdown: Array(Checklist.text(entries, tags: tags).utf8)
        case .todo: Array(TodoText.text(entries, timeZone: timeZone).utf8)
        }
    }

    /// What a file has.
    ///
    /// - Throws: ``ImportFileError`` where the file as a whole can't be read, and `FileError`.
    func rows(_ bytes: [UInt8], path: String, timeZone: TimeZone) throws -> [EntryRow] {
        switch self {
        case .json: return try IssueJSON.rows(bytes, path: path)
        case .csv: return try IssueCSV.rows(bytes, path: path)
        case .markdown: return Checklist.rows(try Self.text(bytes, path: path))
        case .todo: return TodoText.rows(try Self.text(bytes, path: path), timeZone: timeZone)
        }
    }

    private static func text(_ bytes: [UInt8], path: String) throws -> String {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            throw ImportFileError.notUTF8(path: path)
        }
        return text
    }
}
