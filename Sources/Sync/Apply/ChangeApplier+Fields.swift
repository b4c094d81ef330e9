import Foundation
import ModelData
import SyncProtocol

/// Received fields, told apart: values of columns, and pairs.
struct IncomingFields {
    /// The stored values by the fields' places in the shape.
    var values: [(field: SyncShape.Field, value: StoredValue)] = []
    /// To-one relationships to records that aren't here.
    var links: [(name: String, target: String)] = []
    /// Pairs that are there now, or not any more.
    var pairs: [IncomingPair] = []
    /// All fields that were taken, with their clocks.
    var clocks: [(name: String, clock: SyncClock)] = []
    /// Whether a relationship that must be there is to a record that isn't.
    var mustWait = false
    var unreadable = 0
}

/// A received pair, which is there now or not any more.
struct IncomingPair {
    let pairs: StoreTable.Pairs
    /// The name of its field.
    let name: String
    let target: UUID
    let isThere: Bool
    let clock: SyncClock
}

extension ChangeApplier {
    /// Translates fields into what the store keeps.
    func incoming(_ fields: [String: SyncField], _ shape: SyncShape) throws -> IncomingFields {
        var result = IncomingFields()
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
            if let column = shape.field(named: name) {
                if try take(field.value, column, &result) {
                    result.clocks.append((name, field.clock))
                } else {
                    result.unreadable += 1
                }
            } else if let parts = SyncRecord.pair(fromFieldName: name),
                let pairs = shapes.pairs(of: shape.name, named: parts.relationship)
            {
                result.pairs.append(
                    IncomingPair(
                        pairs: pairs, name: name, target: parts.id, isThere: field.value == .bool(true),
                        clock: field.clock))
                result.clocks.append((name, field.clock))
            }
        }
        return result
    }

    private func take(
        _ value: SyncValue, _ field: SyncShape.Field, _ result: inout IncomingFields
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

    /// Notes a relationship to a record that isn't here.
    func writeLink(_ name: String, of record: Int64, to target: String) throws {
        try database.run(
            "INSERT OR REPLACE INTO _syncLink (record, name, target) VALUES (?, ?, ?)", .integer(record),
            .text(name), .text(target))
    }

    func removeLink(_ name: String, of record: Int64) throws {
        try database.run("DELETE FROM _syncLink WHERE record = ? AND name = ?", .integer(record), .text(name))
    }

    /// Adds and takes away pairs of a record.
    func write(_ fields: IncomingFields, of source: Int64, metadataID: Int64) throws {
        for pair in fields.pairs {
            guard let target = shapes[pair.pairs.target] else { continue }
            guard case .present(let number, let id) = try resolution(of: pair.target, target) else {
                if pair.isThere {
                    try writeLink(pair.name, of: metadataID, to: pair.target.uuidString)
                } else {
                    try removeLink(pair.name, of: metadataID)
                }
                continue
            }
            try removeLink(pair.name, of: metadataID)
            if id == pair.target {
                if pair.isThere {
                    try self.pair(source, number, pair.pairs)
                } else {
                    try unpair(source, number, pair.pairs)
                }
            } else if pair.isThere {
                try self.pair(
                    source, (number, id.uuidString), insteadOf: pair.name, pair.clock, pair.pairs,
                    metadataID: metadataID)
            }
            // That a record which became another one isn't among the pairs any more says nothing of that one.
        }
    }

    /// Adds a pair with the record that stands for the one that it was made with, unless that pair was taken away since.
    func pair(
        _ source: Int64, _ target: (number: Int64, id: String), insteadOf name: String, _ clock: SyncClock,
        _ pairs: StoreTable.Pairs, metadataID: Int64
    ) throws {
        let own = try database.rows(
            "SELECT clock FROM _syncField WHERE record = ? AND name = ?", .integer(metadataID),
            .text(pairs.relationship + "/" + target.id))
        // What is known of the pair itself counts where it is later.
        if let known = own.first?.first?.text, known > clock.description { return }
        try pair(source, target.number, pairs)
    }

    /// Adds a pair behind the others.
    func pair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        let order = { (side: String, other: String) in
            "(SELECT coalesce(max(\(side)_order), 0) + 1 FROM \(pairs.table) WHERE \(side) = \(other))"
        }
        let more = pairs.hasTargetOrder
        try database.run(
            """
            INSERT OR IGNORE INTO \(pairs.table) (_source, _target, _source_order\(more ? ", _target_order" : ""))
            VALUES (?1, ?2, \(order("_source", "?1"))\(more ? ", " + order("_target", "?2") : ""))
            """, .integer(source), .integer(target))
    }

    private func unpair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        try database.run(
            "DELETE FROM \(pairs.table) WHERE _source = ? AND _target = ?", .integer(source), .integer(target)
        )
    }
}

extension SyncShape {
    /// How many fields of a record can't be read.
    func unreadable(in record: SyncRecord) -> Int {
        record.fields.count { name, value in
            field(named: name).map { $0.meaning(of: value.value) == nil } ?? false
        }
    }
}

extension SyncShape.Field {
    /// What a received value says here.
    fileprivate enum Meaning {
        case value(StoredValue)
        /// A record of a model, which may not be here.
        case record(UUID, of: String)
    }

    /// What a received value says; nil where it can't be read.
    fileprivate func meaning(of value: SyncValue) -> Meaning? {
        guard let target else { return column.stored(value).map { .value($0) } }
        switch value {
        case .null: return column.isOptional ? .value(.null) : nil
        case .string(let text): return UUID(uuidString: text).map { .record($0, of: target) }
        default: return nil
        }
    }
}
