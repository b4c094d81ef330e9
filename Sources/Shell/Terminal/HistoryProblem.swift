import Glibc
import Localization

/// A problem with the history file. The program continues without the history.
enum HistoryProblem: PresentableError, Hashable {
    /// The file can't be read; it is left unchanged.
    case unreadable(path: String, SystemFailure)
    /// The new lines can't be added to the file.
    case notSaved(path: String, SystemFailure)

    /// Returns the problem of a file that can't be read; `nil` if the error isn't a system error.
    static func reading(_ path: String, _ error: any Error) -> HistoryProblem? {
        (error as? FileError)?.systemFailure.map { .unreadable(path: path, $0) }
    }

    /// Returns the problem of a file that can't be written. Returns `nil` for permanent problems, such as a
    /// missing permission or a read-only disk. Otherwise, the end of each session would report them again.
    static func saving(_ path: String, _ error: any Error) -> HistoryProblem? {
        guard let failure = (error as? FileError)?.systemFailure,
            ![EACCES, EPERM, EROFS, ENOTDIR].contains(failure.number)
        else { return nil }
        return .notSaved(path: path, failure)
    }

    var problem: LocalizedText {
        switch self {
        case .unreadable(let path, let failure):
            text(
                "The history of typed lines, “%1$@”, can't be read: %2$@. The file is not changed.", path,
                failure.reason)
        case .notSaved(let path, let failure):
            text(
                "The typed lines could not be added to the history, “%1$@”: %2$@.", path,
                failure.reason)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unreadable: text("Make it readable for you, or move it away.")
        case .notSaved: nil
        }
    }
}
