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
