import Foundation

@testable import Localization

/// The string tables of the repository, read by the platform's property list parser.
enum TableFiles {
    /// The value of a key: a text, or a format with plural variables. Each variable has a form for each
    /// plural category.
    enum Entry: Equatable {
        case text(String)
        case plural(format: String, variables: [String: [String: String]])
    }

    /// A table of one language.
    struct Table {
        let language: String
        let name: String
        let entries: [String: Entry]
    }

    /// The path of the repository.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of the folder that contains the `.lproj` folders.
    static let folder = repository + "/Localization"

    /// Returns all tables of all languages.
    ///
    /// - Parameter root: The folder of the `.lproj` folders.
    static func all(in root: String = folder) throws -> [Table] {
        var tables: [Table] = []
        for folder in try contents(root) where folder.hasSuffix(".lproj") {
            let path = "\(root)/\(folder)"
            var entries: [String: [String: Entry]] = [:]
            // The glossary is for translators.
            for file in try contents(path) where file.hasSuffix(".strings") || file.hasSuffix(".stringsdict")
            {
                let name = String(file.prefix { $0 != "." })
                let new = try read("\(path)/\(file)")
                entries[name, default: [:]].merge(new) { first, _ in first }
            }
            for (name, entries) in entries {
                tables.append(Table(language: String(folder.dropLast(6)), name: name, entries: entries))
            }
        }
        return tables
    }

    /// Returns the tables of programs and modules, without the tables of facts about languages.
    static func texts() throws -> [Table] {
        try all().filter { $0.name != LanguageFacts.table }
    }

    /// Returns the source text of each of these tables, with its path.
    static func sources() throws -> [(path: String, source: String)] {
        var sources: [(String, String)] = []
        for folder in try contents(folder) where folder.hasSuffix(".lproj") {
            for file in try contents("\(Self.folder)/\(folder)")
            where !file.hasPrefix(LanguageFacts.table) && !file.hasSuffix(".tsv") {
                let path = "\(folder)/\(file)"
                sources.append((path, try String(contentsOfFile: "\(Self.folder)/\(path)", encoding: .utf8)))
            }
        }
        return sources
    }

    private static func contents(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func read(_ path: String) throws -> [String: Entry] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        // The platform's parser refuses a file that contains only comments.
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            return [:]
        }
        guard let list = list as? [String: Any] else { return [:] }
        return list.compactMapValues { value in
            if let text = value as? String { return .text(text) }
            guard let parts = value as? [String: Any],
                let format = parts["NSStringLocalizedFormatKey"] as? String
            else { return nil }
            let variables = parts.compactMapValues { $0 as? [String: String] }.mapValues { forms in
                forms.filter { PluralCategory(rawValue: $0.key) != nil }
            }
            return .plural(format: format, variables: variables)
        }
    }
}
