import Foundation
import ModelData

/// A name that issues are found by.
@Model
final class Tag {
    /// The tag's identity across stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The name without its case: no two tags have names that differ in nothing else.
    @Attribute(.unique) var key: String
    var issues: [Issue]

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
        self.key = Tag.key(of: name)
        self.issues = []
    }
}

extension Tag {
    /// The record's own number, which never changes; 0 until the tag is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// What names that count as the same have in common.
    static func key(of name: String) -> String {
        name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Gives the tag another name.
    func rename(to name: String) {
        self.name = name
        let key = Tag.key(of: name)
        if self.key != key { self.key = key }
    }
}
