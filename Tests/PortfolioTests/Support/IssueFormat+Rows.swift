import Foundation

@testable import Portfolio

extension IssueFormat {
    /// Reads a file from memory in pieces of a few bytes.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - timeZone: The user's time zone. Default: UTC.
    ///   - pieceSize: The size of a piece in bytes.
    func rows(_ bytes: [UInt8], timeZone: TimeZone = .gmt, pieceSize: Int = 7) throws -> [EntryRow] {
        func read() -> () -> [UInt8] {
            var rest = bytes[...]
            return {
                defer { rest = rest.dropFirst(pieceSize) }
                return Array(rest.prefix(pieceSize))
            }
        }
        var source: any EntrySource =
            switch self {
            case .json: IssueJSONSource(path: "f", isArray: true, read: read())
            case .csv: try IssueCSVSource(path: "f", read: read())
            case .markdown: ChecklistSource(path: "f", read: read())
            case .todo:
                TodoSource(
                    path: "f", timeZone: timeZone,
                    isPlainList: try TodoSource.isPlainList(path: "f", timeZone: timeZone, read: read()),
                    read: read())
            }
        var rows: [EntryRow] = []
        while let row = try source.next() { rows.append(row) }
        return rows
    }

    /// Reads a text.
    func rows(_ text: String, timeZone: TimeZone = .gmt) throws -> [EntryRow] {
        try rows(Array(text.utf8), timeZone: timeZone)
    }
}

/// Rows that a test has prepared.
struct PreparedRows: EntrySource {
    private var rows: ArraySlice<EntryRow>

    init(_ entries: [IssueEntry]) {
        rows = entries.enumerated().map { EntryRow.entry(position: $0.offset + 1, $0.element) }[...]
    }

    mutating func next() -> EntryRow? { rows.popFirst() }
}
