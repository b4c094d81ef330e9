import Formats
import Localization
import Suite

/// The reason why a complete file can't be imported.
enum BookFileError: PresentableError, Hashable {
    case missingColumns(path: String, [String])
    case foreign(path: String, FileKind)
    case notJSON(path: String, line: Int, expected: JSONProblem.Expectation?)
    case cutOff(path: String)
    case notAnArray(path: String)

    var problem: LocalizedText {
        switch self {
        case .missingColumns(let path, let columns):
            text(
                "“%1$@” lacks columns that the import needs: %2$@.", path,
                TextArgument.list(columns.map { .string($0) }))
        case .foreign(let path, let kind): kind.refusal(path: path)
        case .notJSON(let path, let line, let expected?):
            text(
                "“%1$@” is not valid JSON: in line %2$@, expected %3$@.", path, String(line),
                expected.localizedDescription)
        case .notJSON(let path, let line, nil):
            text("“%1$@” is not valid JSON: error in line %2$@.", path, String(line))
        case .cutOff(let path): text("The JSON in “%@” is cut off.", path)
        case .notAnArray(let path): text("“%@” doesn't contain a list of books.", path)
        }
    }

    var remedy: LocalizedText? {
        text("Use a Goodreads library export (CSV), or a file written by “export” (JSON or CSV).")
    }

    var failure: FailureKind { .badData }
}
