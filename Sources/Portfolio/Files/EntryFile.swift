import Foundation
import Shell
import Suite

/// An import file, whose rows can be read several times.
///
/// ```swift
/// var file = EntryFile(path: path, format: .csv, timeZone: timeZone, start: start, input: input)
/// try file.makeRepeatable()
/// var source = try file.source()
/// while let row = try source.next() { print(row) }
/// ```
struct EntryFile {
    let format: IssueFormat
    /// The path as the user typed it.
    let path: String
    private let timeZone: TimeZone
    private let isArray: Bool
    private let start: TextFileStart
    private let input: InputFile
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
    ///   - input: The file.
    init(path: String, format: IssueFormat, timeZone: TimeZone, start: TextFileStart, input: InputFile) {
        self.path = path
        self.format = format
        self.timeZone = timeZone
        self.start = start
        self.input = input
        isArray = start.first == UInt8(ascii: "[")
    }

    /// The read part of the file, 0 to 1; `nil` if the size is unknown.
    var fractionRead: Double? {
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
    /// - Throws: ``IssueFileError`` if the file can't be imported, and reading errors.
    mutating func source() throws -> any EntrySource {
        switch format {
        case .json: return IssueJSONSource(path: path, isArray: isArray, timeZone: timeZone, read: reader())
        case .csv: return try IssueCSVSource(path: path, read: reader())
        case .markdown: return ChecklistSource(path: path, read: reader())
        case .todo:
            if isPlainList == nil {
                try makeRepeatable()
                isPlainList = try TodoSource.isPlainList(path: path, timeZone: timeZone, read: reader())
            }
            return TodoSource(
                path: path, timeZone: timeZone, isPlainList: isPlainList ?? false, read: reader())
        }
    }

    private func reader() -> () throws -> [UInt8] {
        let read = copy?.reader() ?? start.read
        let progress = progress
        progress.position = 0
        return {
            let piece = try read()
            progress.position += piece.count
            return piece
        }
    }
}
