import Foundation

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
