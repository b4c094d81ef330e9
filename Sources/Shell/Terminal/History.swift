import Foundation

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
