import Foundation

/// Finds positions for the entries of a list, and changes as few stored positions as possible.
///
/// Positions have gaps. So an entry that is put between two others changes no other position, in a list of any length.
package enum ListPositions {
    /// The distance between the positions of entries that are appended.
    static let step: Int64 = 1024

    /// The greatest position that is continued. Another tool could write any number, and further positions must not
    /// overflow.
    static let limit: Int64 = 1 << 60

    /// What the store has for an entry.
    struct Entry {
        /// The position, or ``unplaced``; nil if the entry is new to the list.
        let position: Int64?
        /// The record number, which decides between entries without a position.
        let record: Int64

        /// The position of stored entries that have none. They are the first of a list.
        private static let unplaced = Int64.min

        /// An entry that is new to the list.
        static let new = Entry(position: nil, record: 0)

        /// - Parameters:
        ///   - stored: The stored position; nil if the record has none.
        ///   - record: The record number.
        init(stored: Int64?, record: Int64) {
            let range = -ListPositions.limit...ListPositions.limit
            let position = stored ?? Self.unplaced
            self.init(position: stored == nil || range.contains(position) ? position : nil, record: record)
        }

        private init(position: Int64?, record: Int64) {
            self.position = position
            self.record = record
        }

        /// The position as a number to continue from; nil if there is none.
        fileprivate var number: Int64? { position == Self.unplaced ? nil : position }

        /// Returns whether a stored entry comes before another one.
        fileprivate func precedes(_ other: Entry) -> Bool {
            guard let position, let next = other.position else { return false }
            return position < next || (position == Self.unplaced && position == next && record < other.record)
        }
    }

    /// Returns the new positions of a list's entries; nil for those that keep their position.
    static func changes(_ entries: [Entry]) -> [Int64?] {
        var result: [Int64?] = Array(repeating: nil, count: entries.count)
        let kept = longestIncreasing(entries)
        var nextKept = 0
        var start = 0
        var last: Int64?
        while start < entries.count {
            var end = nextKept < kept.count ? kept[nextKept] : entries.count
            if end == start {
                last = entries[start].number
                start += 1
                nextKept += 1
                continue
            }
            // Where there is no space, the next entries get new positions, too. The more they are, the larger are their
            // gaps, so that repeated insertions at one place move only a few entries on average.
            var gap: Int64 = 1
            while end < entries.count,
                !hasSpace(for: end - start, after: last, before: entries[end], leaving: gap)
            {
                nextKept += 1
                end = nextKept < kept.count ? kept[nextKept] : entries.count
                gap = min(Int64(end - start), step / 2)
            }
            let following = end < entries.count ? entries[end].number : nil
            for index in start..<end {
                result[index] = position(index - start, of: end - start, after: last, before: following)
            }
            last = result[end - 1]
            start = end
        }
        return result
    }

    /// Returns positions for new entries between two others; nil if there is no space.
    ///
    /// - Parameters:
    ///   - previous: The entry before them; nil at the beginning of the list.
    ///   - next: The entry after them; nil at the end of the list.
    static func positions(_ count: Int, between previous: Entry?, and next: Entry?) -> [Int64]? {
        if let previous, previous.position == nil { return nil }
        if let next, !hasSpace(for: count, after: previous?.number, before: next) { return nil }
        return (0..<count).map { position($0, of: count, after: previous?.number, before: next?.number) }
    }

    /// Returns the SQL of the position after the last entry of a list in a join table.
    ///
    /// - Parameters:
    ///   - column: The column with the positions.
    ///   - table: The join table.
    ///   - condition: The condition for the rows of the list.
    package static func afterLast(_ column: String, in table: String, where condition: String) -> String {
        "(SELECT min(coalesce(max(max(\(column)), 0), 0), \(limit)) + \(step) FROM \(table) WHERE \(condition))"
    }

    /// Returns whether new entries fit between two others with gaps of a size.
    private static func hasSpace(
        for count: Int, after last: Int64?, before next: Entry, leaving gap: Int64 = 1
    ) -> Bool {
        guard let next = next.number else { return false }
        guard let last else { return next > -limit }
        // Zero means that there is no position.
        return (next - last) / (Int64(count) + 1) >= max(gap, last < 0 && next > 0 ? 2 : 1)
    }

    /// Returns the position of one of some new entries between two others.
    private static func position(_ index: Int, of count: Int, after last: Int64?, before next: Int64?)
        -> Int64
    {
        let number = Int64(index) + 1
        guard let next else { return max(last ?? 0, 0) + step * number }
        let position =
            last.map { $0 + (next - $0) / (Int64(count) + 1) * number }
            ?? next - step * (Int64(count) + 1 - number)
        // Zero means that there is no position. There is space on its other side, see `hasSpace`.
        if position == 0 { return last == nil ? -1 : 1 }
        return position
    }

    /// Returns the indices of the most stored entries that are in the order of their positions.
    private static func longestIncreasing(_ entries: [Entry]) -> [Int] {
        // Usually, all stored entries are in order, and new ones follow.
        var count = 0
        while count < entries.count, entries[count].position != nil,
            count == 0 || entries[count - 1].precedes(entries[count])
        {
            count += 1
        }
        if entries[count...].allSatisfy({ $0.position == nil }) { return Array(0..<count) }
        // The entry with the lowest position at which a sequence of each length ends.
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: entries.count)
        for index in entries.indices where entries[index].position != nil {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[ends[middle]].precedes(entries[index]) { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}

extension ModelContext {
    /// Puts some of the objects that an object is related to into another order, without creating them. Together
    /// they keep the places in the list that they have.
    ///
    /// ```swift
    /// try context.reorder(shelf, \.books, to: [12, 7, 9])
    /// ```
    ///
    /// - Parameters:
    ///   - model: The object. It must be saved, like all changes of the list.
    ///   - relationship: Its to-many relationship with a many-to-many inverse.
    ///   - records: The record numbers of the related objects in their new order. Numbers of other records are
    ///     ignored.
    /// - Throws: ``ModelDataError/unknownProperty(model:property:)`` if the relationship isn't many-to-many;
    ///   ``ModelDataError`` if the store can't be changed.
    package func reorder<T: PersistentModel, Related: PersistentModel>(
        _ model: T, _ relationship: ReferenceWritableKeyPath<T, [Related]>, to records: [Int]
    ) throws {
        let table = try table(for: T.self)
        guard let column = table.keyPaths(T.self).column(of: relationship), let links = model._$state.links,
            case let index = links.shape.index(of: column), index >= 0,
            case let shape = links.shape.relationships[index], let join = shape.join, join.hasTargetOrder
        else {
            throw ModelDataError.unknownProperty(model: T._$entityName, property: "\(relationship)")
        }
        // A custom store needs the changes of objects.
        guard !links[index].isLoaded, table.custom == nil else {
            let ranks = Dictionary(zip(records, records.indices)) { first, _ in first }
            var list = model[keyPath: relationship]
            func rank(_ related: Related) -> Int? { ranks[Int(related._$state.record)] }
            let places = list.indices.filter { rank(list[$0]) != nil }
            let ordered = places.map { list[$0] }.sorted { (rank($0) ?? 0) < (rank($1) ?? 0) }
            for (place, related) in zip(places, ordered) { list[place] = related }
            model[keyPath: relationship] = list
            return try save()
        }
        try ContextWriter(self).performAndCommit(on: table.session) {
            try JoinOrder(join: join, isForward: shape.isJoinSource, session: table.session, author: author)
                .set(records.map(Int64.init), of: model._$state.record)
        }
    }
}

/// Changes the order of join rows with SQL.
private struct JoinOrder {
    let join: JoinLayout
    let isForward: Bool
    let session: ContextSession
    let author: String?

    func set(_ records: [Int64], of owner: Int64) throws {
        let (own, other) = isForward ? ("_source", "_target") : ("_target", "_source")
        let connection = session.connection
        // Keep only the numbers of the rows, because the list can be very long.
        var rows: [Int64] = [], places: [Int64] = []
        var known: [Int64: Int] = [:]
        try session.forEachRow(
            """
            SELECT _id, \(other), \(own)_order FROM \(join.table) \
            WHERE \(own) = ? AND \(other) IN (SELECT value FROM json_each(?)) ORDER BY \(own)_order, _id
            """, [.integer(owner), .list(records)], needsFunctions: false
        ) { row in
            known[row.integer(0)] = rows.count
            rows.append(row.integer(-1))
            places.append(row.integer(1))
        }
        var updated = ChangePacker()
        var last: Int64 = 0
        var next = 0
        for record in records {
            guard let row = known.removeValue(forKey: record) else { continue }
            // Rows with the same position have the order of their numbers.
            last = next == 0 ? places[next] : max(places[next], last &+ 1)
            next += 1
            if places[row] == last { continue }
            try connection.run(
                "UPDATE \(join.table) SET \(own)_order = ? WHERE _id = ?", .integer(last), .integer(rows[row])
            )
            updated.update(rows[row], [(isForward ? 2 : 3, .integer(places[row]))])
        }
        let history = HistoryWriter(session: session, author: author, note: nil)
        try history.write(.update, model: join.name, columns: join.columns, &updated)
    }
}
