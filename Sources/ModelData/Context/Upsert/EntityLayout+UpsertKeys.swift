extension EntityLayout {
    /// The columns of each group of unique properties.
    var uniqueColumns: [[Int]] { entity.uniquenessConstraints.map { $0.compactMap(column(named:)) } }

    /// Returns the columns by which an upsert identifies a record: a group of unique properties.
    ///
    /// - Parameters:
    ///   - wanted: The columns that the caller names; nil for the first group.
    ///   - columns: The columns that the elements set; nil if they set all.
    func upsertKeys(_ wanted: [Int?]?, among columns: Set<Int>? = nil) throws -> [Int] {
        let fitting = uniqueColumns.first { group in
            columns?.isSuperset(of: group) != false && (wanted == nil || Set(wanted ?? []) == Set(group))
        }
        if let fitting { return fitting }
        let names = (wanted ?? columns?.sorted() ?? []).compactMap { $0 }.map { self.columns[$0].name }
        throw ModelDataError.noUniqueKey(model: name, properties: names)
    }
}
