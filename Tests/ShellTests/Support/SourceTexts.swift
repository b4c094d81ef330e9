import Foundation

/// The source files and string tables of Shell.
enum SourceTexts {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the keys of Shell's string table that occur in the code, without comments.
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

    /// Returns the keys and texts of a language's table, from its `.strings` and `.stringsdict` files.
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
