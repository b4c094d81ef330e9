import Foundation

/// The examples in the doc comments of modules, as one source that can be compiled after the
/// prelude of a ``SnippetGroup``.
struct DocumentedSnippets {
    /// A source that imports the modules, with a function or a structure for each example. Diagnostics have the
    /// files and lines of the examples.
    private(set) var source = ""
    /// The number of examples.
    private(set) var count = 0

    /// Collects the examples of public declarations in some folders.
    init(in folders: [URL]) throws {
        for folder in folders {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for path in paths.filter({ $0.hasSuffix(".swift") }).sorted() {
                let url = folder.appending(path: path)
                try add(String(contentsOf: url, encoding: .utf8), path: url.path)
            }
        }
    }

    private mutating func add(_ text: String, path: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix(while: { $0 == " " }) }
        var index = 0
        while let start = lines[index...].firstIndex(of: "/// ```swift") {
            let end = lines[start...].firstIndex(of: "/// ```") ?? lines.endIndex
            let declaration = lines[end...].first { !$0.hasPrefix("///") && !$0.hasPrefix("@") }
            if let declaration, !Self.isOwn(declaration) {
                add(lines[(start + 1)..<end].map { $0.dropFirst(4) }, path: path, line: start + 2)
            }
            index = end
        }
    }

    /// Whether only the module or the package can use a declaration: a type that isn't public, or a `package`
    /// member.
    private static func isOwn(_ declaration: Substring) -> Bool {
        ["package", "struct", "class", "final", "enum", "actor"].contains(declaration.prefix { $0 != " " })
    }

    private mutating func add(_ code: [Substring], path: String, line: Int) {
        count += 1
        var code = code[...]
        var line = line
        // An extension must be at the top level.
        while let first = code.first, first.hasPrefix("extension ") {
            let end = first.hasSuffix("}") ? code.startIndex : code.firstIndex(of: "}") ?? code.endIndex - 1
            source += Self.place(path, line) + code[...end].joined(separator: "\n") + "\n"
            line += code[...end].count
            code = code[(end + 1)...]
        }
        if code.isEmpty { return }
        // The macro doesn't apply to local classes, and functions have neither static members nor a main type.
        let declares = code.contains {
            $0.hasPrefix("@Model") || $0.hasPrefix("@main") || $0.hasPrefix("static ")
        }
        let head =
            declares ? "@MainActor struct Snippet\(count)" : "@MainActor func snippet\(count)() async throws"
        source += Self.place(path, line) + head + " { " + code.joined(separator: "\n") + "\n}\n"
    }

    private static func place(_ path: String, _ line: Int) -> String {
        "#sourceLocation(file: \"\(path)\", line: \(line))\n"
    }
}
