import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// An import file, whose rows can be read several times.
///
/// ```swift
/// var file = EntryFile(path: path, format: .csv, timeZone: timeZone, start: start)
/// try file.makeRepeatable()
/// var source = try file.source()
/// while let row = try source.next() { print(row) }
/// ```
struct EntryFile {
    /// The issues, for errors.
    static let kind = ImportFileKind(
        .issues,
        remedy: text(
            "Use a file written by “export”: .json, .csv, .md or .txt (todo.txt). Nothing was changed."),
        notAList: { text("“%@” doesn't contain a list of issues.", $0) })

    let format: IssueFormat
    /// The path as the user typed it.
    let path: String
    private let timeZone: TimeZone
    private let start: TextFileStart
    private var copy: SpooledInput?
    /// Whether a file in todo.txt is a plain list of titles; `nil` if unknown.
    private var isPlainList: Bool?
    private let progress = Progress()

    /// The number of bytes that the present reading has read.
    private final class Progress {
        var position = 0
    }

    /// - Parameters:
    ///   - path: The path as the user typed it.
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone, for formats with days.
    ///   - start: The beginning of the file.
    init(path: String, format: IssueFormat, timeZone: TimeZone, start: TextFileStart) {
        self.path = path
        self.format = format
        self.timeZone = timeZone
        self.start = start
    }

    /// Returns the read part of the file, 0 to 1; `nil` if the size is unknown.
    func fractionRead(_ input: InputFile) -> Double? {
        let size = copy?.size ?? input.size
        return size > 0 ? min(1, Double(progress.position) / Double(size)) : nil
    }

    /// Allows several readings.
    ///
    /// - Throws: `FileError`, and `CancellationError` if the user cancels the command.
    mutating func makeRepeatable() throws {
        if copy == nil { copy = try SpooledInput(start.read) }
    }

    /// Returns the rows of the file, from the first one. Call ``makeRepeatable()`` before the first of
    /// several readings.
    ///
    /// - Throws: The error of a file that can't be imported, and reading errors.
    mutating func source() throws -> any ImportSource<ImportedRow> {
        switch format {
        case .json:
            let timeZone = timeZone
            let reading = try hasObjectOnLine ? arrayOfLines() : reading()
            return ListSource(IssueFields.self, reading, path: path, kind: Self.kind) {
                IssueFields(&$0, timeZone: timeZone)
            }
        case .csv:
            let table = try TableStart(reading(), path: path)
            let keys = Issue.fields.exported.map(\.key)
            let named = table.renamed { name in keys.first { $0.lowercased() == name.lowercased() } ?? name }
            guard !Self.kind.isForeign(Set(table.columns)), let source = TableSource(IssueFields.self, named)
            else { throw Self.kind.missing(IssueFields.needed, in: table, path: path) }
            return source
        case .markdown: return ChecklistSource(path: path, read: reading().read)
        case .todo:
            if isPlainList == nil {
                try makeRepeatable()
                isPlainList = try TodoSource.isPlainList(path: path, timeZone: timeZone, read: reading().read)
            }
            return TodoSource(
                path: path, timeZone: timeZone, isPlainList: isPlainList ?? false, read: reading().read)
        }
    }

    /// Whether the first line is a whole object, as taskwarrior writes tasks with `json.array=off`.
    private var hasObjectOnLine: Bool {
        guard start.first == UInt8(ascii: "{") else { return false }
        return (try? JSONDocument(Array(start.beginning.prefix { $0 != 0x0A }))) != nil
    }

    /// Returns the objects on the lines of the file as one array.
    private func arrayOfLines() throws -> TextFileStart {
        let read = reading().read
        var isBegun = false, isEnded = false, isAfterLine = false
        return try TextFileStart(path: path, today: start.today) {
            if isEnded { return [] }
            var piece = try read()
            var bytes: [UInt8] = isBegun ? [] : [UInt8(ascii: "[")]
            if !isBegun, piece.starts(with: [0xEF, 0xBB, 0xBF]) { piece.removeFirst(3) }
            isBegun = true
            isEnded = piece.isEmpty
            for byte in piece {
                if byte == 0x0A {
                    isAfterLine = true
                } else if isAfterLine, byte != 0x20, byte != 0x0D, byte != 0x09 {
                    bytes.append(UInt8(ascii: ","))
                    isAfterLine = false
                }
                bytes.append(byte)
            }
            if isEnded { bytes.append(UInt8(ascii: "]")) }
            return bytes
        }
    }

    /// Returns the file, from its beginning.
    private func reading() -> TextFileStart {
        var reading = start
        let read = copy?.reader() ?? start.read
        let progress = progress
        progress.position = 0
        reading.read = {
            let piece = try read()
            progress.position += piece.count
            return piece
        }
        return reading
    }
}
