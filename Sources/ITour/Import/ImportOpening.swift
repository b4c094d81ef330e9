import Formats
import Foundation
import Localization
import Shell
import Suite

/// Finds out what kind of file one has been given.
enum ImportOpening {
    /// Opens a file, by what is in it rather than by its name.
    ///
    /// - Parameter language: The language whose names of places are preferred.
    /// - Throws: `FileError`, ``ImportFileError``.
    static func open(_ file: InputFile, language: Language) throws -> any ImportSource {
        let head = try file.read(upTo: 1 << 18)
        guard !head.isEmpty else { throw FileError.empty(path: file.path) }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw FileError.notUTF8(path: file.path)
        }
        guard !head.contains(0) else { throw FileError.binary(path: file.path) }
        let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        guard let first = body.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            // Nothing but spaces, as far as was looked.
            throw file.size > head.count
                ? ImportFileError.unknownContents(path: file.path) : FileError.empty(path: file.path)
        }
        var pending: [UInt8]? = head
        let read: () throws -> [UInt8] = {
            if let piece = pending {
                pending = nil
                return piece
            }
            return try file.read(upTo: 1 << 18)
        }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return JSONSource(path: file.path, language: language, read: read)
        case UInt8(ascii: "<"):
            return GPXSource(path: file.path, read: read)
        default:
            var reader = CSVReader(read: read)
            guard let header = try reader.next(), header.malformation == nil, let names = header.strings
            else {
                throw ImportFileError.unknownContents(path: file.path)
            }
            return try TripCSVSource(header: names, reader: reader, path: file.path)
        }
    }
}
