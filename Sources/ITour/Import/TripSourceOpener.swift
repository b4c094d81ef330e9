import Formats
import Foundation
import Localization
import Shell
import Suite

/// Detects the format of an import file.
enum TripSourceOpener {
    /// Opens a file. The file's content determines the format, not its name.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - language: The preferred language for names of places.
    /// - Returns: A source for the file's items.
    /// - Throws: `FileError`, ``TripFileError``.
    static func open(_ file: InputFile, language: Language) throws -> any TripSource {
        let start = try TextFileStart(file)
        switch start.kind {
        case .json: return JSONSource(path: file.path, language: language, read: start.read)
        case .gpx, .xml: return GPXSource(path: file.path, read: start.read)
        case .calendar: return CalendarSource(path: file.path, read: start.read)
        case let foreign?: throw TripFileError.foreign(path: file.path, foreign)
        case nil:
            var reader = CSVReader(read: start.read)
            guard let header = try reader.next(), header.malformation == nil, let names = header.strings
            else {
                throw TripFileError.unknownContents(path: file.path)
            }
            return try TripCSVSource(header: names, reader: reader, path: file.path)
        }
    }
}
