/// The changed columns of an object, with their values before the first unsaved change.
struct UnsavedChanges {
    /// The value of a changed column before its first unsaved change.
    struct Original {
        let column: Int
        /// Nil if the old value couldn't be encoded; it must then be read from the store.
        let value: StoredValue?
    }

    var columns = ColumnSet()
    var originals: [Original] = []

    mutating func clear() {
        columns = ColumnSet()
        if !originals.isEmpty { originals = [] }
    }
}
