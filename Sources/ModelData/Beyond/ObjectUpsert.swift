import Foundation

/// Writes objects that belong to no context to a store, batch by batch: those whose unique value is there already are
/// updated, the others inserted.
///
///     let upsert = try ObjectUpsert(Book.self, in: context, by: [\.isbn])
///     for batch in batches {
///         let outcomes = try upsert.write(batch.map { ObjectUpsert.Entry($0) })
///         print(outcomes.count { $0 == .inserted })
///     }
///
/// It is what an import of many records is made of: the objects are made by decoding and let go of after their batch,
/// the statements are prepared once. A related object is found by its model's unique property, or inserted; one that is
/// there stays as it is. Each batch is done as a whole or, where it throws, not at all. It is a transaction and a step
/// of undo, unless it is part of an open one, which can only be rolled back after a batch that threw. Objects of
/// subclasses make records of their own classes; an object of a class changes what a subclass's record inherits from it.
/// Objects of the model, or of one that it refers to, which were deleted before and aren't saved, are so within an open
/// transaction, with all else that waits for a save; outside of one, save or roll that back before. Not in SwiftData.
public final class ObjectUpsert<Model: PersistentModel> {
    /// What became of an entry.
    public enum Outcome: Sendable, Equatable {
        /// A record was made.
        case inserted
        /// The record got other values.
        case updated
        /// The record was left as it was.
        case unchanged
        /// The values can't be stored; nothing was written for this entry.
        case refused(ModelDataError)
    }

    /// An object, and which of its properties are to be written where its record is there already.
    public struct Entry {
        let object: Model
        let properties: Properties?
        let edited: Set<String>

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - object: an object that belongs to no context.
        ///   - properties: the properties that an existing record gets from it; all, where it is nil. A new record
        ///     gets all of them.
        ///   - edited: the names of the properties of its record that were edited here, which the policy decides on.
        public init(_ object: Model, properties: Properties? = nil, edited: Set<String> = []) {
            self.object = object
            self.properties = properties
            self.edited = edited
        }
    }

    /// Some of the model's properties, or of its subclasses'.
    public struct Properties: Sendable, Hashable {
        let names: Set<String>

        /// The properties with these names; names of nothing that is stored are passed over.
        ///
        ///     let properties = ObjectUpsert<Book>.Properties(["title", "year"])
        public init(_ names: some Sequence<String>) { self.names = Set(names) }
    }

    /// What writes the objects of one class.
    private struct Kind {
        let type: any PersistentModel.Type
        let table: RegisteredTable
        var writer: ObjectUpsertWriter
        /// The columns of the properties that were named last.
        var named: (properties: Properties, columns: ColumnSet)?

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
    /// The model, and after it those of its subclasses that objects came of.
    private var kinds: [Kind]
    /// The quoted names of the tables in which records are looked for.
    private let tables: Set<String>

    private var session: StoreSession { kinds[0].table.session }

    /// Prepares the statements.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - context: the context, which may have a transaction open.
    ///   - keys: the properties by which records are found, which must be unique together; the model's first group
    ///     of unique properties, when nil.
    ///   - policy: what happens to a property that was edited here and has another value in the object. The names
    ///     are those of a save: ``MergePolicy/mergeByPropertyStoreTrump`` keeps that property,
    ///     ``MergePolicy/mergeByPropertyObjectTrump`` takes the object's value, ``MergePolicy/overwrite`` takes all
    ///     of the object's values, ``MergePolicy/rollback`` leaves the whole record as it is, and
    ///     ``MergePolicy/error`` throws ``ModelDataError/conflict(model:record:properties:)``.
    /// - Throws: ``ModelDataError/noUniqueKey(model:properties:)``, ``ModelDataError/unknownModel(name:)``, or what
    ///   opening a store can throw.
    public init(
        _ model: Model.Type, in context: ModelContext, by keys: [PartialKeyPath<Model>]? = nil,
        policy: MergePolicy = .mergeByPropertyStoreTrump
    ) throws {
        self.context = context
        self.policy = policy
        let table = try context.table(for: Model.self)
        let paths = table.keyPaths(Model.self)
        let columns = try keys.map { keys in
            try keys.map { key in
                guard let column = paths.column(of: key) else {
                    throw ModelDataError.unknownProperty(model: Model._$entityName, property: "\(key)")
                }
                return column
            }
        }
        let writer = try ObjectUpsertWriter(table, keys: columns, policy: policy, context: context)
        kinds = [Kind(type: Model.self, table: table, writer: writer)]
        tables = Set(
            table.kinds.flatMap { kind in
                [kind.layout.table] + kind.layout.keys.map { $0.relationship.targetTable.quotedSQL }
            })
    }

    /// Writes a batch.
    ///
    ///     let outcomes = try upsert.write([.init(Book(isbn: "978", title: "Solaris"))])
    ///
    /// Objects that the context has follow; those with unsaved changes are merged when they are saved.
    ///
    /// - Parameter entries: the objects. Two with the same unique value are written one after the other.
    /// - Returns: what became of each entry, in order.
    /// - Throws: ``ModelDataError/conflict(model:record:properties:)`` where the policy is ``MergePolicy/error``, or
    ///   what writing can throw. Nothing of the batch is written then, and an open transaction throws the same until it
    ///   is rolled back. ``ModelDataError/unsavedChanges``, before anything is done, where deletions of what may be
    ///   written or referred to aren't saved, outside of a transaction.
    public func write(_ entries: [Entry]) throws -> [Outcome] {
        if try context.writeEarlierDeletions(in: tables) { forgetRelated() }
        let session = session
        let history = HistoryWriter(
            session: session, author: context.author, note: context.transactionNote)
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(entries.count)
        for index in kinds.indices { kinds[index].writer.begin() }
        do {
            try context.writing(to: session, losing: .transaction) {
                for entry in entries { outcomes.append(try write(entry)) }
                for index in kinds.indices { try kinds[index].writer.finish(history) }
            }
            if context.openTransaction == nil {
                try context.commit(session)
                context.transactionNote = nil
            }
        } catch {
            for index in kinds.indices { kinds[index].writer.forget() }
            throw error
        }
        var changes = SavedChanges()
        for kind in kinds {
            context.follow(kind.writer.records.touched, in: kind.table)
            changes.add(kind.writer.records.changes)
        }
        if !changes.isEmpty { context.announce(changes) }
        return outcomes
    }

    private func write(_ entry: Entry) throws -> Outcome {
        do {
            switch try kinds[kind(of: entry.object)].write(entry) {
            case .inserted: return .inserted
            case .updated: return .updated
            case .unchanged: return .unchanged
            }
        } catch let refusal as UpsertRefusal {
            return .refused(refusal.error)
        }
    }

    /// Has the records of related objects be looked for again: deletions that were written may have been of those that are
    /// remembered.
    package func forgetRelated() {
        for index in kinds.indices { kinds[index].writer.forget() }
    }

    /// The position of an object's class among the kinds.
    private func kind(of object: Model) throws -> Int {
        let type: any PersistentModel.Type = type(of: object)
        if type == Model.self { return 0 }
        if let known = kinds.firstIndex(where: { $0.type == type }) { return known }
        do {
            let table = try context.table(for: type)
            let writer = try ObjectUpsertWriter(
                table, keys: kinds[0].writer.keys, policy: policy, context: context)
            kinds.append(Kind(type: type, table: table, writer: writer))
            return kinds.count - 1
        } catch let error as ModelDataError where !error.isOfSystem {
            // The container may not have the class.
            throw UpsertRefusal(error: error)
        }
    }
}

extension ModelContext {
    /// Brings objects in step with records that were written without them.
    func follow(_ records: Set<Int64>, in table: RegisteredTable) {
        for record in records {
            guard let state = table.knownState(record), let object = state.model, let table = state.table
            else { continue }
            if state.hasChanges {
                // The save that writes its changes looks at the record anew.
                state.epoch &-= 1
            } else {
                _ = reload(object, state, table)
            }
        }
    }

    /// Tells observers of records that were written without objects.
    func announce(_ changes: SavedChanges) {
        activity &+= 1
        observers?.announce()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: changes.userInfo)
    }
}
