import Foundation

/// A copy of a store that was made by itself: before a migration, or before another content was put in its place.
///
///     for copy in StoreCare(url: url, for: schema).copies() { print(copy.url.lastPathComponent, copy.date) }
///
/// Such copies stand beside the store, as `books.store.before-migration-3` and
/// `books.store.before-restore-20261121T083000Z`. The latest ``StoreCopy/kept`` are kept, and the one that was restored
/// last; older ones go when a new one is there, and before them those whose content is in another file too.
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

    private static func reason(of file: String, store: String) -> Reason? {
        Reason.allCases.first { reason in
            let start = "\(store).before-\(reason.rawValue)-"
            return file.hasPrefix(start)
                && file.dropFirst(start.count).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// A name beside a store that nothing has yet.
    static func freeName(beside path: String, _ reason: String, at date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return StoreFile.freeName("\(path).\(reason)-\(date.formatted(style))")
    }

    /// Deletes the oldest copies, so that no more than ``kept`` are left beside the one that is restored.
    ///
    /// Those whose content is in another file too go first: who tries one backup after the other has nothing to lose but
    /// what was there before the first.
    ///
    /// - Parameters:
    ///   - path: the store.
    ///   - new: the copy that was just made, which stays whatever the clocks said when the others were made.
    ///   - source: the file that is restored, which stays as well.
    static func prune(of path: String, keeping new: String, restoring source: String? = nil) {
        let name = (new as NSString).lastPathComponent
        let copies = all(of: path)
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
