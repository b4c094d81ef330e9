import Formats
import Localization
import Suite

/// Why a file as a whole can't be imported.
enum ImportFileError: PresentableError, Hashable {
    case missingColumns(path: String, [String])
    case foreign(path: String, FileKind)
    case notJSON(path: String, line: Int, expected: JSONProblem.Expectation?)
    case cutOff(path: String)
    case notAnArray(path: String)

    var problem: LocalizedText {
        switch self {
        case .missingColumns(let path, let columns):
            text(
                "“%1$@” lacks columns that an import needs: %2$@.", path,
                TextArgument.list(columns.map { .string($0) }))
        case .foreign(let path, let kind): kind.refusal(path: path)
        case .notJSON(let path, let line, let expected?):
            text(
                "“%1$@” is not valid JSON, in line %2$@: expected %3$@.", path, String(line), expected.words)
        case .notJSON(let path, let line, nil):
            text("“%1$@” is not valid JSON, in line %2$@.", path, String(line))
        case .cutOff(let path): text("The JSON in “%@” ends in the middle: it is cut off.", path)
        case .notAnArray(let path): text("“%@” holds no list of books.", path)
        }
    }

    var remedy: LocalizedText? {
        text("A Goodreads library export (CSV) can be imported, or a file that “export” wrote (JSON or CSV).")
    }

    var failure: FailureKind { .badData }
}
