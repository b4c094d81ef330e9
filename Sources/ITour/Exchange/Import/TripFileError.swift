import Formats
import Localization
import ProgramKit

/// An error that prevents the import of a complete file.
enum TripFileError: PresentableError, Hashable {
    case unknownContents(path: String)
    case newerFormat(path: String)
    case xml(path: String, XMLProblem)
    case notGPX(path: String, root: String)
    case notKML(path: String, root: String)
    case zip(path: String, ZipProblem)
    /// An archive without a KML file and without a pass.
    case nothingInZip(path: String)
    case calendarCutOff(path: String)
    case calendarMalformed(path: String, line: Int)
    case calendarTooLarge(path: String, line: Int)
    /// An e-mail without reservations.
    case noReservations(path: String)
    /// An e-mail or a web page of more than 64 MB.
    case tooLong(path: String)
    case notACalendar(path: String, option: String)

    var problem: LocalizedText {
        switch self {
        case .unknownContents(let path): text("“%@” has no format that can be imported.", path)
        case .newerFormat(let path): text("“%@” was written by a newer version of itour.", path)
        case .xml(let path, let problem): Self.problem(problem, path)
        case .notGPX(let path, let root):
            text("“%1$@” is not a GPX file: its root element is “%2$@”.", path, root)
        case .notKML(let path, let root):
            text("“%1$@” is not a KML file: its root element is “%2$@”.", path, root)
        case .zip(let path, let problem): Self.problem(problem, path)
        case .nothingInZip(let path): text("The archive “%@” contains neither a KML file nor a pass.", path)
        case .calendarCutOff(let path): text("The calendar in “%@” is cut off.", path)
        case .calendarMalformed(let path, let line):
            text("“%1$@” is not a valid calendar: error in line %2$@.", path, String(line))
        case .calendarTooLarge(let path, let line):
            text("Line %2$@ of “%1$@” has a part that is too long or nested too deeply.", path, String(line))
        case .noReservations(let path):
            text("“%@” contains no reservations in the form that programs can read.", path)
        case .tooLong(let path): text("“%@” is longer than 64 MB.", path)
        case .notACalendar(let path, let option):
            text("“%1$@” is only for calendars and bookings, and “%2$@” has none.", option, path)
        }
    }

    private static func problem(_ problem: ZipProblem, _ path: String) -> LocalizedText {
        switch problem {
        case .cutOff: text("The archive “%@” is cut off.", path)
        case .damaged: text("The archive “%@” is damaged.", path)
        case .encrypted: text("The archive “%@” is encrypted.", path)
        case .unsupported: text("The archive “%@” is compressed in a way that itour doesn't know.", path)
        case .tooLarge: text("The archive “%@” would be longer than 1 GB when unpacked.", path)
        }
    }

    private static func problem(_ problem: XMLProblem, _ path: String) -> LocalizedText {
        switch problem {
        case .malformed(let line): text("“%1$@” is not valid XML: error in line %2$@.", path, String(line))
        case .cutOff: text("The XML in “%@” is cut off.", path)
        case .declaresEntities(let line):
            text("“%1$@” declares entities in line %2$@; they are not supported.", path, String(line))
        case .unknownEntity(let name, let line):
            text("“%1$@” uses the unknown entity “%2$@” in line %3$@.", path, name, String(line))
        case .encoding(let name): text("“%1$@” has the encoding %2$@; only UTF-8 is supported.", path, name)
        case .tooLarge(let line):
            text("Line %2$@ of “%1$@” has a part that is too long or nested too deeply.", path, String(line))
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .newerFormat: text("Use a newer version of itour.")
        case .xml(_, .cutOff), .calendarCutOff, .zip(_, .cutOff), .zip(_, .damaged):
            text("Download or export it again. Nothing was imported.")
        case .zip: text("Unpack the archive and import the .kml file in it. Nothing was imported.")
        case .noReservations:
            text(
                "Look for a calendar file (.ics) or a pass (.pkpass) of the booking, or use “leg add” and “stay add”. Nothing was imported."
            )
        case .notACalendar(_, let option): text("Leave out “%@”.", option)
        default: TripFiles.kind.remedy
        }
    }

    var failure: FailureKind {
        if case .notACalendar = self { .usage } else { .badData }
    }
}

/// The files that `import` reads, for errors.
enum TripFiles {
    /// Files of any format.
    static let kind = ImportFileKind(
        .trips,
        remedy: text(
            "Use a file from “export” (.json, .geojson, .gpx, .kml, .kmz, .ics or .csv), or GPX, KML, GeoJSON, CSV, Overpass JSON, a calendar, a pass (.pkpass) or an e-mail with a reservation (.eml) from another program. Nothing was imported."
        ), notAList: { text("The JSON in “%@” has no destinations and no map points.", $0) })

    /// Tables.
    static let table = ImportFileKind(
        .trips,
        remedy: text("The first line must have the column names, such as: name,latitude,longitude,note."),
        notAList: kind.notAList)
}
