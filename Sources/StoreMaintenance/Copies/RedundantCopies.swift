import Basics
import Foundation
import ModelData

/// The copies of a store that can be deleted without losing data.
///
/// A copy is redundant if its content was restored from a file, and neither the copy nor that file has
/// changed since. If that file is also a copy, with the same content, the older of the two copies is
/// redundant instead. To compare the contents, each file is read completely, and only once.
struct RedundantCopies {
    private struct Note {
        let copy: StoreCopy
        let origin: StoreOrigin?
        /// The index of the copy from which this copy's content was restored, or nil.
        let source: Int?
    }

    /// The fingerprint of a file's content, and whether the files of its large values exist.
    private struct Content {
        let fingerprint: String
        let isWhole: Bool
    }

    /// The copies, the newest first.
    private let notes: [Note]
    /// The copy that the store is being restored from. It is kept.
    private let restored: StoreCopy?
    /// The contents of the files read so far, by device and inode.
    private var contents: [FileStatus.Identity: Content?] = [:]

    /// Reads the origins of the copies.
    ///
    /// - Parameters:
    ///   - copies: All copies, the newest first.
    ///   - restored: The copy to keep, if any.
    init(among copies: [StoreCopy], keeping restored: StoreCopy?) {
        notes = copies.map { copy in
            let origin = StoreOrigin(notedIn: copy.url.path)
            let source = origin.flatMap { origin in
                copies.firstIndex { StoreFile.isSame($0.url.path, origin.path) }
            }
            return Note(copy: copy, origin: origin, source: source)
        }
        self.restored = restored
    }

    /// Returns whether a copy is redundant, that is, can be deleted without losing data.
    mutating func contains(_ copy: StoreCopy) -> Bool {
        guard let index = notes.firstIndex(where: { $0.copy == copy }) else { return false }
        let note = notes[index]
        if note.origin != nil {
            // If the source is also a copy, delete the source instead, unless it is kept anyway.
            let isElsewhere =
                note.source.map { notes[$0].copy == restored && isSpared($0, by: index) } ?? true
            if isElsewhere, stands(index) { return true }
        }
        if copy == restored { return false }
        for later in notes.indices where isSpared(index, by: later) && stands(later) { return true }
        return false
    }

    /// Returns whether a newer copy has exactly the content of an older copy, from which it was restored.
    /// Only the older copy can be redundant, so the two never replace each other.
    private func isSpared(_ older: Int, by newer: Int) -> Bool {
        notes[newer].source == older && older > newer && notes[newer].origin?.isExact == true
    }

    /// Returns whether neither a copy nor the file that it was restored from has changed since the restore.
    private mutating func stands(_ index: Int) -> Bool {
        let note = notes[index]
        guard let origin = note.origin, let source = content(of: origin.path), source.isWhole else {
            return false
        }
        return source.fingerprint == origin.content
            && content(of: note.copy.url.path)?.fingerprint == origin.restored
    }

    private mutating func content(of path: String) -> Content? {
        guard let file = FileStatus(path)?.identity else { return nil }
        if let known = contents[file] { return known }
        let content = try? Self.read(path)
        contents[file] = .some(content)
        return content
    }

    private static func read(_ path: String) throws -> Content {
        let store = try SQLFile(path, .forReading(path), timeout: 0)
        let folder = ExternalFile.folder(of: SymbolicLink.target(of: path))
        let isWhole = try ExternalFile.referencedNames(in: store).allSatisfy { name in
            access("\(folder)/\(name)", R_OK) == 0
        }
        return Content(fingerprint: try StoreOrigin.fingerprint(of: store), isWhole: isWhole)
    }
}
