import Foundation

extension SyncRecord {
    /// What keeps this record from being taken for good, if anything does.
    ///
    /// Both sides ask: a client before it sends, the server before it merges.
    ///
    /// ```swift
    /// if let reason = record.objection { refuse(record, for: reason) }
    /// ```
    public var objection: SyncRefusal.Reason? {
        guard Self.isName(key.entity.utf8) else { return .badName }
        guard life >= 1, life <= SyncLimits.longestLife else { return .badLife }
        guard fields.count <= SyncLimits.fieldsPerRecord else { return .tooManyFields }
        var size = 0
        for (name, field) in fields {
            guard Self.isFieldName(name) else { return .badName }
            guard field.value.size <= SyncLimits.fieldSize else { return .fieldTooLarge }
            size += field.value.size + name.utf8.count + 64
        }
        return size <= SyncLimits.recordSize ? nil : .recordTooLarge
    }

    /// A name of a property or a model: 1 to 100 letters, digits and underscores of ASCII.
    private static func isName(_ name: some Collection<UInt8>) -> Bool {
        (1...SyncLimits.nameLength).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// A property's name, or one of a pair, whose UUID is in upper case, so that one pair has one name.
    private static func isFieldName(_ name: String) -> Bool {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return isName(name.utf8) }
        guard isName(name.utf8[..<slash]), let parts = parts(ofElement: name) else { return false }
        return element(parts.id, of: parts.relationship) == name
    }
}
