import Formats
import Localization
import Shell
import Suite

/// Finds out what kind of file one has been given.
enum ImportSourceOpening {
    /// Opens a file's rows.
    ///
    /// - Throws: ``FileError``, ``ImportFileError``.
    static func open(_ file: InputFile) throws -> any ImportSource {
        let head = try file.read(upTo: 1 << 18)
        guard !head.isEmpty else { throw FileError.empty(path: file.path) }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw FileError.notUTF8(path: file.path)
        }
        guard !head.contains(0) else { throw FileError.binary(path: file.path) }

        let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        let first = body.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        guard let first else { throw FileError.empty(path: file.path) }
        var pending: [UInt8]? = head
        let read: () throws -> [UInt8] = {
            if let piece = pending {
                pending = nil
                return piece
            }
            return try file.read(upTo: 1 << 18)
        }
        let isArray = first == UInt8(ascii: "[")
        if isArray || first == UInt8(ascii: "{") {
            return LogJSONSource(path: file.path, isArray: isArray, read: read)
        }

        var reader = CSVReader(read: read)
        guard let header = try reader.next(), header.malformation == nil, let names = header.strings else {
            throw FileError.binary(path: file.path)
        }
        let columns = names.map(\.collapsingSpaces)
        if let source = GoodreadsSource(header: columns, reader: reader) { return source }
        if let source = LogCSVSource(header: columns, reader: reader) { return source }
        let looksLikeLog = columns.contains { LogFormat.neededColumns.contains($0) }
        let needed = looksLikeLog ? LogFormat.neededColumns : GoodreadsSource.neededColumns
        throw ImportFileError.missingColumns(
            path: file.path, needed.filter { !columns.contains($0) })
    }
}
