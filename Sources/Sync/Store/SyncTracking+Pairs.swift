import Foundation
import ModelData

extension SyncTracking {
    /// Returns the pairs of a many-to-many relationship with the clocks of their last changes, the earliest first. All devices
    /// that have the same pairs have them in the same order.
    ///
    /// - Parameters:
    ///   - relationship: The relationship's name.
    ///   - model: The model that has the relationship.
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    /// - Returns: The identifiers of the records. Empty if the store was never synchronized.
    /// - Throws: ModelData's errors if the store can't be read.
    package static func pairs(
        _ relationship: String, of model: any Synchronizable.Type, in context: ModelContext,
        models: [any Synchronizable.Type]
    ) throws -> [(source: UUID, target: UUID)] {
        let shapes = try SyncShapes(models, in: context)
        guard let source = shapes[model.storeName],
            let pairs = shapes.pairs(of: source.name, named: relationship),
            let target = shapes[pairs.target]
        else { return [] }
        return try context.withSQLReadAccess(to: model) { database in
            guard try database.hasTable("_syncField") else { return [] }
            return try database.rows(
                """
                SELECT o.\(source.identifier.quoted), t.\(target.identifier.quoted) FROM \(pairs.table) AS j
                JOIN \(source.table.table) AS o ON o._id = j._source
                JOIN \(target.table.table) AS t ON t._id = j._target
                LEFT JOIN _syncRecord AS r
                    ON r.entity = \(source.name.literalSQL) AND r.uuid = o.\(source.identifier.quoted)
                LEFT JOIN _syncField AS f ON f.record = r._id
                    AND f.name = \((relationship + "/").literalSQL) || t.\(target.identifier.quoted)
                ORDER BY coalesce(f.clock, ''), 1, 2
                """
            ).compactMap { row in
                guard let source = row[0].text.flatMap({ UUID(uuidString: $0) }),
                    let target = row[1].text.flatMap({ UUID(uuidString: $0) })
                else { return nil }
                return (source, target)
            }
        }
    }
}
