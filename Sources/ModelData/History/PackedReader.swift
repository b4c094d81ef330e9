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
        case 3:
            guard let count = number(), let bytes = take(count) else { return nil }
            return .text(String(decoding: bytes, as: UTF8.self))
        case 4:
            guard let count = number(), let bytes = take(count) else { return nil }
            return .blob(Data(bytes))
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

/// A change of one record, read from the history.
enum RecordedChange {
    case insert(record: Int64)
    case update(record: Int64, old: [(column: Int, value: StoredValue)])
    case delete(record: Int64, old: [StoredValue])

    var record: Int64 {
        switch self {
        case .insert(let record), .update(let record, _), .delete(let record, _): record
        }
    }

    /// Returns all packed changes, or nil if the bytes are damaged or contain an unexpected number of
    /// changes.
    static func all(
        _ kind: PackedChanges.Kind, in data: Data, columns: Int, count expected: Int64
    ) -> [RecordedChange]? {
        var reader = PackedReader(data)
        var changes: [RecordedChange] = []
        var last: Int64 = 0
        while !reader.isAtEnd {
            guard changes.count < expected else { return nil }
            guard let distance = reader.signed() else { return nil }
            last &+= distance
            switch kind {
            case .insert:
                guard let count = reader.number(), count > 0, expected >= 0,
                    count <= UInt64(expected) - UInt64(changes.count)
                else { return nil }
                for _ in 0..<count {
                    changes.append(.insert(record: last))
                    last += 1
                }
            case .update:
                guard let count = reader.number(), count <= UInt64(columns) else { return nil }
                var old: [(column: Int, value: StoredValue)] = []
                for _ in 0..<count {
                    guard let column = reader.number(), column < UInt64(columns), let value = reader.value()
                    else { return nil }
                    old.append((Int(column), value))
                }
                changes.append(.update(record: last, old: old))
            case .delete:
                var old: [StoredValue] = []
                for _ in 0..<columns {
                    guard let value = reader.value() else { return nil }
                    old.append(value)
                }
                changes.append(.delete(record: last, old: old))
            }
        }
        return changes.count == expected ? changes : nil
    }
}
