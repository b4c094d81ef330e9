import Formats
import Localization

/// The error of an unusable data file: the file, the place in it, what was expected, and what was found.
public struct DataFileError: PresentableError, Hashable {
    /// What is wrong with a file.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case noFile
        /// The path is a directory.
        case isDirectory
        /// The file is empty.
        case empty
        /// The content isn't valid JSON, or doesn't have the expected structure.
        case json(JSONProblem)
    }

    /// The file's path as the user typed it.
    public let file: String
    /// What is wrong.
    public let reason: Reason

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - file: The file's path as the user typed it.
    ///   - reason: What is wrong.
    public init(file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }

    /// The file, the place, what was expected and what was found.
    public var problem: LocalizedText {
        switch reason {
        case .noFile: text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("no file"))
        case .isDirectory:
            text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("a directory"))
        case .empty:
            text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("an empty file"))
        case .json(let problem): message(problem)
        }
    }

    private func message(_ problem: JSONProblem) -> LocalizedText {
        let root = DataFile.root(of: file)
        func at(_ path: JSONPath, _ expected: LocalizedText, _ found: LocalizedText) -> LocalizedText {
            text(
                "“%1$@”, at %2$@: expected %3$@, found %4$@.", file, path.description(root: root), expected,
                found)
        }
        func inText(_ position: JSONProblem.Position, _ expected: LocalizedText, _ found: LocalizedText)
            -> LocalizedText
        {
            text(
                "“%1$@” is not JSON, at line %2$@, column %3$@: expected %4$@, found %5$@.", file,
                String(position.line), String(position.column), expected, found)
        }
        switch problem {
        case .syntax(let expectation, let position):
            return inText(
                position, expectation.localizedDescription,
                position.found.map { text("“%@”", $0) } ?? text("the end of the file"))
        case .tooDeep(let limit, let position):
            return text(
                "“%1$@”, at line %2$@, column %3$@: expected %4$@, found %5$@.", file, String(position.line),
                String(position.column), text("at most %@ nested brackets", String(limit)),
                text("more"))
        case .tooLong(let limit):
            return text(
                "“%1$@”: expected %2$@, found %3$@.", file, text("at most %@ bytes", String(limit)),
                text("more"))
        case .repeatedKey(let key, let path):
            return at(path[key], text("each key once"), text("the same key again"))
        case .missing(let path, let expected):
            return at(path, expected, text("nothing"))
        case .mismatch(let path, let expected, let found):
            return at(path, expected, found)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch reason {
        case .noFile, .isDirectory: text("Check the path.")
        case .empty, .json: text("Correct the file at this place, and try again.")
        }
    }

    /// Invalid input data.
    public var failure: FailureKind { .badData }
}
