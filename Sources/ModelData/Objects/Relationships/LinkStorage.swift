/// Where an object has the state of its relationships: in ``ObjectLinks``, or still as the row's foreign key.
///
/// Most fetched objects never have their relationships accessed, so `ObjectLinks` is created at the first
/// access.
struct LinkStorage {
    let known: ObjectLinks?
    /// Whether there is only the row's foreign key.
    let hasRow: Bool
    /// The record number in the row's foreign key, if the model has exactly one foreign key.
    private let rowKey: Int64
    /// The object's position in the related object's list, if the model has exactly one foreign key.
    private let rowOrder: Int64

    @inline(__always)
    init(_ known: ObjectLinks? = nil) {
        self.known = known
        hasRow = false
        rowKey = 0
        rowOrder = 0
    }

    /// Reads the foreign keys of a row; the related objects are loaded when they are first accessed.
    init(_ row: ModelRow, _ layout: EntityLayout) {
        guard layout.keys.count < 2 else {
            let links = ObjectLinks.make(layout.shape, isLoaded: false)
            for key in layout.keys {
                let order = key.orderColumn.map { row.integer($0) } ?? 0
                links.setRow(key.index, record: row.integer(key.column), order: order)
            }
            self.init(links)
            return
        }
        let sole = layout.onlyKey
        self.init(
            rowKey: sole.column >= 0 ? row.integer(sole.column) : 0,
            rowOrder: sole.column >= 0 && sole.order >= 0 ? row.integer(sole.order) : 0)
    }

    @inline(__always)
    private init(rowKey: Int64, rowOrder: Int64) {
        known = nil
        hasRow = true
        self.rowKey = rowKey
        self.rowOrder = rowOrder
    }

    /// Whether the object may have relationships that aren't loaded yet.
    @inline(__always)
    var mayHaveFaults: Bool { hasRow || known != nil }

    /// Whether a required relationship isn't loaded.
    var lacksRequired: Bool {
        guard let known else { return hasRow }
        return known.shape.required.contains { !known[$0.index].isLoaded }
    }

    /// Discards the unsaved changes of all relationships, because they were saved.
    func discardEdits() {
        guard let known else { return }
        for index in known.indices {
            known[index].discardEdits()
            known[index].isLinked = true
        }
    }

    /// Returns the state of the relationships, with the foreign key that was read from the row.
    @inline(never)
    func unpacked(_ layout: EntityLayout) -> ObjectLinks {
        let links = ObjectLinks.make(layout.shape, isLoaded: false)
        if let key = layout.keys.first { links.setRow(key.index, record: rowKey, order: rowOrder) }
        return links
    }
}
