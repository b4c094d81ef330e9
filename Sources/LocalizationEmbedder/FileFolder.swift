import Foundation

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
