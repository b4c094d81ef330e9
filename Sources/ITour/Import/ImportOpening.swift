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
        switch start.kind {
        case .json: return JSONSource(path: file.path, language: language, read: start.read)
        case .gpx, .xml: return GPXSource(path: file.path, read: start.read)
        case let foreign?: throw ImportFileError.foreign(path: file.path, foreign)
        case nil:
            var reader = CSVReader(read: start.read)
            guard let header = try reader.next(), header.malformation == nil, let names = header.strings
            else {
                throw ImportFileError.unknownContents(path: file.path)
            }
            return try TripCSVSource(header: names, reader: reader, path: file.path)
        }
    }
}
