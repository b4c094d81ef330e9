/// Which state stands for a record: a hash table from positive numbers to unowned objects.
///
/// Looking a record up happens once per fetched row, so this does only that: open addressing with linear
/// probing, no hashing of types, no counting of references.
struct RecordMap {
    private var keys: [Int64] = []
    private var values: [Unmanaged<ModelState>?] = []
    private var used = 0
    private(set) var count = 0

    private static let free: Int64 = 0
    private static let removed: Int64 = -1

    subscript(record: Int64) -> ModelState? {
        guard count > 0 else { return nil }
        var index = slot(of: record)
        while keys[index] != Self.free {
            if keys[index] == record { return values[index]?.takeUnretainedValue() }
            index = (index + 1) & (keys.count - 1)
        }
        return nil
    }

    mutating func insert(_ state: ModelState, for record: Int64) {
        if (used + 1) * 4 > keys.count * 3 { grow() }
        var index = slot(of: record)
        var place: Int?
        while keys[index] != Self.free {
            if keys[index] == record {
                values[index] = .passUnretained(state)
                return
            }
            if keys[index] == Self.removed, place == nil { place = index }
            index = (index + 1) & (keys.count - 1)
        }
        if place == nil { used += 1 }
        let target = place ?? index
        keys[target] = record
        values[target] = .passUnretained(state)
        count += 1
    }

    /// Removes a record, but only when it is this state's.
    mutating func remove(_ record: Int64, of state: ModelState) {
        guard count > 0 else { return }
        var index = slot(of: record)
        while keys[index] != Self.free {
            if keys[index] == record {
                guard values[index]?.toOpaque() == Unmanaged.passUnretained(state).toOpaque() else { return }
                keys[index] = Self.removed
                values[index] = nil
                count -= 1
                if count == 0 { self = RecordMap() }
                return
            }
            index = (index + 1) & (keys.count - 1)
        }
    }

    /// All states, in no order.
    var states: [ModelState] { values.compactMap { $0?.takeUnretainedValue() } }

    private func slot(of record: Int64) -> Int {
        let mixed = UInt64(bitPattern: record) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 20) & (keys.count - 1)
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldValues = values
        let size = Swift.max(16, count * 4 > oldKeys.count * 2 ? oldKeys.count * 2 : oldKeys.count)
        keys = Array(repeating: Self.free, count: size)
        values = Array(repeating: nil, count: size)
        used = 0
        count = 0
        for (key, value) in zip(oldKeys, oldValues) where key > 0 {
            if let value { insert(value.takeUnretainedValue(), for: key) }
        }
    }
}
