import Foundation

/// The binary format of the history: the changes of one kind that a save made to the records of one model.
///
/// Numbers are LEB128: seven bits per byte, the lowest first; the eighth bit is set if another byte follows.
/// Signed numbers are zigzag-encoded: 0, -1, 1, -2, … as 0, 1, 2, 3, … A value is a byte for its kind,
/// followed by its content: 0 NULL; 1 a signed number; 2 a double in eight bytes, little-endian; 3 the length
/// and the bytes of a UTF-8 text; 4 the length and the bytes of a blob.
///
/// - Inserts: ranges of record numbers, each as the signed distance of its start from the end of the previous
///   range, and its length.
/// - Updates: for each record the signed distance from the previous one, the number of changed columns, and
///   for each column its index in the row's list of columns and the old value.
/// - Deletes: for each record the signed distance from the previous one, and all old values in order.
enum PackedChanges {
    /// The kind of change; the raw values are stored in `_history_change.kind`.
    enum Kind: Int64 {
        case insert = 0
        case update = 1
        case delete = 2

        /// The kind of the change that reverses a change of this kind.
        var reversed: Kind {
            switch self {
            case .insert: .delete
            case .update: .update
            case .delete: .insert
            }
        }
    }
}

/// A byte buffer to which numbers and values are packed.
struct PackedBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    /// A copy of the bytes that takes no more memory than they need.
    var copy: [UInt8] { bytes.withUnsafeBufferPointer { Array($0) } }

    /// Appends values that are already packed.
    mutating func append(packed values: [UInt8]) { bytes += values }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(signed number: Int64) {
        append(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Packs the value in a column of a row, without creating a `StoredValue`.
    mutating func append(_ row: ModelRow, _ column: Int) {
        row.withContent(column) { content in
            switch content {
            case .text(let text): append(3, text)
            case .blob(let data): append(4, data)
            case .value(let value): append(value)
            }
        }
    }

    mutating func append(_ value: StoredValue) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let number):
            bytes.append(1)
            append(signed: number)
        case .real(let number):
            bytes.append(2)
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let text): append(3, text.utf8)
        case .blob(let data): append(4, data)
        }
    }

    /// Packs the kind of a value, its length and its bytes.
    @inline(__always)
    private mutating func append(_ kind: UInt8, _ content: some Collection<UInt8>) {
        bytes.append(kind)
        append(UInt64(content.count))
        bytes.append(contentsOf: content)
    }
}

/// Packs the changes of one kind for one model.
struct ChangePacker {
    private(set) var packed = PackedBytes()
    private var last: Int64 = 0
    private var rangeStart: Int64 = 0
    private var rangeCount: UInt64 = 0
    /// The number of packed records.
    private(set) var count: Int64 = 0

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ record: Int64) {
        count += 1
        if rangeCount > 0, record == rangeStart + Int64(rangeCount) {
            rangeCount += 1
        } else {
            closeRange()
            rangeStart = record
            rangeCount = 1
        }
    }

    mutating func update(_ record: Int64, _ old: [(column: Int, value: StoredValue)]) {
        startUpdate(record, columns: old.count)
        for (column, value) in old { append(value, at: column) }
    }

    /// Begins the entry of an updated record. Afterwards, call ``append(_:at:)`` once for each changed
    /// column.
    mutating func startUpdate(_ record: Int64, columns: Int) {
        count += 1
        packed.append(signed: record - last)
        last = record
        packed.append(UInt64(columns))
    }

    mutating func append(_ old: StoredValue, at column: Int) {
        packed.append(UInt64(column))
        packed.append(old)
    }

    /// A position to which the packer can return if an update fails after it was packed.
    struct Mark {
        fileprivate let packed: Int
        fileprivate let last: Int64
        fileprivate let count: Int64
    }

    /// The current end of the packed bytes.
    var mark: Mark { Mark(packed: packed.count, last: last, count: count) }

    /// Discards the updates that were packed after a mark.
    mutating func truncate(to mark: Mark) {
        packed.truncate(to: mark.packed)
        last = mark.last
        count = mark.count
    }

    /// Packs a value of a row as the old value of a column.
    mutating func append(_ row: ModelRow, _ place: Int, at column: Int) {
        packed.append(UInt64(column))
        packed.append(row, place)
    }

    /// Packs the old values of a deleted record. If a value is unknown, packs nothing and returns false.
    mutating func delete(_ record: Int64, _ pack: (inout PackedBytes) -> Bool) -> Bool {
        let start = packed.count
        packed.append(signed: record - last)
        guard pack(&packed) else {
            packed.truncate(to: start)
            return false
        }
        count += 1
        last = record
        return true
    }

    mutating func delete(_ record: Int64, _ old: [StoredValue]) {
        _ = delete(record) { bytes in
            for value in old { bytes.append(value) }
            return true
        }
    }

    /// Packs the old values of a deleted record, which are already packed.
    mutating func delete(_ record: Int64, packed old: [UInt8]) {
        _ = delete(record) { bytes in
            bytes.append(packed: old)
            return true
        }
    }

    private mutating func closeRange() {
        guard rangeCount > 0 else { return }
        packed.append(signed: rangeStart - last)
        packed.append(rangeCount)
        last = rangeStart + Int64(rangeCount)
        rangeCount = 0
    }

    /// Returns all bytes. Nothing can be added afterwards.
    mutating func finished() -> Data {
        closeRange()
        return Data(packed.bytes)
    }
}

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
