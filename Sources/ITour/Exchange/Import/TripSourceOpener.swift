import Formats
import Foundation
import Localization
import ProgramKit
import Shell

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
        var first = try file.read(upTo: 1 << 18)
        while first.count < 4, case let piece = try file.read(upTo: 1 << 18), !piece.isEmpty {
            first += piece
        }
        if ZipReader.isZip(first) { return try archive(file, language, beginning: first) }
        var beginning: [UInt8]? = first
        let start = try TextFileStart(path: file.path) {
            defer { beginning = nil }
            return try beginning ?? file.read(upTo: 1 << 18)
        }
        switch start.kind {
        case .json: return JSONSource(path: file.path, language: language, read: start.read)
        case .gpx, .xml: return GPXSource(path: file.path, language: language, read: start.read)
        case .kml: return KMLSource(path: file.path, read: start.read)
        case .calendar: return CalendarSource(path: file.path, read: start.read)
        case .webPage:
            return try ReservationSource.page(path: file.path, language: language, read: start.read)
        case let foreign?: throw TripFiles.kind.foreign(foreign, path: file.path)
        case nil where MailMessage.isMessage(start.beginning):
            return try ReservationSource.mail(path: file.path, language: language, read: start.read)
        case nil:
            do {
                return try TripRowFormat.source(TableStart(start, path: file.path), path: file.path)
            } catch FileError.binary {
                throw TripFileError.unknownContents(path: file.path)
            }
        }
    }

    /// Opens the KML file in an archive (KMZ), which is its first entry that ends in `.kml`; or the description of a pass of
    /// Apple Wallet.
    private static func archive(
        _ file: InputFile, _ language: Language, beginning: [UInt8]
    ) throws -> any TripSource {
        let path = file.path
        func translated<Value>(_ read: () throws -> Value) throws -> Value {
            do {
                return try read()
            } catch let problem as ZipProblem {
                throw TripFileError.zip(path: path, problem)
            }
        }
        var beginning: [UInt8]? = beginning
        let archive = ZipReader {
            defer { beginning = nil }
            return try beginning ?? file.read(upTo: 1 << 18)
        }
        func contents() throws -> [UInt8] {
            var bytes: [UInt8] = []
            while case let piece = try translated({ try archive.read() }), !piece.isEmpty {
                bytes += piece
                guard bytes.count <= PassSource.maximumLength else {
                    throw TripFileError.unknownContents(path: path)
                }
            }
            return bytes
        }
        // The texts of a pass may be before or after it.
        var pass: [UInt8]?
        var texts: [String: [UInt8]] = [:]
        while let name = try translated({ try archive.next() }) {
            if name == "pass.json" {
                pass = try contents()
                continue
            }
            if name.hasSuffix(".lproj/pass.strings") {
                texts[String(name.prefix { $0 != "." })] = try contents()
                continue
            }
            if pass != nil { continue }
            guard name.lowercased().hasSuffix(".kml") else { continue }
            let start = try TextFileStart(path: path) { try translated { try archive.read() } }
            guard start.kind == .kml || start.kind == .xml else { continue }
            return KMLSource(path: path, read: start.read)
        }
        if let pass { return try PassSource(path: path, pass, PassSource.texts(in: texts, language)) }
        throw TripFileError.nothingInZip(path: path)
    }
}
