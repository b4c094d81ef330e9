import Foundation

/// Writes a Swift source file with all string tables of a folder. With `--files`, writes the contents of all
/// files of the folder instead.
///
/// The build passes the folder, the path of the source file, and the path of a stamp file. The tool changes
/// the stamp file on each run, so that the next build runs the tool again.
@main
enum LocalizationEmbedder {
    static func main() {
        var arguments = CommandLine.arguments
        let takesFiles = arguments.dropFirst().first == "--files"
        if takesFiles { arguments.remove(at: 1) }
        guard (3...4).contains(arguments.count) else {
            fail("usage: LocalizationEmbedder [--files] FOLDER OUTPUT [STAMP]", status: 64)
        }
        do {
            if arguments.count == 4 {
                try Data(UUID().uuidString.utf8).write(to: URL(fileURLWithPath: arguments[3]))
            }
            let folder = arguments[1]
            let source =
                try takesFiles
                ? FileFolder(path: folder).source()
                : SourceWriter(tables: TableFolder(path: folder).tables()).source
            try write(source, to: arguments[2])
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Replaces the file only if its content changes, so that an unchanged file isn't compiled again.
    private static func write(_ source: String, to path: String) throws {
        let new = Data(source.utf8)
        if FileManager.default.contents(atPath: path) == new { return }
        try new.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
