import Foundation
import SyncProtocol

extension AccountKeys {
    /// Seals the fields of a record: a unit for each clock.
    ///
    /// - Parameter record: The record with the fields that are sent.
    /// - Returns: The units in the order of their clocks. Equal records give equal units.
    /// - Throws: ``SealingError``.
    func units(of record: SyncRecord) throws(SealingError) -> [SealedUnit] {
        var units: [SealedUnit] = []
        let groups = Dictionary(grouping: record.fields, by: \.value.clock)
        for (clock, fields) in groups.sorted(by: { $0.key < $1.key }) {
            let part = SyncRecord(
                record.key, causalLength: record.causalLength,
                fields: Dictionary(fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
            let clear = SealedUnit(
                keyIdentifier: try identifier(), entity: try publicName(record.key.entity), id: record.key.id,
                causalLength: record.causalLength, clock: clock, fields: try publicNames(part), sealed: [])
            units.append(
                SealedUnit(
                    keyIdentifier: clear.keyIdentifier, entity: clear.entity, id: clear.id,
                    causalLength: clear.causalLength, clock: clock, fields: clear.fields,
                    sealed: try sealed(UnitContent(part).encoded(), with: Self.associated(clear))))
        }
        return units
    }

    /// Opens a unit.
    ///
    /// - Returns: The record with the unit's fields.
    /// - Throws: ``SealingError/tampered`` if any part was changed, was taken from another unit, or is of another key.
    func record(of unit: SealedUnit) throws(SealingError) -> SyncRecord {
        guard unit.keyIdentifier == (try identifier()) else { throw .tampered }
        let text = try opened(unit.sealed, with: Self.associated(unit))
        let content: UnitContent
        do { content = try UnitContent(decoding: text, of: unit) } catch { throw .tampered }
        // Another device with the key may have written a wrong name beside a right one.
        guard content.record.causalLength == unit.causalLength,
            try publicName(content.record.key.entity) == unit.entity,
            try publicNames(content.record) == unit.fields
        else { throw .tampered }
        return content.record
    }

    private func publicNames(_ record: SyncRecord) throws(SealingError) -> [String] {
        var names: [String] = []
        for name in record.fields.keys { names.append(try publicName(record.key.entity, name)) }
        return names.sorted()
    }

    private static func associated(_ unit: SealedUnit) -> [UInt8] {
        joined(unit.clearParts.map { Array($0.utf8) })
    }
}
