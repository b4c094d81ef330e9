import Foundation

/// A string table of one language, combined from its `.strings` and `.stringsdict` files.
struct LanguageTable {
    let language: String
    let name: String
    let entries: [TableEntry]
}

/// The folder with a `<language>.lproj` folder for each language.
struct TableFolder {
    let path: String

    /// Returns all tables, ordered by language and name.
    func tables() throws -> [LanguageTable] {
        var tables: [LanguageTable] = []
        for folder in try languageFolders() {
            let language = String(folder.dropLast(Self.folderEnding.count))
            guard isLanguageCode(language) else {
                throw TableError(
                    path: "\(path)/\(folder)", line: 1, message: "“\(language)” is not a language code")
            }
            let files = Dictionary(grouping: try files(in: folder), by: tableName)
            for (name, paths) in files.sorted(by: { $0.key < $1.key }) {
                tables.append(
                    LanguageTable(language: language, name: name, entries: try entries(of: paths)))
            }
        }
        return tables
    }

    private static let folderEnding = ".lproj"
    private static let endings = [".strings", ".stringsdict"]

    private func languageFolders() throws -> [String] {
        try contents(of: path).filter { $0.hasSuffix(Self.folderEnding) }
    }

    private func files(in folder: String) throws -> [String] {
        try contents(of: "\(path)/\(folder)")
            .filter { file in Self.endings.contains { file.hasSuffix($0) } }
            .map { "\(path)/\(folder)/\($0)" }
    }

    private func tableName(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }

    private func contents(of folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw TableError(path: folder, line: 1, message: "this folder can't be read")
        }
    }

    private func isLanguageCode(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || $0 == 45 }
    }

    private func entries(of paths: [String]) throws -> [TableEntry] {
        var entries: [TableEntry] = []
        var places: [String: String] = [:]
        for path in paths.sorted() {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw TableError(path: path, line: 1, message: "this file can't be read")
            }
            guard let contents = String(validating: data, as: UTF8.self) else {
                throw TableError(path: path, line: 1, message: "this file is not in UTF-8")
            }
            var new: [TableEntry]
            if path.hasSuffix(".strings") {
                var parser = StringsParser(path: path, contents: contents)
                new = try parser.entries()
            } else {
                new = try StringsdictParser(path: path, contents: contents).entries()
            }
            for entry in new {
                if let place = places.updateValue("\(path):\(entry.line)", forKey: entry.key) {
                    throw TableError(
                        path: path, line: entry.line,
                        message: "the key “\(entry.key)” is already in \(place)")
                }
            }
            entries += new
        }
        return entries
    }
}
