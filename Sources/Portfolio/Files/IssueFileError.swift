import Formats
import Localization
import Suite

/// An error that prevents the import of a complete file.
enum IssueFileError: PresentableError, Hashable {
    case notUTF8(path: String)
    case notJSON(path: String, JSONProblem?)
    case notAnArray(path: String)
    case missingColumns(path: String, [String])
    case nothingThere(path: String)
    case foreign(path: String, FileKind)

    var problem: LocalizedText {
        switch self {
        case .notUTF8(let path): text("“%@” is not in the UTF-8 encoding.", path)
        case .notJSON(let path, let problem?): DataFileError(file: path, .json(problem)).problem
        case .notJSON(let path, nil): text("“%@” is not valid JSON.", path)
        case .notAnArray(let path): text("“%@” doesn't contain a list of issues.", path)
        case .missingColumns(let path, let columns):
            text(
                "“%1$@” lacks columns that the import needs: %2$@.", path,
                TextArgument.list(columns.map { .string($0) }))
        case .nothingThere(let path): text("There are no issues in “%@”.", path)
        case .foreign(let path, let kind): kind.refusal(path: path)
        }
    }

    var remedy: LocalizedText? {
        text(
            "Use a file written by “export”: .json, .csv, .md or .txt (todo.txt). Nothing was changed."
        )
    }
    var failure: FailureKind { .badData }
}
