import Formats
import Localization
import Suite

/// Why a file as a whole can't be imported.
enum ImportFileError: PresentableError, Hashable {
    case unknownContents(path: String)
    case foreign(path: String, FileKind)
    case jsonCutOff(path: String)
    case jsonMalformed(path: String, line: Int, expected: JSONProblem.Expectation?)
    case jsonTooLarge(path: String)
    case unknownJSON(path: String)
    case newerFormat(path: String)
    case xml(path: String, XMLProblem)
    case notGPX(path: String, root: String)
    case missingColumns(path: String, [String])

    init(_ error: JSONElementError, path: String, in reader: JSONElementReader) {
        self =
            switch error {
            case .cutOff: .jsonCutOff(path: path)
            case .malformed(let offset):
                .jsonMalformed(path: path, line: reader.line(of: offset), expected: nil)
            case .tooDeep, .tooLong: .jsonTooLarge(path: path)
            }
    }

    var problem: LocalizedText {
        switch self {
        case .unknownContents(let path): text("“%@” is none of the files that can be imported.", path)
        case .foreign(let path, let kind): kind.refusal(path: path)
        case .jsonCutOff(let path): text("The JSON in “%@” ends in the middle: it is cut off.", path)
        case .jsonMalformed(let path, let line, let expected?):
            text(
                "“%1$@” is not valid JSON, in line %2$@: expected %3$@.", path, String(line), expected.words)
        case .jsonMalformed(let path, let line, nil):
            text("“%1$@” is not valid JSON, in line %2$@.", path, String(line))
        case .jsonTooLarge(let path): text("A value in “%@” is too long or too deep to be read.", path)
        case .unknownJSON(let path):
            text("The JSON in “%@” holds no destinations and no points of a map.", path)
        case .newerFormat(let path): text("“%@” was written by a newer version of itour.", path)
        case .xml(let path, let problem): Self.problem(problem, path)
        case .notGPX(let path, let root): text("“%1$@” is not a GPX file: it holds “%2$@”.", path, root)
        case .missingColumns(let path, let columns):
            text(
                "“%1$@” lacks columns that an import needs: %2$@.", path,
                TextArgument.list(columns.map { .string($0) }))
        }
    }

    private static func problem(_ problem: XMLProblem, _ path: String) -> LocalizedText {
        switch problem {
        case .malformed(let line): text("“%1$@” is not valid XML, in line %2$@.", path, String(line))
        case .cutOff: text("The XML in “%@” ends in the middle: it is cut off.", path)
        case .declaresEntities(let line):
            text("“%1$@” declares entities of its own in line %2$@, which are not read.", path, String(line))
        case .unknownEntity(let name, let line):
            text("“%1$@” uses an unknown entity “%2$@” in line %3$@.", path, name, String(line))
        case .encoding(let name): text("“%1$@” is in the encoding %2$@; only UTF-8 is read.", path, name)
        case .tooLarge(let line):
            text(
                "“%1$@” has a part in line %2$@ that is too long or too deep to be read.", path, String(line))
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .newerFormat: text("Use the newer version.")
        case .jsonCutOff, .xml(_, .cutOff): text("Fetch or export it again. Nothing was imported.")
        case .missingColumns:
            text("A line of column names comes first, such as: name,latitude,longitude,note.")
        default:
            text(
                "What “export” wrote as .json, .geojson, .gpx or .csv can be imported, and GPX, GeoJSON, CSV and Overpass JSON of other programs. Nothing was imported."
            )
        }
    }

    var failure: FailureKind { .badData }
}
