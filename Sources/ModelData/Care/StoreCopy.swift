import Foundation

/// A copy of a store that was made by itself: before a migration, or before another content was put in its place.
///
///     for copy in StoreCare(url: url, for: schema).copies() { print(copy.url.lastPathComponent, copy.date) }
///
/// Such copies stand beside the store, as `books.store.before-migration-3` and
/// `books.store.before-restore-20261121T083000Z`. The latest ``StoreCopy/kept`` are kept, and the one that was restored
/// last; older ones go when a new one is there, and before them those whose content is in another file too, and those of a
/// time that is still to come, as a clock that was ahead has left them.
public struct StoreCopy: Sendable, Hashable {
    /// What a copy was made before.
    ///
    ///     let reason = StoreCopy.Reason.migration
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The store was brought to another schema.
        case migration
        /// Another content was put in the store's place.
        case restore
    }

    /// How many copies are kept.
    public static let kept = 5

    /// The file.
    public let url: URL
    /// What it was made before.
    public let reason: Reason
    /// When it was made.
    public let date: Date
    /// How many bytes it has, without the files of large values beside it.
    public let size: Int

    /// The copies of a store, the newest first.
    static func all(of path: String) -> [StoreCopy] {
        let directory = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let copies = names.compactMap { file -> StoreCopy? in
            guard let reason = reason(of: file, store: name) else { return nil }
            let place = directory + "/" + file
            var info = stat()
            guard lstat(place, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
            let time = Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9
            return StoreCopy(
                url: URL(fileURLWithPath: place), reason: reason, date: Date(timeIntervalSince1970: time),
                size: Int(info.st_size))
        }
        return copies.sorted { ($1.date, $1.url.path) < ($0.date, $0.url.path) }
    }

    /// What a file was made before, by its name; nil where we don't give such names.
    private static func reason(of file: String, store: String) -> Reason? {
        Reason.allCases.first { reason in
            // Names are bytes: another store's may have the same letters.
            let start = "\(store).before-\(reason.rawValue)-".utf8
            guard file.utf8.starts(with: start) else { return false }
            return isEnd(file.utf8.dropFirst(start.count), of: reason)
        }
    }

    /// Whether a name that we make may end so: with the generation of the schema or the moment, and a number behind an x
    /// where that alone was another file's.
    private static func isEnd(_ end: Substring.UTF8View, of reason: Reason) -> Bool {
        let parts = end.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.dropFirst().allSatisfy(isNumber) else { return false }
        switch reason {
        case .migration: return isNumber(parts[0])
        case .restore:
            // `20261121T083000Z`
            let isMoment =
                parts[0].count == 16 && parts[0].dropFirst(8).first == UInt8(ascii: "T")
                && parts[0].last == UInt8(ascii: "Z")
            return isMoment && isNumber(parts[0].prefix(8)) && isNumber(parts[0].dropFirst(9).dropLast())
        }
    }

    private static func isNumber(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// A name beside a store that nothing has yet.
    static func freeName(beside path: String, _ reason: String, at date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return StoreFile.freeName("\(path).\(reason)-\(date.formatted(style))")
    }

    /// Deletes the oldest copies, so that no more than ``kept`` are left beside the one that is restored.
    ///
    /// Those whose content is in another file too go first: who tries one backup after the other has nothing to lose but
    /// what was there before the first. Those of a time that is still to come, which a clock that was ahead has given them,
    /// count as the oldest: as the newest they would stay for years, and every new one would drive out the one before it.
    ///
    /// - Parameters:
    ///   - path: the store.
    ///   - new: the copy that was just made, which stays whatever the clocks said when the others were made.
    ///   - source: the file that is restored, which stays as well.
    static func prune(of path: String, keeping new: String, restoring source: String? = nil) {
        let name = (new as NSString).lastPathComponent
        let found = all(of: path)
        // What another process has made since the new one is of the past too by now.
        let made = found.first { $0.url.lastPathComponent == name }?.date ?? .distantPast
        let latest = max(made, Date.now)
        let copies = found.filter { $0.date <= latest } + found.filter { $0.date > latest }
        let restored = source.flatMap { source in
            copies.first { StoreBackup.isSame($0.url.path, source) }
        }
        let others = copies.filter { $0.url.lastPathComponent != name && $0 != restored }
        let excess = others.count - (kept - 1)
        guard excess > 0 else { return }
        let oldestFirst = Array(others.reversed())
        var spare = SpareCopies(among: copies, keeping: restored)
        var going: [StoreCopy] = []
        for copy in oldestFirst where going.count < excess && spare.contains(copy) { going.append(copy) }
        going += oldestFirst.filter { !going.contains($0) }.prefix(excess - going.count)
        for copy in going { remove(copy.url.path) }
    }

    /// Deletes a copy, with the files of its large values, and the log that is beside it where it was opened.
    static func remove(_ copy: String) {
        let folder = ExternalFile.folder(of: copy)
        var info = stat()
        if lstat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            try? FileManager.default.removeItem(atPath: folder)
        }
        unlink(copy)
        StoreLog.remove(beside: copy)
    }
}
