import Foundation
import Localization

/// The rule for the names of shelves, tags, categories, checklists and views. Case never matters. Accents do, because “sad”
/// and “sąd” are two words; still, a name that is typed without its accents is found.
public enum NameMatch {
    /// Returns the records that a name means: the one with this name, or else those whose names differ only in accents.
    ///
    /// - Parameters:
    ///   - name: The name that the user typed.
    ///   - records: All records that may have the name.
    ///   - recordName: The name of a record.
    public static func found<Record>(
        _ name: String, in records: [Record], named recordName: (Record) -> String
    ) -> [Record] {
        let key = name.nameKey
        if let same = records.first(where: { recordName($0).nameKey == key }) { return [same] }
        let folded = SearchFold.foldName(name)
        return folded.isEmpty ? [] : records.filter { SearchFold.foldName(recordName($0)) == folded }
    }

    /// Returns the record to which something is added under a name; `nil` if the name is new. A name with accents means only
    /// itself, and one without them also the only record whose name has them.
    public static func known<Record>(
        _ name: String, in records: [Record], named recordName: (Record) -> String
    ) -> Record? {
        let found = found(name, in: records, named: recordName)
        guard found.count == 1, let only = found.first else { return nil }
        let key = name.nameKey
        return recordName(only).nameKey == key || SearchFold.fold(name) == key ? only : nil
    }
}

extension String {
    /// The key by which names are compared: the lowercase, composed form (NFC).
    public var nameKey: String {
        // Characters below U+0300 are already composed. In UTF-8, U+0300 begins with the byte 0xCC.
        let isComposed = utf8.allSatisfy { $0 < 0xCC }
        return isComposed ? lowercased() : precomposedStringWithCanonicalMapping.lowercased()
    }
}
