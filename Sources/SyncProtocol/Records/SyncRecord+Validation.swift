import Foundation

extension SyncRecord {
    /// The reason why this record can't be sent, or nil if it can.
    ///
    /// Clients check this before they seal a record.
    ///
    /// ```swift
    /// let record = SyncRecord(SyncKey(entity: "no name", id: UUID()))
    /// record.refusalReason  // .badName
    /// ```
    public var refusalReason: SyncRefusal.Reason? {
        if let reason = invalidPart(fields: SyncLimits.fieldsPerRecord) { return reason }
        var size = 0
        for (name, field) in fields {
            guard field.value.size <= SyncLimits.fieldSize else { return .fieldTooLarge }
            size += field.value.size + name.utf8.count + 96
        }
        return size <= SyncLimits.recordSize ? nil : .recordTooLarge
    }

    /// The reason why a server refuses this sealed record permanently, or nil if the record is valid.
    public var sealedRefusalReason: SyncRefusal.Reason? {
        // One field more has the causal length.
        if let reason = invalidPart(fields: SyncLimits.fieldsPerRecord + 1) { return reason }
        var size = 0
        for long in LongText.all(of: fields) {
            let bytes = long.text.utf8.count
            guard bytes <= SyncLimits.sealedTextSize else { return .fieldTooLarge }
            size += bytes
        }
        for field in fields.values where field.longText == nil {
            guard field.value.size <= SyncLimits.sealedTextSize else { return .fieldTooLarge }
            size += field.value.size
        }
        return size <= SyncLimits.sealedRecordSize ? nil : .recordTooLarge
    }

    private func invalidPart(fields limit: Int) -> SyncRefusal.Reason? {
        guard Self.isName(key.entity.utf8) else { return .badName }
        guard causalLength >= 1, causalLength <= SyncLimits.maximumCausalLength else {
            return .badCausalLength
        }
        guard fields.count <= limit else { return .tooManyFields }
        return fields.keys.allSatisfy(Self.isFieldName) ? nil : .badName
    }

    /// Returns whether a name consists of 1 to 100 ASCII letters, digits and underscores.
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

    /// Returns whether a name is valid for a property, or for a pair of records in a many-to-many
    /// relationship. The UUID in a pair's name must be in upper case, so that each pair has exactly one name.
    private static func isFieldName(_ name: String) -> Bool {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return isName(name.utf8) }
        guard isName(name.utf8[..<slash]), let parts = pair(fromFieldName: name) else { return false }
        return pairFieldName(for: parts.id, in: parts.relationship) == name
    }
}
