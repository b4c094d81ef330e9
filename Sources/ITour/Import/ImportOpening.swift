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
        let start = try TextFileStart(file)
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return JSONSource(path: file.path, language: language, read: start.read)
        case UInt8(ascii: "<"):
            return GPXSource(path: file.path, read: start.read)
        default:
            var reader = CSVReader(read: start.read)
            guard let header = try reader.next(), header.malformation == nil, let names = header.strings
            else {
                throw ImportFileError.unknownContents(path: file.path)
            }
            return try TripCSVSource(header: names, reader: reader, path: file.path)
        }
    }
}
