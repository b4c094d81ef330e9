import Foundation

/// Writes objects that belong to no context to a store, in batches: existing records with the same unique
/// values are updated, the others are inserted.
///
/// ```swift
/// let upsert = try ObjectUpsert(Book.self, in: context, by: [\.isbn])
/// for batch in batches {
///     let outcomes = try upsert.write(batch.map { ObjectUpsert.Entry($0) })
///     print(outcomes.count { $0 == .inserted })
/// }
/// ```
///
/// Use it for large imports: the program decodes objects and releases them after each batch, and the
/// statements are prepared only once.
///
/// A related object is found by the unique property of its model, or inserted. An existing related object
/// isn't changed. An object of a subclass is inserted as a record of that class. An object of a superclass
/// can update a subclass's record, but only the inherited properties.
///
/// Each batch is a transaction and a step of undo: it is written completely, or not at all if it throws. A
/// batch can also be part of an open transaction, which can only be rolled back after a batch has thrown.
///
/// Unsaved deletions of objects of the model, or of models that it refers to, are written first. In an open
/// transaction this saves all pending changes. Outside a transaction, unsaved deletions cause an error, so
/// save or roll back before the call. Not in SwiftData.
public final class ObjectUpsert<Model: PersistentModel> {
    /// The result of writing an entry.
    public enum Outcome: Sendable, Equatable {
        /// A record was inserted.
        case inserted
        /// The record was updated.
        case updated
        /// The record wasn't changed.
        case unchanged
        /// The values can't be stored. Nothing was written for this entry.
        case refused(ModelDataError)
    }

    /// An object, and the properties that are written if its record exists.
    public struct Entry {
        let object: Model
        let properties: Properties?
        let edited: Set<String>

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - object: An object that belongs to no context.
        ///   - properties: The properties to set in an existing record. Default: all. A new record gets all
        ///     properties.
        ///   - edited: The names of the record's properties that were edited in this store; the merge
        ///     policy decides about them. Default: none.
        public init(_ object: Model, properties: Properties? = nil, edited: Set<String> = []) {
            self.object = object
            self.properties = properties
            self.edited = edited
        }
    }

    /// A selection of the properties of the model and its subclasses.
    public struct Properties: Sendable, Hashable {
        let names: Set<String>

        /// Selects properties by name; unknown names are ignored.
        ///
        /// - Parameter names: The names of the properties.
        public init(_ names: some Sequence<String>) { self.names = Set(names) }
    }

    /// The writer for the objects of one class.
    private struct Kind {
        let type: any PersistentModel.Type
        let table: RegisteredTable
        var writer: UpsertWriter<ObjectValues>
        /// The selection of properties that was used last, and its columns.
        var named: (properties: Properties, columns: ColumnSet)?

        init(
            _ type: any PersistentModel.Type, _ table: RegisteredTable, keys: [Int], policy: MergePolicy,
            _ context: ModelContext
        ) throws {
            self.type = type
            self.table = table
            writer = try UpsertWriter(
                table, keys: keys, values: ObjectValues(table, keys: keys, context), policy: policy,
                insertion: table.layout.insertion, expectsNew: false)
        }

        /// Discards the changes of a batch that was rolled back, and the record numbers of related objects.
        mutating func discardBatch() {
            writer.records.forgetUnwritten()
            writer.records.beginBatch()
            writer.values.forgetRelated()
        }

        /// Writes a batch's changes to the history.
        mutating func finish(_ history: HistoryWriter) throws {
            try writer.values.flushRelated(to: history)
            try writer.records.flush(to: history)
        }

        mutating func write(_ entry: Entry) throws -> UpsertEffect {
            let columns = entry.properties.map { self.columns(of: $0) }
            return try writer.write(.init(object: entry.object, columns: columns, edited: entry.edited))
        }

        private mutating func columns(of properties: Properties) -> ColumnSet {
            if let named, named.properties == properties { return named.columns }
            var columns = ColumnSet()
            for name in properties.names {
                if let column = table.layout.column(named: name) { columns.insert(column) }
            }
            named = (properties, columns)
            return columns
        }
    }

    private let context: ModelContext
    private let policy: MergePolicy
    /// One element for the model, then one for each subclass, in the order in which their objects appeared.
    private var kinds: [Kind]
    /// The quoted names of the tables in which records are looked up.
    private let tables: Set<String>

    private var session: ContextSession { kinds[0].table.session }

    /// Prepares the statements.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - context: The context; it may have an open transaction.
    ///   - keys: The properties that identify a record; they must be unique together. Default: the model's
    ///     first group of unique properties.
    ///   - policy: What happens to a property that was edited in this store and has another value in the
    ///     object. ``MergePolicy/mergeByPropertyStoreTrump`` keeps the store's value of that property,
    ///     ``MergePolicy/mergeByPropertyObjectTrump`` takes the object's value, ``MergePolicy/overwrite``
    ///     takes all of the object's values, ``MergePolicy/rollback`` keeps the whole record, and
    ///     ``MergePolicy/error`` throws ``ModelDataError/conflict(model:record:properties:)``. Default:
    ///     ``MergePolicy/mergeByPropertyStoreTrump``.
    /// - Throws: ``ModelDataError/noUniqueKey(model:properties:)``,
    ///   ``ModelDataError/unknownProperty(model:property:)``, ``ModelDataError/unknownModel(name:)``, or an
    ///   error of opening a store.
    public init(
        _ model: Model.Type, in context: ModelContext, by keys: [PartialKeyPath<Model>]? = nil,
        policy: MergePolicy = .mergeByPropertyStoreTrump
    ) throws {
        self.context = context
        self.policy = policy
        let table = try context.table(for: Model.self)
        try table.custom?.refuse("upserts", of: table.layout.name)
        let paths = table.keyPaths(Model.self)
        let columns = try keys.map { keys in
            try keys.map { key in
                guard let column = paths.column(of: key) else {
                    throw ModelDataError.unknownProperty(model: Model._$entityName, property: "\(key)")
                }
                return column
            }
        }
        let found = try table.layout.upsertKeys(columns)
        kinds = [try Kind(Model.self, table, keys: found, policy: policy, context)]
        tables = Set(
            table.kinds.flatMap { kind in
                [kind.layout.table] + kind.layout.keys.map { $0.relationship.targetTable.quotedSQL }
            })
    }

    /// Writes a batch.
    ///
    /// Refreshes the context's objects whose records were written. An object with unsaved changes isn't
    /// refreshed: its changes are merged with the record when they are saved.
    ///
    /// - Parameter entries: The objects. Two objects with the same unique values are written one after the
    ///   other.
    /// - Returns: The outcome of each entry, in order.
    /// - Throws: ``ModelDataError/conflict(model:record:properties:)`` with the policy
    ///   ``MergePolicy/error``, or an error of writing; then nothing of the batch is written, and an open
    ///   transaction throws the same error until it is rolled back. ``ModelDataError/unsavedChanges`` if
    ///   there are unsaved deletions in the involved tables and no transaction is open.
    public func write(_ entries: [Entry]) throws -> [Outcome] {
        if try DeleteRules(context: context).saveDeletions(in: tables) { forgetRelated() }
        let session = session
        let history = HistoryWriter(
            session: session, author: context.author, note: context.transactionNote)
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(entries.count)
        for index in kinds.indices { kinds[index].writer.records.beginBatch() }
        do {
            try ContextWriter(context).performAndCommit(on: session, rollingBack: .transaction) {
                for entry in entries { outcomes.append(try write(entry)) }
                for index in kinds.indices { try kinds[index].finish(history) }
            }
            if context.openTransaction == nil { context.transactionNote = nil }
        } catch {
            for index in kinds.indices { kinds[index].discardBatch() }
            throw error
        }
        var changes = SavedChanges()
        for kind in kinds {
            kind.table.refreshObjects(of: kind.writer.records.touched)
            changes.add(kind.writer.records.changes)
        }
        if !changes.isEmpty { changes.post(by: context) }
        return outcomes
    }

    private func write(_ entry: Entry) throws -> Outcome {
        do {
            switch try kinds[kind(of: entry.object)].write(entry) {
            case .inserted: return .inserted
            case .updated: return .updated
            case .unchanged: return .unchanged
            }
        } catch let refusal as RejectedEntry {
            return .refused(refusal.error)
        }
    }

    /// Discards the cached record numbers of related objects, because those records may have been deleted.
    package func forgetRelated() {
        for index in kinds.indices { kinds[index].discardBatch() }
    }

    /// Returns the index of an object's class in `kinds`.
    private func kind(of object: Model) throws -> Int {
        let type: any PersistentModel.Type = type(of: object)
        if type == Model.self { return 0 }
        if let known = kinds.firstIndex(where: { $0.type == type }) { return known }
        do {
            let table = try context.table(for: type)
            let names = kinds[0].writer.keys.map { kinds[0].table.layout.columns[$0].name }
            let keys = names.compactMap(table.layout.column(named:))
            kinds.append(try Kind(type, table, keys: keys, policy: policy, context))
            return kinds.count - 1
        } catch let error as ModelDataError where !error.isOfSystem {
            // The container may not have this class as a model.
            throw RejectedEntry(error: error)
        }
    }
}
