import Basics
import Foundation

/// An automatic copy of a store, made before a migration or a restore.
///
/// ```swift
/// for copy in StoreMaintainer(url: url, for: schema).copies() { print(copy.url.lastPathComponent, copy.date) }
/// ```
///
/// Copies are beside the store, named like `books.store.before-migration-3` and
/// `books.store.before-restore-20261121T083000Z`. The store keeps the latest ``StoreCopy/maximumCount``
/// copies and the copy that was restored last. Each new copy causes the oldest ones to be deleted. Copies with
/// a date in the future are deleted before, and a restore first deletes copies whose content is also elsewhere.
public struct StoreCopy: Sendable, Hashable {
    /// The reason for a copy.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The store was migrated to another schema.
        case migration
        /// The store's content was replaced.
        case restore
    }

    /// The maximum number of copies that are kept.
    public static let maximumCount = 5

    /// The URL of the copy.
    public let url: URL
    /// The reason for the copy.
    public let reason: Reason
    /// The time of the copy.
    public let date: Date
    /// The size in bytes, without the files for large values beside it.
    public let size: Int

    /// Returns the copies of a store, the newest first.
    package static func all(of path: String) -> [StoreCopy] {
        let directory = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        let names = Directory.names(in: directory, startingWith: "\(name).before-")
        let copies = names.compactMap { file -> StoreCopy? in
            guard let reason = reason(of: file, store: name) else { return nil }
            let place = directory + "/" + file
            guard let status = FileStatus(place, followsLinks: false), status.isFile else { return nil }
            return StoreCopy(
                url: URL(fileURLWithPath: place), reason: reason, date: status.modified, size: status.size)
        }
        return copies.sorted { ($1.date, $1.url.path) < ($0.date, $0.url.path) }
    }

    /// Returns the reason in the name of a copy, or nil if a file's name has another form.
    ///
    /// The name ends in a schema generation or a time, optionally followed by “x” and a number that makes the
    /// name unique.
    private static func reason(of file: String, store: String) -> Reason? {
        Reason.allCases.first { reason in
            // Compare bytes, because two different names can be equal as Unicode text.
            let start = "\(store).before-\(reason.rawValue)-".utf8
            guard file.utf8.starts(with: start) else { return false }
            let end = String(decoding: file.utf8.dropFirst(start.count), as: UTF8.self)
            return switch reason {
            case .migration: end.wholeMatch(of: /[0-9]+(x[0-9]+)?/) != nil
            case .restore: end.wholeMatch(of: /[0-9]{8}T[0-9]{6}Z(x[0-9]+)?/) != nil
            }
        }
    }

    /// Returns an unused file name beside a store, with a reason and a time.
    package static func unusedName(beside path: String, _ reason: String, at date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return StoreFile.unusedName("\(path).\(reason)-\(date.formatted(style))")
    }

    /// Deletes the oldest copies, so that at most ``maximumCount`` remain besides the restored one.
    ///
    /// Copies with a date in the future, from a clock that was ahead, count as the oldest. Otherwise they would
    /// stay for years and displace every new copy.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - new: The copy that was just made, which is always kept.
    ///   - source: The file from which the store is being restored, which is also kept. Default: nil.
    ///   - redundant: Receives all copies and the restored one. Returns a function that tells whether a copy
    ///     can be deleted without losing data; such copies are deleted first. Default: none can.
    package static func prune(
        of path: String, keeping new: String, restoring source: String? = nil,
        redundant: ([StoreCopy], StoreCopy?) -> (StoreCopy) -> Bool = { _, _ in { _ in false } }
    ) {
        let name = (new as NSString).lastPathComponent
        let found = all(of: path)
        // Another process may have made a copy after this one. That copy's date doesn't count as a date in
        // the future.
        let made = found.first { $0.url.lastPathComponent == name }?.date ?? .distantPast
        let latest = max(made, Date.now)
        let copies = found.filter { $0.date <= latest } + found.filter { $0.date > latest }
        let restored = source.flatMap { source in
            copies.first { StoreFile.isSame($0.url.path, source) }
        }
        let others = copies.filter { $0.url.lastPathComponent != name && $0 != restored }
        let excess = others.count - (maximumCount - 1)
        guard excess > 0 else { return }
        let oldestFirst = Array(others.reversed())
        let isRedundant = redundant(copies, restored)
        var going: [StoreCopy] = []
        for copy in oldestFirst where going.count < excess && isRedundant(copy) { going.append(copy) }
        going += oldestFirst.filter { !going.contains($0) }.prefix(excess - going.count)
        for copy in going { StoreFile.remove(copy.url.path) }
    }
}
