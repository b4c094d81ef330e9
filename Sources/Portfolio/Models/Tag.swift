import Basics
import Foundation
import ModelData

/// A tag of issues.
@Model
final class Tag {
    /// The tag's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The lowercase name. It is unique, so that two tags can't differ only in case.
    @Attribute(.unique) var key: String
    var issues: [Issue]

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        self.key = Tag.key(of: name)
        self.issues = []
    }
}

extension Tag {
    /// The record's number, which never changes; 0 until the tag is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// Returns the comparison key of a name: its lowercase, composed form (NFC).
    static func key(of name: String) -> String {
        // Characters below U+0300 are already composed. In UTF-8, U+0300 begins with the byte 0xCC.
        let isComposed = name.utf8.allSatisfy { $0 < 0xCC }
        return isComposed ? name.lowercased() : name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Renames the tag.
    func rename(to name: String) {
        self.name = name
        let key = Tag.key(of: name)
        if self.key != key { self.key = key }
    }
}
