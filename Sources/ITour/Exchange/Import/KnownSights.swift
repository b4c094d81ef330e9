/// The known sights of an import, by destination and name.
///
/// A large file has hundreds of thousands of sights. Therefore they are in a few large blocks of memory, and those with
/// the same key form a linked list.
struct KnownSights {
    /// A destination and a text. Only the hash value of 64 bits is kept: two keys of a file are equal by chance once in
    /// a hundred million files with a hundred thousand sights.
    struct Key: Hashable {
        private let value: Int

        init(destination: Int, text: String) {
            var hasher = Hasher()
            hasher.combine(destination)
            hasher.combine(text)
            value = hasher.finalize()
        }
    }

    private struct Slot {
        var sight: KnownSight
        /// The next slot with the same key, or the next free one; -1 at the end.
        var next: Int32
    }

    private static let blockSize = 1024

    /// The slots of the first and the last sight with each key.
    private var ends: [Key: (first: Int32, last: Int32)] = [:]
    private var blocks: [[Slot]] = []
    private var firstFree: Int32 = -1

    /// Returns the first sight with a key that meets a condition, in the order in which the sights were added.
    func first(_ key: Key, where condition: (KnownSight) -> Bool) -> KnownSight? {
        var index = ends[key]?.first ?? -1
        while index >= 0 {
            let slot = self[index]
            if condition(slot.sight) { return slot.sight }
            index = slot.next
        }
        return nil
    }

    /// Returns the sights with a key that meet a condition.
    func all(_ key: Key, where condition: (KnownSight) -> Bool) -> [KnownSight] {
        var found: [KnownSight] = []
        _ = first(key) {
            if condition($0) { found.append($0) }
            return false
        }
        return found
    }

    private subscript(_ index: Int32) -> Slot {
        get { blocks[Int(index) / Self.blockSize][Int(index) % Self.blockSize] }
        set { blocks[Int(index) / Self.blockSize][Int(index) % Self.blockSize] = newValue }
    }

    /// Returns the sight in a slot.
    func sight(in slot: Int32) -> KnownSight { self[slot].sight }

    /// Adds a sight.
    ///
    /// - Returns: The slot of the sight, which stays the same until its key is removed.
    @discardableResult
    mutating func append(_ sight: KnownSight, for key: Key) -> Int32 {
        let index = place(Slot(sight: sight, next: -1))
        guard let (first, last) = ends[key] else {
            ends[key] = (index, index)
            return index
        }
        self[last].next = index
        ends[key] = (first, index)
        return index
    }

    private mutating func place(_ slot: Slot) -> Int32 {
        if firstFree >= 0 {
            let index = firstFree
            firstFree = self[index].next
            self[index] = slot
            return index
        }
        if blocks.last?.count ?? Self.blockSize == Self.blockSize {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
        }
        blocks[blocks.count - 1].append(slot)
        return Int32((blocks.count - 1) * Self.blockSize + blocks[blocks.count - 1].count - 1)
    }

    /// Removes the sights with a key.
    mutating func remove(_ key: Key) {
        guard let (first, last) = ends.removeValue(forKey: key) else { return }
        self[last].next = firstFree
        firstFree = first
    }
}
