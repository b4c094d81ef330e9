import Foundation
import Localization

/// Completes paths of files and directories.
struct FileCompletion {
    /// The directory that relative paths start from.
    let workingDirectory: String
    /// The home directory, for `~`.
    let home: String?
    /// The endings of the offered files, in lower case and without dots; empty for all files.
    var endings: [String] = []

    /// Returns the paths that begin with the typed text, sorted. Directories end with `/` and count as
    /// incomplete words.
    func words(typed: String) -> [LineCompletion.Word] {
        let slash = typed.lastIndex(of: "/")
        let directory = slash.map { String(typed[...$0]) } ?? ""
        let beginning = String(slash.map { typed[typed.index(after: $0)...] } ?? typed[...])
        let listed = absolute(directory)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: listed) else { return [] }
        let folded = SearchFold.fold(beginning)
        return names.filter { name in
            // Offer hidden files only after a typed dot.
            name.hasPrefix(".") == beginning.hasPrefix(".") && SearchFold.fold(name).hasPrefix(folded)
        }
        .sorted()
        .compactMap { name in
            var isDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: "\(listed)/\(name)", isDirectory: &isDirectory)
            let mark = exists && isDirectory.boolValue ? "/" : ""
            guard !mark.isEmpty || hasEnding(name) else { return nil }
            return LineCompletion.Word(
                text: directory + name + mark, isWhole: mark.isEmpty, display: name + mark)
        }
    }

    private func hasEnding(_ name: String) -> Bool {
        endings.isEmpty || endings.contains { name.lowercased().hasSuffix(".\($0)") }
    }

    private func absolute(_ directory: String) -> String {
        if directory.hasPrefix("/") { return directory }
        if let home, directory.hasPrefix("~/") { return home + directory.dropFirst(1) }
        return "\(workingDirectory)/\(directory)"
    }
}
