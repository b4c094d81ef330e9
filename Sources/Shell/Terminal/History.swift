import Foundation

/// The lines that were typed before, kept in a file that only their user can read.
///
/// Several shells may run at once: each adds its lines to what the file holds when it ends.
struct History {
    /// The lines that were in the file, oldest first.
    private(set) var saved: [String] = []
    /// The lines typed since, oldest first.
    private(set) var new: [String] = []
    /// Why the lines that were in the file aren't known, where they aren't.
    private(set) var problem: HistoryProblem?

    let path: String?
    /// The most lines that the file keeps.
    var limit: Int

    /// Reads a history.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist; without one, nothing is kept.
    ///   - limit: The most lines that the file keeps.
    init(path: String?, limit: Int = 1000) {
        self.path = path
        self.limit = limit
        do {
            saved = try readLines()
        } catch {
            problem = path.flatMap { HistoryProblem.reading($0, error) }
        }
    }

    /// Adds what was typed: the line, or each of those that were pasted, unless it is blank or the same as the one
    /// before.
    ///
    /// - Returns: The lines that were added.
    mutating func add(_ typed: String) -> [String] {
        var added: [String] = []
        var script = ScriptLines(of: typed)
        while let command = try? script.next() {
            // The file has a line for each, whatever ends it.
            let line = command.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            guard !line.allSatisfy(\.isWhitespace), line != new.last ?? saved.last else { continue }
            new.append(line)
            added.append(line)
        }
        return added
    }

    /// Writes the file: what it holds now, and the new lines. It is replaced as a whole, so that nobody reads half; where
    /// nobody can tell what it holds, it is left alone.
    mutating func save() throws {
        guard let path, !new.isEmpty || saved.count > limit else { return }
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try PrivateFile.makeDirectory(directory)
        saved = try FileTurn.take(in: directory) {
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

    /// The lines that are in the file; none where there is no file. Throws ``FileError``.
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
