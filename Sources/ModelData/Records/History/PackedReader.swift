import Foundation

/// Reads the bytes that ``ChangePacker`` has written. All methods return nil if the bytes end too early.
struct PackedReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) {
        bytes = [UInt8](data)
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func number() -> UInt64? {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        return nil
    }

    mutating func signed() -> Int64? {
        number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    mutating func value() -> StoredValue? {
        guard let kind = byte() else { return nil }
        switch kind {
        case 0: return .null
        case 1: return signed().map { .integer($0) }
        case 2:
            guard let bytes = take(8) else { return nil }
            let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .real(Double(bitPattern: bits))
        case 3, 4:
            guard let count = number(), let bytes = take(count) else { return nil }
            return kind == 3 ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(Data(bytes))
        default: return nil
        }
    }

    private mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(bytes.count - position) else { return nil }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}

/// A change of one record, read from the history. Its kind is that of the row which contains it.
struct RecordedChange {
    let record: Int64
    /// The old values, with the indices of their columns in the row's list of columns. An update has those of
    /// the changed columns, a deletion those of all columns in order, and an insertion none.
    var old: [(column: Int, value: StoredValue)] = []

    /// Returns the old value of a column; nil if the change doesn't have it.
    func old(_ column: Int) -> StoredValue? { old.first { $0.column == column }?.value }

    /// Returns all packed changes, or nil if the bytes are damaged or contain an unexpected number of
    /// changes.
    static func all(
        _ kind: PackedChanges.Kind, in data: Data, columns: Int, count expected: Int64
    ) -> [RecordedChange]? {
        var reader = PackedReader(data)
        var changes: [RecordedChange] = []
        var last: Int64 = 0
        while !reader.isAtEnd {
            guard changes.count < expected, let distance = reader.signed() else { return nil }
            last &+= distance
            if kind == .insert {
                guard let count = reader.number(), count > 0,
                    count <= UInt64(expected) - UInt64(changes.count)
                else { return nil }
                for _ in 0..<count {
                    changes.append(RecordedChange(record: last))
                    last += 1
                }
            } else {
                guard let old = reader.oldValues(kind, columns: UInt64(columns)) else { return nil }
                changes.append(RecordedChange(record: last, old: old))
            }
        }
        return changes.count == expected ? changes : nil
    }
}

extension PackedReader {
    /// Reads the old values of an updated or a deleted record.
    fileprivate mutating func oldValues(
        _ kind: PackedChanges.Kind, columns: UInt64
    ) -> [(column: Int, value: StoredValue)]? {
        let isUpdate = kind == .update
        guard let count = isUpdate ? number() : columns, count <= columns else { return nil }
        var old: [(column: Int, value: StoredValue)] = []
        for index in 0..<count {
            guard let column = isUpdate ? number() : index, column < columns, let value = value() else {
                return nil
            }
            old.append((Int(column), value))
        }
        return old
    }
}
