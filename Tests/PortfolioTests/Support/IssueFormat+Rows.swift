import Foundation

@testable import Portfolio
@testable import ProgramKit

extension IssueFormat {
    /// Reads a file from memory in pieces of a few bytes.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - timeZone: The user's time zone. Default: UTC.
    ///   - pieceSize: The size of a piece in bytes.
    func rows(
        _ bytes: [UInt8], timeZone: TimeZone = .gmt, pieceSize: Int = 7
    ) throws -> [ImportRow<ImportedRow>] {
        var rest = bytes[...]
        let start = try TextFileStart(path: "f") {
            defer { rest = rest.dropFirst(pieceSize) }
            return Array(rest.prefix(pieceSize))
        }
        var file = EntryFile(path: "f", format: self, timeZone: timeZone, start: start)
        var source = try file.source()
        var rows: [ImportRow<ImportedRow>] = []
        while let row = try source.next() { rows.append(row) }
        return rows
    }

    /// Reads a text.
    func rows(_ text: String, timeZone: TimeZone = .gmt) throws -> [ImportRow<ImportedRow>] {
        try rows(Array(text.utf8), timeZone: timeZone)
    }
}

extension ImportRow<ImportedRow> {
    /// The issue; `nil` for a skipped row and for tags.
    var issue: IssueEntry? { if case .issue(let entry)? = entry { entry } else { nil } }
}

/// Rows that a test has prepared.
struct PreparedRows: ImportSource {
    private var rows: ArraySlice<ImportRow<ImportedRow>>

    init(_ entries: [IssueEntry]) {
        rows = entries.enumerated().map { ImportRow(.issue($0.element), at: $0.offset + 1) }[...]
    }

    mutating func next() -> ImportRow<ImportedRow>? { rows.popFirst() }
}
