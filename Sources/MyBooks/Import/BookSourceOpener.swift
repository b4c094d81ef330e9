import Formats
import Localization
import Shell
import Suite

/// Recognizes the format of an import file.
enum BookSourceOpener {
    /// Makes a source for a file.
    ///
    /// - Throws: `FileError`, ``BookFileError``.
    static func open(_ file: InputFile) throws -> any BookSource {
        let start = try TextFileStart(file)
        if start.kind == .json {
            let isArray = start.first == UInt8(ascii: "[")
            return LogJSONSource(path: file.path, isArray: isArray, read: start.read)
        }
        if let kind = start.kind { throw BookFileError.foreign(path: file.path, kind) }

        var reader = CSVReader(read: start.read)
        guard let header = try reader.next(), header.malformation == nil, let names = header.strings else {
            throw FileError.binary(path: file.path)
        }
        let columns = names.map(\.collapsingSpaces)
        if let source = GoodreadsSource(header: columns, reader: reader) { return source }
        if let source = LogCSVSource(header: columns, reader: reader) { return source }
        let looksLikeLog = columns.contains { LogFormat.neededColumns.contains($0) }
        let needed = looksLikeLog ? LogFormat.neededColumns : GoodreadsSource.neededColumns
        throw BookFileError.missingColumns(
            path: file.path, needed.filter { !columns.contains($0) })
    }
}
