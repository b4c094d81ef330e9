import Foundation
import Glibc
import Localization

/// The history of typed lines, kept in a file that only the user can read.
///
/// Several programs may run at once. Each adds its new lines to the current file when it ends.
struct History {
    /// The lines that were in the file when it was read, oldest first.
    private(set) var saved: [String] = []
    /// The lines typed since the file was read, oldest first.
    private(set) var new: [String] = []
    /// The reason why the file's lines are unavailable, if they are.
    private(set) var problem: HistoryProblem?

    let path: String?
    /// The maximum number of lines in the file.
    var limit: Int

    /// Reads a history.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which may be missing; `nil` to save no history.
    ///   - limit: The maximum number of lines in the file.
    init(path: String?, limit: Int = 1000) {
        self.path = path
        self.limit = limit
        do {
            saved = try readLines()
        } catch {
            problem = path.flatMap { HistoryProblem.reading($0, error) }
        }
    }

    /// Adds a command line. A blank line and a repetition of the previous line are ignored.
    ///
    /// - Returns: The line as it was added; `nil` if it was ignored.
    mutating func add(_ command: String) -> String? {
        // The file has one line per command, so line ends within a command become spaces.
        let line = command.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard !line.allSatisfy(\.isWhitespace), line != new.last ?? saved.last else { return nil }
        new.append(line)
        return line
    }

    /// Adds the new lines to the file's current lines. The file is replaced atomically. If the file can't be
    /// read, it is left unchanged.
    ///
    /// - Throws: ``FileError``.
    mutating func save() throws {
        guard let path, !new.isEmpty || saved.count > limit else { return }
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try PrivateFile.makeDirectory(directory)
        saved = try DirectoryLock.withLock(on: directory) {
            var lines = try readLines()
            for line in new where line != lines.last { lines.append(line) }
            lines = lines.suffix(limit)
            try OutputFile.write(
                Array(lines.map { $0 + "\n" }.joined().utf8), path: path, absolutePath: path,
                replacing: true)
            return lines
        }
        new = []
    }

    /// Returns the lines in the file; none if the file is missing.
    ///
    /// - Throws: ``FileError``.
    private func readLines() throws -> [String] {
        guard let path else { return [] }
        do {
            let bytes = try InputFile(path: path, relativeTo: "/").readToEnd()
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(limit).map(
                String.init)
        } catch FileError.missing {
            return []
        }
    }
}

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
