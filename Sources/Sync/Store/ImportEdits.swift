import Foundation
import ModelData
import SyncProtocol

/// The edits of a record on this device since the last import or pull.
///
/// ```swift
/// func keepsName(of identifier: UUID, _ edits: [UUID: LocalEdits]) -> Bool {
///     edits[identifier]?.properties.contains("name") == true
/// }
/// ```
public struct LocalEdits: Hashable, Sendable {
    /// The properties that an import must not overwrite.
    public var properties: Set<String> = []
    /// Whether the record was deleted here, so that an import must not add it again.
    public var isDeleted = false

    /// Nothing was edited.
    public init() {}
}

/// Tells an import which values were edited here, and marks the changes of the import as such.
///
/// An import overwrites a value that wasn't edited here, and never one that was, whether or not it was sent.
///
/// ```swift
/// func importNames(_ names: [UUID: String], of sights: [Sight], in context: ModelContext) throws {
///     var edits = try ImportEdits(Sight.self, in: context)
///     try context.transaction {
///         try edits?.begin()
///         let kept = try edits?.of(Array(names.keys)) ?? [:]
///         for sight in sights where kept[sight.identifier]?.properties.contains("name") != true {
///             sight.name = names[sight.identifier] ?? sight.name
///         }
///         try edits?.end()
///     }
/// }
/// ```
public struct ImportEdits {
    private let context: ModelContext
    private let shape: SyncShape
    /// The model and its subclasses.
    private let shapes: SyncShapes
    /// The names of the model and its subclasses, as an SQL list of texts.
    private let kinds: String
    /// The position in the history at the beginning of the import. Nil while triggers track edits.
    private var start: HistoryPosition?
    /// The statements that create the dropped triggers again.
    private var triggers: [String] = []

    /// Prepares an import of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - context: The context with which the import writes.
    /// - Returns: `nil` if the model isn't ``Synchronizable``.
    /// - Throws: ModelData's errors if the store can't be read.
    public init?(_ model: any PersistentModel.Type, in context: ModelContext) throws {
        guard let type = model as? any Synchronizable.Type else { return nil }
        // Relationships to synchronized models can be edited, too.
        let models = context.container.schema.models.compactMap { $0.type as? any Synchronizable.Type }
        let all = try SyncShapes(models, in: context)
        guard let shape = all[type.storeName] else { return nil }
        self.context = context
        self.shape = shape
        kinds = shape.table.kindNames.map(\.literalSQL).joined(separator: ", ")
        shapes = all.only(Set(shape.table.kindNames))
    }

    /// Begins the import. Call it inside an open transaction, before the first write.
    ///
    /// - Throws: ModelData's errors if the store can't be written.
    public mutating func begin() throws {
        (start, triggers) = try context.withSQLAccess(to: shape.type) { database in
            if try SyncSchemaState(database).hasTriggers {
                try SyncMode.importing.activate(in: database)
                return (nil, try removeIdleTriggers(database))
            }
            try database.execute(EditLog.creation)
            try EditLog(database: database).update(
                shapes, keepsImports: SyncSnapshot.exists(in: database), isFirstImport: true)
            return (try database.historyPosition, [])
        }
    }

    /// Ends the import. Call it before the transaction is committed. A rollback has the same effect.
    ///
    /// - Throws: ModelData's errors if the store can't be written.
    public mutating func end() throws {
        try context.withSQLAccess(to: shape.type) { database in
            if let start {
                let log = EditLog(database: database)
                try log.addImport(since: start)
                let keepsImports = try SyncSnapshot.exists(in: database)
                // The changes of most imports concern no edited record.
                if try keepsImports || isLogged(database) {
                    try log.update(shapes, keepsImports: keepsImports)
                } else {
                    try log.markComplete(shapes)
                }
                return
            }
            for trigger in triggers { try database.execute(trigger) }
            try SyncMode.user.activate(in: database)
        }
        start = nil
        triggers = []
    }

    /// Drops the triggers that have no effect during the import, and returns the statements that create them
    /// again.
    ///
    /// During an import, triggers only record changes of records with metadata. While a table has triggers,
    /// SQLite copies each page before each change, which takes half of the time of a large import. The
    /// triggers exist again after the transaction, whether it succeeds or not.
    ///
    /// If records are identified by another unique property, an import can change their UUIDs, and triggers
    /// record that. In this case, the triggers stay.
    private func removeIdleTriggers(_ database: SQLAccess) throws -> [String] {
        let entity = context.container.schema.models.first { $0.name == shape.name }
        guard context.isInTransaction,
            entity?.uniquenessConstraints.first == [shape.identifier.name]
        else { return [] }
        if try hasMetadata(of: shape.name.literalSQL, database) { return [] }
        let names = SyncTriggers.calledByImports(of: shape).map(\.literalSQL).joined(separator: ", ")
        let found = try database.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN (\(names))")
        return try found.compactMap { row in
            guard let name = row[0].text, let statement = row[1].text else { return nil }
            try database.execute("DROP TRIGGER \(name.quotedSQL)")
            return statement
        }
    }

    /// Returns whether any record of some classes has sync metadata. The names are an SQL list of texts.
    private func hasMetadata(of classes: String, _ database: SQLAccess) throws -> Bool {
        try !database.rows("SELECT 1 FROM _syncRecord WHERE entity IN (\(classes)) LIMIT 1").isEmpty
    }

    /// The edits of some records. Records without edits are left out.
    ///
    /// - Parameter ids: The records' UUIDs.
    /// - Returns: The edits by UUID.
    /// - Throws: ModelData's errors if the store can't be read.
    public func of(_ ids: [UUID]) throws -> [UUID: LocalEdits] {
        try context.withSQLReadAccess(to: shape.type) { database in
            var edits: [UUID: LocalEdits] = [:]
            let state = try SyncSchemaState(database)
            // Most stores with large imports have few edits or none.
            if state.tables > 0, try hasMetadata(of: kinds, database) {
                try addTrackedEdits(of: ids, database, to: &edits)
            }
            if state.hasLog, try isLogged(database) {
                try addLoggedEdits(of: ids, database, to: &edits)
            }
            return edits.filter { $0.value.isDeleted || !$0.value.properties.isEmpty }
        }
    }

    private var allProperties: Set<String> { Set(shape.table.columns.map(\.name)) }

    /// Adds the edits in the sync metadata.
    private func addTrackedEdits(
        of ids: [UUID], _ database: SQLAccess, to edits: inout [UUID: LocalEdits]
    ) throws {
        var undone: Set<UUID> = []
        let rows = try database.rows(
            """
            SELECT r.uuid, r.life, r.edited, f.name, f.edited
            FROM json_each(?) AS j JOIN _syncRecord AS r ON r.entity IN (\(kinds)) AND r.uuid = j.value
            LEFT JOIN _syncField AS f ON f.record = r._id
            """, .list(ids))
        for row in rows {
            guard case .text(let text) = row[0], let id = UUID(uuidString: text),
                case .integer(let causalLength) = row[1]
            else { continue }
            var found = edits[id] ?? LocalEdits()
            if edits[id] == nil, row[2] == .integer(1) { found.properties = allProperties }
            // After undoing an import, the user may import again.
            if row[3].text == Tombstone.Field.undo.rawValue { undone.insert(id) }
            found.isDeleted = causalLength % 2 == 0 && !undone.contains(id)
            // The metadata of a field is more precise than that of its record.
            if case .text(let name) = row[3], name != Tombstone.Field.undo.rawValue {
                found.set(name, isEdited: row[4] == .integer(1))
            }
            edits[id] = found
        }
    }

    private func isLogged(_ database: SQLAccess) throws -> Bool {
        try EditLog.edits.contains { table in
            try !database.rows("SELECT 1 FROM \(table) WHERE entity IN (\(kinds)) LIMIT 1").isEmpty
        }
    }

    /// Adds the edits in the edit log. They are later than those in the sync metadata.
    private func addLoggedEdits(
        of ids: [UUID], _ database: SQLAccess, to edits: inout [UUID: LocalEdits]
    ) throws {
        let records = try database.rows(
            """
            SELECT e.uuid, e.insertedAt IS NOT NULL, e.edited, e.deletedAt IS NOT NULL AND NOT e.isUndone
            FROM json_each(?) AS j JOIN _editedRecord AS e ON e.entity IN (\(kinds)) AND e.uuid = j.value
            """, .list(ids))
        for row in records {
            guard let id = row[0].text.flatMap(UUID.init(uuidString:)) else { continue }
            var found = edits[id] ?? LocalEdits()
            if row[2] == .integer(1) {
                found.properties = allProperties
            } else if row[1] == .integer(1) {
                found.properties = []
            }
            found.isDeleted = row[3] == .integer(1)
            edits[id] = found
        }
        let fields = try database.rows(
            """
            SELECT e.uuid, e.name, e.edited
            FROM json_each(?) AS j JOIN _editedField AS e ON e.entity IN (\(kinds)) AND e.uuid = j.value
            """, .list(ids))
        for row in fields {
            guard let id = row[0].text.flatMap(UUID.init(uuidString:)), let name = row[1].text else {
                continue
            }
            edits[id, default: LocalEdits()].set(name, isEdited: row[2] == .integer(1))
        }
    }
}

extension LocalEdits {
    fileprivate mutating func set(_ property: String, isEdited: Bool) {
        if isEdited { properties.insert(property) } else { properties.remove(property) }
    }
}
