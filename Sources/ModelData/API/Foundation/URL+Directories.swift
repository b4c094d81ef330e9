import Basics
import Foundation

extension URL {
    /// The user's documents directory: `XDG_DOCUMENTS_DIR`, or `Documents` in the home directory.
    ///
    /// `XDG_DOCUMENTS_DIR` is read from the environment, or else from `user-dirs.dirs`. Mirrors Foundation's
    /// `documentsDirectory`, which Linux lacks.
    public static var documentsDirectory: URL {
        UserDirectories(ProcessInfo.processInfo.environment).documents
    }

    /// The user's directory for the data of programs: `XDG_DATA_HOME`, or `.local/share` in the home
    /// directory.
    ///
    /// Mirrors Foundation's `applicationSupportDirectory`, which Linux lacks.
    public static var applicationSupportDirectory: URL {
        UserDirectories(ProcessInfo.processInfo.environment).data
    }
}

/// The user's directories according to the XDG specifications.
struct UserDirectories {
    let documents: URL
    let data: URL

    init(_ environment: [String: String]) {
        let home =
            Basics.homeDirectory(in: environment).map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? .homeDirectory
        func directory(_ path: String?) -> URL? {
            guard let path, path.hasPrefix("/") else { return nil }
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        data = directory(environment["XDG_DATA_HOME"]) ?? home.appending(path: ".local/share")
        let configuration = directory(environment["XDG_CONFIG_HOME"]) ?? home.appending(path: ".config")
        let file = try? String(
            contentsOf: configuration.appending(path: "user-dirs.dirs"), encoding: .utf8)
        documents =
            directory(environment["XDG_DOCUMENTS_DIR"])
            ?? directory(Self.documents(in: file ?? "", home: home.path)) ?? home.appending(path: "Documents")
    }

    /// Returns the documents directory in the content of `user-dirs.dirs`, with lines such as
    /// `NAME="$HOME/folder"`.
    private static func documents(in file: String, home: String) -> String? {
        for line in file.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "XDG_DOCUMENTS_DIR" else { continue }
            let path = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
            return path.hasPrefix("$HOME") ? home + path.dropFirst(5) : path
        }
        return nil
    }
}
