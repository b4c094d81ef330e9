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

/// A folder of files to embed in a program.
struct FileFolder {
    let path: String

    /// Returns a Swift source file with the contents of the files. The source file contains only string
    /// literals, which compile quickly and become constant data.
    func source() throws -> String {
        let files = try self.files()
        var lines = [
            "// Generated from the data files at each build.",
            "",
            "enum EmbeddedFiles {",
            "    static var paths: [String] {",
            "        [\(files.map(\.path.swiftLiteral).joined(separator: ", "))]",
            "    }",
            "",
            "    static func contents(_ path: String) -> StaticString? {",
            "        switch path {",
        ]
        for file in files {
            lines.append("        case \(file.path.swiftLiteral):")
            lines.append("            return \(file.contents.swiftLiteral)")
        }
        lines += ["        default: return nil", "        }", "    }", "}", ""]
        return lines.joined(separator: "\n")
    }

    /// Returns the files ordered by their paths in the folder, without hidden files.
    private func files() throws -> [(path: String, contents: String)] {
        guard let all = FileManager.default.enumerator(atPath: path) else {
            throw TableError(path: path, line: 1, message: "this folder can't be read")
        }
        var files: [(path: String, contents: String)] = []
        for case let file as String in all {
            let absolute = "\(path)/\(file)"
            var isFolder: ObjCBool = false
            let isHidden = file.split(separator: "/").contains { $0.hasPrefix(".") }
            if isHidden { continue }
            guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue { continue }
            guard let data = FileManager.default.contents(atPath: absolute) else {
                throw TableError(path: absolute, line: 1, message: "this file can't be read")
            }
            guard let contents = String(validating: data, as: UTF8.self) else {
                throw TableError(path: absolute, line: 1, message: "this file is not in UTF-8")
            }
            files.append((file, contents))
        }
        return files.sorted { $0.path < $1.path }
    }
}

/// An entry of a table: a key, its value, and its line for error messages.
struct TableEntry {
    /// The value of a key.
    enum Value: Equatable {
        case text(String)
        case plural(PluralEntry)
    }

    let key: String
    let value: Value
    let line: Int
}

/// An entry of a `.stringsdict` file: a format and its variables.
struct PluralEntry: Equatable {
    /// A variable whose text depends on a number.
    struct Variable: Equatable {
        let name: String
        /// The texts by plural category, in the order of ``categories``.
        let forms: [(category: String, text: String)]

        static func == (left: Variable, right: Variable) -> Bool {
            left.name == right.name && left.forms.elementsEqual(right.forms, by: ==)
        }
    }

    /// CLDR's plural categories.
    static let categories = ["zero", "one", "two", "few", "many", "other"]

    let format: String
    let variables: [Variable]
}
