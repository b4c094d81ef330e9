import Glibc
import Localization

/// Why the lines of before aren't there for the arrow keys, or those of now will not be. It stops no work.
enum HistoryProblem: PresentableError, Hashable {
    /// The file can't be read, and is left as it is.
    case unreadable(path: String, SystemFailure)
    /// The lines could not be added to the file.
    case notSaved(path: String, SystemFailure)

    /// The problem of a file that can't be read; `nil` where the system wasn't asked.
    static func reading(_ path: String, _ error: any Error) -> HistoryProblem? {
        (error as? FileError)?.systemFailure.map { .unreadable(path: path, $0) }
    }

    /// The problem of a file that can't be written, where it may pass. Who may not write there at all, or only read the
    /// disk, would be told at the end of each session.
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
                "The history of typed lines, “%1$@”, can't be read: %2$@. It is left as it is.", path,
                failure.reason)
        case .notSaved(let path, let failure):
            text(
                "The lines that you typed were not added to their history, “%1$@”: %2$@.", path,
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
