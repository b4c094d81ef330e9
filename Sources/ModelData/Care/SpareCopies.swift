import Foundation

/// The copies of a store without which nothing would be lost: what was restored, and not changed since, is in the file
/// that it was restored from.
///
/// Where that file is a copy too, and holds the very same, it goes rather than the later one. To know that of one copy,
/// it and the other file are read as wholes; each file once.
struct SpareCopies {
    private struct Note {
        let copy: StoreCopy
        let origin: StoreOrigin?
        /// Which copy it was restored from; nil where that is none of these.
        let source: Int?
    }

    /// What is in a file, and whether the files of its large values are there.
    private struct Content {
        let fingerprint: String
        let isWhole: Bool
    }

    /// The newest first.
    private let notes: [Note]
    /// The one that is being restored, which stays.
    private let restored: StoreCopy?
    /// What is in the files that were read, by their devices and numbers.
    private var contents: [[UInt64]: Content?] = [:]

    /// - Parameters:
    ///   - copies: all of them, the newest first.
    ///   - restored: the one that stays.
    init(among copies: [StoreCopy], keeping restored: StoreCopy?) {
        notes = copies.map { copy in
            let origin = StoreOrigin(notedIn: copy.url.path)
            let source = origin.flatMap { origin in
                copies.firstIndex { StoreBackup.isSame($0.url.path, origin.path) }
            }
            return Note(copy: copy, origin: origin, source: source)
        }
        self.restored = restored
    }

    /// Whether nothing would be lost without a copy.
    mutating func contains(_ copy: StoreCopy) -> Bool {
        guard let index = notes.firstIndex(where: { $0.copy == copy }) else { return false }
        let note = notes[index]
        if note.origin != nil {
            // What was restored from a copy stays for that, but where that stays anyway.
            let isElsewhere =
                note.source.map { notes[$0].copy == restored && isSpared($0, by: index) } ?? true
            if isElsewhere, stands(index) { return true }
        }
        if copy == restored { return false }
        for later in notes.indices where isSpared(index, by: later) && stands(later) { return true }
        return false
    }

    /// Whether a copy was restored as it is from an older one. By their order, no two stand for each other.
    private func isSpared(_ older: Int, by newer: Int) -> Bool {
        notes[newer].source == older && older > newer && notes[newer].origin?.isExact == true
    }

    /// Whether nothing was saved in a copy since it was restored, by whomever, and the file that it was restored from is
    /// there as it was.
    private mutating func stands(_ index: Int) -> Bool {
        let note = notes[index]
        guard let origin = note.origin, let source = content(of: origin.path), source.isWhole else {
            return false
        }
        return source.fingerprint == origin.content
            && content(of: note.copy.url.path)?.fingerprint == origin.restored
    }

    private mutating func content(of path: String) -> Content? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        let file = [UInt64(info.st_dev), UInt64(info.st_ino)]
        if let known = contents[file] { return known }
        let content = try? Self.read(path)
        contents[file] = .some(content)
        return content
    }

    private static func read(_ path: String) throws -> Content {
        // One who may only read leaves the files behind that SQLite makes beside a store.
        let mode: CareConnection.Mode = access(path, W_OK) == 0 ? .existing : .reading
        let store = try CareConnection(path, mode, timeout: 0)
        let folder = ExternalFile.folder(of: StoreFile.followingLinks(path))
        let isWhole = try ExternalFile.referenced { try store.rows($0) }.allSatisfy { name in
            access("\(folder)/\(name)", R_OK) == 0
        }
        return Content(fingerprint: try StoreContent.fingerprint(of: store), isWhole: isWhole)
    }
}
