import Foundation
import ModelData
import SyncProtocol

/// Received fields, decoded: values of columns, references to missing records, and pairs.
struct IncomingFields {
    /// The clock of a field.
    typealias Clock = (name: String, clock: SyncClock)

    /// The values of columns.
    var values: [(field: SyncShape.Field, value: StoredValue)] = []
    /// To-one relationships to records that aren't stored here.
    var links: [(name: String, target: String)] = []
    /// The pairs that the version adds or removes.
    var pairs: [IncomingPair] = []
    /// The clocks of all decoded fields.
    var clocks: [Clock] = []
    /// Whether a required relationship refers to a record that isn't stored here.
    var mustWait = false
    /// The number of fields that can't be decoded.
    var unreadable = 0
}

/// A received pair of a many-to-many relationship.
struct IncomingPair {
    let pairs: StoreTable.Pairs
    /// The name of its field.
    let name: String
    let target: UUID
    /// Whether the version adds the pair; false if it removes the pair.
    let isAdded: Bool
    let clock: SyncClock
}

extension ChangeApplier {
    /// Decodes received fields.
    func incoming(_ fields: [String: SyncField], _ shape: SyncShape) throws -> IncomingFields {
        var result = IncomingFields()
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
            if let column = shape.field(named: name) {
                if try decode(field.value, of: column, into: &result) {
                    result.clocks.append((name, field.clock))
                } else {
                    result.unreadable += 1
                }
            } else if let parts = SyncRecord.pair(fromFieldName: name),
                let pairs = shapes.pairs(of: shape.name, named: parts.relationship)
            {
                result.pairs.append(
                    IncomingPair(
                        pairs: pairs, name: name, target: parts.id, isAdded: field.value == .bool(true),
                        clock: field.clock))
                result.clocks.append((name, field.clock))
            }
        }
        return result
    }

    /// Decodes the value of a column.
    ///
    /// - Returns: Whether the value can be decoded.
    private func decode(
        _ value: SyncValue, of field: SyncShape.Field, into result: inout IncomingFields
    ) throws -> Bool {
        switch field.meaning(of: value) {
        case .value(let stored)?:
            try field.column.preserveLiteral(stored, through: database)
            result.values.append((field, stored))
        case .record(let id, let model)?:
            guard let target = shapes[model] else { return false }
            if let number = try number(resolving: id, target) {
                result.values.append((field, .integer(number)))
            } else {
                result.links.append((field.name, id.uuidString))
                if field.column.isOptional {
                    result.values.append((field, .null))
                } else {
                    result.mustWait = true
                }
            }
        case nil: return false
        }
        return true
    }

    /// Notes a relationship to a record that isn't stored here.
    func writeLink(_ name: String, of record: Int64, to target: String) throws {
        try database.run(
            "INSERT OR REPLACE INTO _syncLink (record, name, target) VALUES (?, ?, ?)", .integer(record),
            .text(name), .text(target))
        cache.addsLink()
    }

    func removeLinks(_ names: [String], of record: Int64) throws {
        guard !names.isEmpty, try cache.hasLinks else { return }
        try database.run(
            "DELETE FROM _syncLink WHERE record = ? AND name IN (SELECT value FROM json_each(?))",
            .integer(record), .list(names))
    }

    /// Adds and removes pairs of a record.
    ///
    /// - Parameter isNew: Whether the record was inserted now, so that it has no pairs yet.
    func write(_ fields: IncomingFields, of source: Int64, metadataID: Int64, isNew: Bool) throws {
        let groups = Dictionary(grouping: fields.pairs, by: \.pairs.name).sorted { $0.key < $1.key }
        for (_, pairs) in groups {
            guard let first = pairs.first, let target = shapes[first.pairs.target] else { continue }
            let present = try isNew ? [] : shapes.targets(of: source, in: first.pairs, database)
            let ids = Set(present.compactMap(UUID.init(uuidString:)))
            var resolved: [String] = []
            for pair in pairs {
                let isResolved = try applyPair(
                    pair, of: source, isPresent: ids.contains(pair.target), target, metadataID)
                if isResolved { resolved.append(pair.name) }
            }
            if !isNew { try removeLinks(resolved, of: metadataID) }
        }
    }

    /// Adds or removes a pair.
    ///
    /// - Parameters:
    ///   - pair: The received pair.
    ///   - source: The number of the record.
    ///   - isPresent: Whether the record has the pair now.
    ///   - target: The shape of the records at the other end.
    ///   - metadataID: The number of the record's metadata.
    /// - Returns: Whether no reference to a missing record remains.
    private func applyPair(
        _ pair: IncomingPair, of source: Int64, isPresent: Bool, _ target: SyncShape, _ metadataID: Int64
    ) throws -> Bool {
        if pair.isAdded == isPresent { return true }
        guard case .present(let number, let id) = try resolution(of: pair.target, target) else {
            if pair.isAdded { try writeLink(pair.name, of: metadataID, to: pair.target.uuidString) }
            return !pair.isAdded
        }
        if id != pair.target {
            // The removal of a pair with a merged duplicate doesn't concern the record that absorbed it.
            if pair.isAdded {
                try self.pair(
                    source, (number, id.uuidString), insteadOf: pair.name, pair.clock, pair.pairs,
                    metadataID: metadataID)
            }
        } else if pair.isAdded {
            try self.pair(source, number, pair.pairs)
        } else {
            try unpair(source, number, pair.pairs)
        }
        return true
    }

    /// Adds a pair with the record that absorbed the pair's record, unless that pair was removed later.
    func pair(
        _ source: Int64, _ target: (number: Int64, id: String), insteadOf name: String, _ clock: SyncClock,
        _ pairs: StoreTable.Pairs, metadataID: Int64
    ) throws {
        let own = try database.rows(
            "SELECT clock FROM _syncField WHERE record = ? AND name = ?", .integer(metadataID),
            .text(pairs.relationship + "/" + target.id))
        // The pair's own clock may be later.
        if let known = own.first?.first?.text, known > clock.description { return }
        try pair(source, target.number, pairs)
    }

    /// Adds a pair after the others.
    func pair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        func lastPosition(_ end: String, of record: String) -> String {
            ListPositions.afterLast("\(end)_order", in: pairs.table, where: "\(end) = \(record)")
        }
        var columns = ["_source", "_target", "_source_order"]
        var values = ["?1", "?2", lastPosition("_source", of: "?1")]
        if pairs.hasTargetOrder {
            columns.append("_target_order")
            values.append(lastPosition("_target", of: "?2"))
        }
        try database.run(
            """
            INSERT OR IGNORE INTO \(pairs.table) (\(columns.joined(separator: ", ")))
            VALUES (\(values.joined(separator: ", ")))
            """, .integer(source), .integer(target))
    }

    private func unpair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        try database.run(
            "DELETE FROM \(pairs.table) WHERE _source = ? AND _target = ?", .integer(source), .integer(target)
        )
    }
}

extension SyncShape {
    /// Returns the number of a record's fields that can't be decoded.
    func unreadable(in record: SyncRecord) -> Int {
        record.fields.count { name, value in
            field(named: name).map { $0.meaning(of: value.value) == nil } ?? false
        }
    }
}

extension SyncShape.Field {
    /// The meaning of a received value in this store.
    fileprivate enum Meaning {
        case value(StoredValue)
        /// A record of a model, which may not be stored here.
        case record(UUID, of: String)
    }

    /// Returns the meaning of a received value, or `nil` if it can't be decoded.
    fileprivate func meaning(of value: SyncValue) -> Meaning? {
        guard let target else { return column.stored(value).map { .value($0) } }
        switch value {
        case .null: return column.isOptional ? .value(.null) : nil
        case .string(let text): return UUID(uuidString: text).map { .record($0, of: target) }
        default: return nil
        }
    }
}
