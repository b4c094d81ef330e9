import Basics
import Foundation
import Localization

/// The user's settings file: one line `name = value` per setting, and comments after `#`.
///
/// Lines with unknown settings or invalid values are kept. A newer version of the program may know them, or
/// the user may correct them.
struct SettingsFile {
    /// A line of the file: the name of a setting and its value.
    struct Entry: Hashable {
        let name: String
        let value: String
        /// The number of the line, from 1.
        let line: Int
    }

    /// The maximum size of the file, in bytes, which protects against reading a huge wrong file.
    private static let longest = 1 << 20

    let path: String

    /// Returns the entries, from top to bottom, and the numbers of damaged lines, from 1.
    ///
    /// - Throws: ``FileError`` if the file exists and can't be read.
    func read() throws -> (entries: [Entry], damaged: [Int]) {
        var entries: [Entry] = []
        var damaged: [Int] = []
        for (index, line) in try lines().enumerated() {
            switch Self.entry(line, number: index + 1) {
            case .entry(let entry): entries.append(entry)
            case .nothing: continue
            case .damaged: damaged.append(index + 1)
            }
        }
        return (entries, damaged)
    }

    /// Suspends the task while another process changes a setting.
    func waitForOtherProcess() async { await DirectoryLock.waitUntilFree(directory) }

    private var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Writes the value of a setting, or removes the setting if the value is `nil`. The file is replaced
    /// atomically, and only its owner can read it.
    func write(_ name: String, _ value: String?) throws {
        // Write through a symbolic link: the settings file may be a link to a file in another directory.
        let absolutePath = SymbolicLink.target(of: path)
        try PrivateFile.makeDirectory(directory)
        try PrivateFile.makeDirectory((absolutePath as NSString).deletingLastPathComponent)
        // Another process may change a setting at the same time, so lock the directory.
        try DirectoryLock.withLock(on: directory) {
            let lines = try lines(setting: name, to: value)
            try OutputFile.write(
                Array(lines.map { $0 + [.lineFeed] }.joined()), path: path, absolutePath: absolutePath,
                replacing: true)
        }
    }

    /// Returns the lines of the file with the new value of a setting; for `nil`, without the setting.
    private func lines(setting name: String, to value: String?) throws -> [[UInt8]] {
        var lines = try lines()
        let places = lines.indices.filter { index in
            if case .entry(let entry) = Self.entry(lines[index], number: 0) {
                entry.name == name
            } else {
                false
            }
        }
        let text = value.map { Array("\(name) = \($0)".utf8) }
        if let text, let last = places.last {
            lines[last] = text
        } else if let text {
            lines.append(text)
        }
        for index in places.dropLast(text == nil ? 0 : 1).reversed() { lines.remove(at: index) }
        return lines
    }

    private func lines() throws -> [[UInt8]] {
        let bytes: [UInt8]
        do {
            let file = try InputFile(path: path, relativeTo: "/")
            bytes = try file.read(upTo: Self.longest)
            if file.size > Self.longest { throw FileError.binary(path: path) }
        } catch FileError.missing {
            return []
        }
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).map(Array.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private enum Line {
        case entry(Entry)
        case nothing
        case damaged
    }

    private static func entry(_ bytes: [UInt8], number: Int) -> Line {
        guard let line = String(validating: bytes, as: UTF8.self)?.trimmingWhitespace() else {
            return .damaged
        }
        if line.isEmpty || line.hasPrefix("#") { return .nothing }
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .damaged }
        let name = parts[0].trimmingWhitespace()
        let value = parts[1].trimmingWhitespace()
        guard !name.isEmpty, !value.isEmpty else { return .damaged }
        return .entry(Entry(name: name, value: value, line: number))
    }
}

/// A problem with a setting or the settings file.
enum SettingsProblem: PresentableError, Hashable {
    /// No setting has this name. `nearest` has similar names.
    case unknown(String, nearest: [String])
    /// The environment variables name no directory in which settings can be stored.
    case noDirectory
    /// A line of the file doesn't have the form `name = value`.
    case damagedLine(path: String, line: Int)
    /// A line of the file has the name of an unknown setting.
    case unknownName(String, path: String, line: Int)
    /// A line of the file has an invalid value.
    case badValue(ValueError, path: String, line: Int)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _):
            text("There is no setting “%@”.", name)
        case .noDirectory:
            text("There is no home directory for the settings.")
        case .damagedLine(let path, let line):
            text("Line %1$@ of the settings file “%2$@” is damaged and ignored.", String(line), path)
        case .unknownName(let name, let path, let line):
            text(
                "Line %1$@ of the settings file “%2$@” is ignored: there is no setting “%3$@”.",
                String(line),
                path, name)
        case .badValue(let error, let path, let line):
            text(
                "Line %1$@ of the settings file “%2$@” is ignored: %3$@", String(line), path, error.problem)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest): Suggestion.didYouMean(nearest) ?? text("“set” lists all settings.")
        case .noDirectory: text("Set HOME or XDG_CONFIG_HOME.")
        case .damagedLine, .unknownName, .badValue: nil
        }
    }

    var failure: FailureKind { .usage }
}
