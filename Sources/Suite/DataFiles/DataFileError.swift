import Formats
import Localization

/// Why a data file can't be used: the file, the place in it, what was expected, and what was found.
public struct DataFileError: PresentableError, Hashable {
    /// What is wrong with a file.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case noFile
        /// It is a directory.
        case isDirectory
        /// There is nothing in it.
        case empty
        /// What is in it is no JSON, or not what it must be.
        case json(JSONProblem)
    }

    /// The file as the person named it.
    public let file: String
    /// What is wrong.
    public let reason: Reason

    /// Makes an error.
    public init(file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }

    /// Names the file, the place, what was expected and what was found.
    public var problem: LocalizedText {
        switch reason {
        case .noFile: text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("no file"))
        case .isDirectory:
            text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("a directory"))
        case .empty:
            text("“%1$@”: expected %2$@, found %3$@.", file, text("a JSON file"), text("an empty file"))
        case .json(let problem): words(problem)
        }
    }

    private func words(_ problem: JSONProblem) -> LocalizedText {
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
                position, expectation.words,
                position.found.map { text("“%@”", $0) } ?? text("the end of the file"))
        case .tooDeep(let limit, let position):
            return text(
                "“%1$@”, at line %2$@, column %3$@: expected %4$@, found %5$@.", file, String(position.line),
                String(position.column), text("at most %@ brackets within each other", String(limit)),
                text("more of them"))
        case .tooLong(let limit):
            return text(
                "“%1$@”: expected %2$@, found %3$@.", file, text("at most %@ bytes", String(limit)),
                text("more of them"))
        case .repeatedKey(let key, let path):
            return at(path[key], text("each key once"), text("it a second time"))
        case .missing(let path, let expected):
            return at(path, expected, text("nothing"))
        case .mismatch(let path, let expected, let found):
            return at(path, expected, found)
        }
    }

    /// Says that the file has to be mended.
    public var remedy: LocalizedText? {
        switch reason {
        case .noFile, .isDirectory: text("Check the path.")
        case .empty, .json: text("Mend the file at this place, and try again.")
        }
    }

    /// The contents of the input are wrong.
    public var failure: FailureKind { .badData }
}
