import Foundation
import Localization

/// The files and directories that a path can become.
struct FileCompletion {
    /// The directory that relative paths start from.
    let workingDirectory: String
    /// What `~` stands for.
    let home: String?

    /// The paths that go on from what was typed, in order; directories end with `/`, and more can follow them.
    func words(typed: String) -> [LineCompletion.Word] {
        let slash = typed.lastIndex(of: "/")
        let directory = slash.map { String(typed[...$0]) } ?? ""
        let beginning = String(slash.map { typed[typed.index(after: $0)...] } ?? typed[...])
        let listed = absolute(directory)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: listed) else { return [] }
        let folded = SearchFold.fold(beginning)
        return names.filter { name in
            // Hidden files are for who asks for them.
            name.hasPrefix(".") == beginning.hasPrefix(".") && SearchFold.fold(name).hasPrefix(folded)
        }
        .sorted()
        .map { name in
            var isDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: "\(listed)/\(name)", isDirectory: &isDirectory)
            let mark = exists && isDirectory.boolValue ? "/" : ""
            return LineCompletion.Word(
                text: directory + name + mark, isWhole: mark.isEmpty, display: name + mark)
        }
    }

    private func absolute(_ directory: String) -> String {
        if directory.hasPrefix("/") { return directory }
        if let home, directory.hasPrefix("~/") { return home + directory.dropFirst(1) }
        return "\(workingDirectory)/\(directory)"
    }
}
