import Foundation

/// The source files and string tables of Shell.
enum SourceTexts {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The keys of Shell's string table that the code uses outside of comments.
    static func keys() throws -> Set<String> {
        let sources = root.appendingPathComponent("Sources/Shell")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var keys: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                !$0.drop { $0 == " " }.hasPrefix("//")
            }.joined(separator: "\n")
            for match in code.matches(of: /text\(\s*"((?:[^"\\]|\\.)*)"/) {
                keys.insert(String(match.1).replacing("\\\"", with: "\""))
            }
        }
        return keys
    }

    /// The keys and texts of a table from both its files.
    static func table(_ language: String) throws -> [String: String] {
        let folder = root.appendingPathComponent("Localization/\(language).lproj")
        var entries: [String: String] = [:]
        let strings = try Data(contentsOf: folder.appendingPathComponent("Shell.strings"))
        let texts =
            try PropertyListSerialization.propertyList(from: strings, format: nil) as? [String: String]
        for (key, text) in texts ?? [:] { entries[key] = text }
        let plurals = try Data(contentsOf: folder.appendingPathComponent("Shell.stringsdict"))
        let dictionary =
            try PropertyListSerialization.propertyList(from: plurals, format: nil) as? [String: Any]
        for key in dictionary?.keys.map({ $0 }) ?? [] { entries[key] = key }
        return entries
    }
}
