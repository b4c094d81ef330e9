import Foundation
import SyncProtocol

/// A record on the wire has the names that only the account's devices understand, the clocks, and one sealed text in place
/// of the values. The text is the record's JSON, so it repeats all clear parts. A server can leave out a field, but it can't
/// give it another value, name or clock, or the record another causal length.
extension AccountKeys {
    /// The field with the causal length: its clock has the length as its stamp, and its text is that of a writer who knew it.
    /// So the greatest length wins, like the latest clock of the other fields, and brings its evidence along.
    static let lengthField = SyncRecord.sealedLength

    /// Seals a record.
    ///
    /// - Parameters:
    ///   - record: The record with the fields that are sent.
    ///   - node: The writer's name in clocks.
    /// - Returns: The sealed record. Equal records give equal bytes.
    /// - Throws: ``SealingError``.
    func sealed(_ record: SyncRecord, by node: String?) throws(SealingError) -> SyncRecord {
        let key = SyncKey(entity: try publicName(record.key.entity), id: record.key.id)
        let text = try sealed(Array(record.encoded()), with: associated(key))
        let value = SyncValue.string(Data(text).base64EncodedString())
        var fields: [String: SyncField] = [:]
        for (name, field) in record.fields {
            fields[try publicName(record.key.entity, name)] = SyncField(value, at: field.clock)
        }
        let length = SyncClock(stamp: Int64(record.causalLength), node: node ?? SyncClock.zero.node)
        fields[Self.lengthField] = SyncField(value, at: length ?? .zero)
        return SyncRecord(key, causalLength: record.causalLength, fields: fields)
    }

    /// Opens a record.
    ///
    /// - Returns: The record with the fields that the server has.
    /// - Throws: ``SealingError/tampered`` if any part was changed, was taken from another record, or is of another key.
    func opened(_ sealed: SyncRecord) throws(SealingError) -> SyncRecord {
        var opened: SyncRecord?
        var count = 0
        var length = 0
        for long in LongText.all(of: sealed.fields) {
            let content = try content(long.text, of: sealed.key)
            var known: [String: (name: String, field: SyncField)] = [:]
            for (name, field) in content.fields {
                known[try publicName(content.key.entity, name)] = (name, field)
            }
            var record = opened ?? SyncRecord(content.key, causalLength: sealed.causalLength)
            for (clock, names) in long.names {
                for name in names {
                    if name == Self.lengthField {
                        guard clock.stamp == Int64(content.causalLength) else { throw .tampered }
                        length = content.causalLength
                    } else {
                        guard let (name, field) = known[name], field.clock == clock else { throw .tampered }
                        record.fields[name] = field
                    }
                    count += 1
                }
            }
            opened = record
        }
        guard let opened, count == sealed.fields.count, length == sealed.causalLength else { throw .tampered }
        return opened
    }

    private func content(_ text: String, of key: SyncKey) throws(SealingError) -> SyncRecord {
        guard let bytes = Data(base64Encoded: text) else { throw .tampered }
        let content: SyncRecord
        let json = try self.opened(Array(bytes), with: associated(key))
        do { content = try SyncRecord(decoding: json) } catch { throw .tampered }
        // Another device with the key may have written a wrong name beside a right one.
        guard content.key.id == key.id, try publicName(content.key.entity) == key.entity,
            content.refusalReason == nil
        else { throw .tampered }
        return content
    }

    private func associated(_ key: SyncKey) -> [UInt8] {
        Self.joined(["1", identifier, key.entity, key.id.uuidString].map { Array($0.utf8) })
    }
}
