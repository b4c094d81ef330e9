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
/// of undo, unless it is part of an open one. Not in SwiftData.
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

    /// Some of the model's properties.
    public struct Properties: Sendable, Hashable {
        let columns: ColumnSet
    }

    private let context: ModelContext
    private let table: RegisteredTable
    private var writer: ObjectUpsertWriter

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
        table = try context.table(for: Model.self)
        let paths = table.keyPaths(Model.self)
        let columns = try keys.map { keys in
            try keys.map { key in
                guard let column = paths.column(of: key) else {
                    throw ModelDataError.unknownProperty(model: Model._$entityName, property: "\(key)")
                }
                return column
            }
        }
        writer = try ObjectUpsertWriter(table, keys: columns, policy: policy, context: context)
    }

    /// The properties with these names; names of nothing that is stored are passed over.
    ///
    ///     let properties = upsert.properties(named: ["title", "year"])
    public func properties(named names: some Sequence<String>) -> Properties {
        var columns = ColumnSet()
        for name in names {
            if let column = table.layout.column(named: name) { columns.insert(column) }
        }
        return Properties(columns: columns)
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
    ///   what writing can throw. Nothing of the batch is written then.
    public func write(_ entries: [Entry]) throws -> [Outcome] {
        let session = table.session
        let history = HistoryWriter(
            session: session, author: context.author, note: context.transactionNote)
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(entries.count)
        writer.begin()
        do {
            try context.writing(to: session) {
                for entry in entries {
                    var outcome = Outcome.unchanged
                    do {
                        switch try writer.write(entry.object, entry.properties?.columns, entry.edited) {
                        case .inserted: outcome = .inserted
                        case .updated: outcome = .updated
                        case .unchanged: break
                        }
                    } catch let refusal as UpsertRefusal {
                        outcome = .refused(refusal.error)
                    }
                    outcomes.append(outcome)
                }
                try writer.finish(history)
            }
            if context.openTransaction == nil {
                try context.commit(session)
                context.transactionNote = nil
            }
        } catch {
            writer.forget()
            throw error
        }
        context.follow(writer.touched, in: table)
        context.announce(writer.changes)
        return outcomes
    }
}

extension ModelContext {
    /// Brings objects in step with records that were written without them.
    func follow(_ records: Set<Int64>, in table: RegisteredTable) {
        for record in records {
            guard let state = table.state(record), let object = state.model else { continue }
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
        if changes.inserted.isEmpty, changes.updated.isEmpty { return }
        activity &+= 1
        observers?.announce()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: changes.userInfo)
    }
}
