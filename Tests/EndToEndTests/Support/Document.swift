import Foundation

/// A Markdown file of the repository.
struct Document: Sendable {
    /// The path relative to the repository's folder.
    let path: String
    let text: String

    /// The lines, without line ends.
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The repository's folder.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a file of the repository.
    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
    }

    /// `README.md` and the pages in `docs`, whose blocks tests run.
    static func pages() throws -> [Document] {
        try (["README.md"] + files(in: "docs", withExtension: "md")).map(Document.init)
    }

    /// The paths of the files with an extension in a folder of the repository and in its subfolders.
    static func files(in folder: String, withExtension name: String) -> [String] {
        let root = repository.appendingPathComponent(folder).path
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".\(name)") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// Whether the repository has a file or folder at a path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: repository.appendingPathComponent(path).path)
    }

    /// The lines outside fenced blocks. Inline code is removed.
    var prose: [String] {
        var isInBlock = false
        return lines.map { line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isInBlock.toggle()
                return ""
            }
            return isInBlock ? "" : line.replacing(/`[^`]*`/, with: "")
        }
    }

    /// The anchors of the headings, as GitHub makes them.
    var anchors: Set<String> {
        var anchors: Set<String> = []
        var isInBlock = false
        for line in lines {
            if line.hasPrefix("```") { isInBlock.toggle() }
            guard !isInBlock, let match = line.prefixMatch(of: /#{1,6} +/) else { continue }
            let heading = line[match.range.upperBound...].replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
            let anchor = heading.trimmingCharacters(in: .whitespaces).lowercased()
                .filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }.replacing(" ", with: "-")
            var numbered = anchor
            var count = 0
            while !anchors.insert(numbered).inserted {
                count += 1
                numbered = "\(anchor)-\(count)"
            }
        }
        return anchors
    }
}
