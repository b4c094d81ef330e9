import Foundation
import SyncProtocol

/// Seals and opens records.
///
/// A sealed record has clear clocks, so that the server can merge versions. Its names are replaced by names that only the
/// account's devices understand. The value of each field is the same sealed text: the record's JSON, which repeats
/// everything that is clear. Therefore a server can leave out a field, but it can't change a value, a name, a clock or the
/// causal length unnoticed.
extension AccountKeys {
    /// The field with the causal length, whose clock has the length as its stamp.
    ///
    /// The server merges it like every other field. So the greatest length wins, and its sealed text, written by a device
    /// that knew this length, proves it.
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
        let text = try sealed(Array(record.encoded()), with: associatedData(key))
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
        var fieldCount = 0
        var causalLength = 0
        for sealedText in LongText.all(of: sealed.fields) {
            let content = try content(sealedText.text, of: sealed.key)
            var record = opened ?? SyncRecord(content.key, causalLength: sealed.causalLength)
            if let length = try copyFields(sealedText.names, of: content, to: &record) {
                causalLength = length
            }
            fieldCount += sealedText.names.values.reduce(0) { $0 + $1.count }
            opened = record
        }
        // A field without a sealed text isn't counted.
        guard let opened, fieldCount == sealed.fields.count, causalLength == sealed.causalLength else {
            throw .tampered
        }
        return opened
    }

    /// Copies fields from the content of one sealed text.
    ///
    /// - Parameters:
    ///   - names: The fields' names in the sealed record, by their clocks.
    ///   - content: The record in the text.
    ///   - record: The opened record.
    /// - Returns: The causal length, if the field ``lengthField`` is among them.
    /// - Throws: ``SealingError/tampered`` if the text has another clock for a field, or lacks it.
    private func copyFields(
        _ names: [SyncClock: [String]], of content: SyncRecord, to record: inout SyncRecord
    ) throws(SealingError) -> Int? {
        var fields: [String: (name: String, field: SyncField)] = [:]
        for (name, field) in content.fields {
            fields[try publicName(content.key.entity, name)] = (name, field)
        }
        var causalLength: Int?
        for (clock, namesAtClock) in names {
            for sealedName in namesAtClock {
                if sealedName == Self.lengthField {
                    guard clock.stamp == Int64(content.causalLength) else { throw .tampered }
                    causalLength = content.causalLength
                } else {
                    guard let (name, field) = fields[sealedName], field.clock == clock else {
                        throw .tampered
                    }
                    record.fields[name] = field
                }
            }
        }
        return causalLength
    }

    /// Returns the record in a sealed text, which must be the record with a key.
    private func content(_ text: String, of key: SyncKey) throws(SealingError) -> SyncRecord {
        guard let bytes = Data(base64Encoded: text) else { throw .tampered }
        let content: SyncRecord
        let json = try self.opened(Array(bytes), with: associatedData(key))
        do { content = try SyncRecord(decoding: json) } catch { throw .tampered }
        // Another device with the key may have written a wrong name beside a right one.
        guard content.key.id == key.id, try publicName(content.key.entity) == key.entity,
            content.refusalReason == nil
        else { throw .tampered }
        return content
    }

    /// Returns the data to which a text is bound: the text of one record can't be opened as that of another one.
    private func associatedData(_ key: SyncKey) -> [UInt8] {
        Self.joined(["1", identifier, key.entity, key.id.uuidString].map { Array($0.utf8) })
    }
}
