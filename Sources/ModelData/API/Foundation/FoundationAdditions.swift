import Basics
import Foundation

// Code for SwiftData uses Foundation's types and predicates, `@Observable` and `withObservationTracking(_:onChange:)`
// without an import of their own.
@_exported import Foundation
@_exported import Observation

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at the given offsets.
    ///
    /// ```swift
    /// var titles = ["Eden", "Fiasko", "Solaris"]
    /// titles.remove(atOffsets: IndexSet([0, 2]))
    /// ```
    ///
    /// Offsets beyond the end are ignored. Mirrors SwiftUI's `remove(atOffsets:)`.
    ///
    /// - Parameter offsets: The offsets, counted from 0.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var kept = Self()
        for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
        self = kept
    }
}

extension MutableCollection where Self: RangeReplaceableCollection {
    /// Moves the elements at the given offsets before another element, keeping their order.
    ///
    /// ```swift
    /// var titles = ["Eden", "Fiasko", "Solaris"]
    /// titles.move(fromOffsets: IndexSet(integer: 0), toOffset: 3)
    /// ```
    ///
    /// Mirrors SwiftUI's `move(fromOffsets:toOffset:)`.
    ///
    /// - Parameters:
    ///   - source: The offsets of the elements to move, counted from 0.
    ///   - destination: The offset of the element before which the elements are inserted, as counted before
    ///     the move. Use `count` to move the elements to the end.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        var before = Self()
        var moved = Self()
        var after = Self()
        for (offset, element) in enumerated() {
            if source.contains(offset) {
                moved.append(element)
            } else if offset < destination {
                before.append(element)
            } else {
                after.append(element)
            }
        }
        self = before + moved + after
    }
}

extension String.StandardComparator {
    /// Compares numbers in texts by value, and ignores case.
    ///
    /// ```swift
    /// let order = SortDescriptor(\Book.title, comparator: .localizedStandard)
    /// ```
    ///
    /// Fetches use the collation of the root locale, not the user's locale. Comparisons by Foundation itself
    /// use the options without a locale. Mirrors Foundation's `localizedStandard`, which Linux lacks.
    public static let localizedStandard = LocalizedStandard.make()
}

/// Creates the comparator, for which Foundation on Linux has no initializer.
enum LocalizedStandard {
    /// The comparison options of Foundation's `localizedStandard` on Apple platforms.
    private static let options: String.CompareOptions = [
        .numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering,
    ]

    static func make() -> String.StandardComparator {
        // Write the options to the comparator's first bytes. In `lexical`, all bytes are zero; if they
        // aren't, Foundation's memory layout has changed, so return `lexical` unchanged.
        var comparator = String.StandardComparator.lexical
        withUnsafeMutableBytes(of: &comparator) { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size, bytes.allSatisfy({ $0 == 0 }) else { return }
            bytes.storeBytes(of: options.rawValue, as: UInt.self)
        }
        return comparator
    }

    /// Compares two texts by the collation of the root locale.
    static func compare(_ first: String, _ second: String) -> ComparisonResult {
        first.compare(second, options: options, range: nil, locale: Locale(identifier: "root"))
    }
}

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

extension String {
    /// The string in Unicode normalization form C (NFC), the form of all stored texts.
    ///
    /// Swift treats "é" and "e" with U+0301 as equal, but SQLite doesn't. So every text is converted before
    /// it is passed to SQLite as a value or as a query argument.
    var inNFC: String {
        if isSurelyNFC { return self }
        return precomposedStringWithCanonicalMapping
    }

    /// Whether the bytes alone show that the string is in NFC.
    ///
    /// Scalars below U+0300 never combine with the previous one and have no other NFC form. The same is true
    /// of most punctuation, ideographs and emoji. All other scalars need Unicode's tables.
    private var isSurelyNFC: Bool {
        let isNFC = utf8.withContiguousStorageIfAvailable { bytes -> Bool in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0xCC {
                    index += 1
                } else if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
                    bytes[index + 2] >= 0x82
                {
                    index += 3  // U+2002 to U+203F
                } else if byte >= 0xE4, byte <= 0xE9 {
                    index += 3  // U+4000 to U+9FFF
                } else if byte == 0xF0, index + 1 < bytes.count, bytes[index + 1] == 0x9F {
                    index += 4  // U+1F000 to U+1FFFF
                } else {
                    return false
                }
            }
            return true
        }
        return isNFC ?? false
    }
}
