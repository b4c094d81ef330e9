import Foundation

/// The objects a piece of code works with: it fetches them, notes their changes and saves them.
///
///     let context = ModelContext(container)
///     context.insert(Book(title: "Solaris"))
///     try context.save()
///
/// A context has one object per record and belongs to one actor. Mirrors SwiftData's `ModelContext`.
public final class ModelContext: Equatable, CustomDebugStringConvertible {
    let core: ContainerCore
    private let strongContainer: ModelContainer?
    private weak var weakContainer: ModelContainer?
    let isMain: Bool

    /// Whether changes are saved by themselves after a pause; only the main context does so.
    ///
    ///     context.autosaveEnabled = false
    ///
    /// What can't be saved stays pending, and ``save()`` throws why. After a read that failed, what was changed waits for
    /// the next change before it is saved, so that ``checkReads()`` can be asked before.
    ///
    /// Mirrors SwiftData's `autosaveEnabled`.
    public var autosaveEnabled: Bool

    /// Who makes the changes, for the history of the store; undo works on changes of the same author.
    ///
    ///     context.author = "import"
    ///
    /// Mirrors SwiftData's `author`.
    public var author: String?

    /// What the next transaction does, in words for the history; it is forgotten once that is saved, or rolled back.
    ///
    ///     context.transactionNote = "add Solaris"
    ///
    /// Not in SwiftData.
    public var transactionNote: String?

    /// What happens when a record was changed elsewhere, or a unique value exists already.
    ///
    ///     context.mergePolicy = .error
    ///
    /// Not in SwiftData.
    public var mergePolicy = MergePolicy.mergeByPropertyObjectTrump

    var probe: TrackingProbe {
        didSet { probeReference = .passUnretained(probe) }
    }
    /// The same, asked at every read of a property.
    private(set) var probeReference: Unmanaged<TrackingProbe>
    var pending = PendingObjects()
    /// Deleted objects whose deletion has had no effect on others yet.
    var unswept: [any PersistentModel] = []
    /// New objects whose relationships weren't looked at yet.
    var unconnected: [any PersistentModel] = []
    /// Objects that lost one that must be there.
    var orphans: [any PersistentModel] = []
    private var sessions: [StoreSession?]
    private var tables: [ObjectIdentifier: RegisteredTable] = [:]
    /// The table that was asked for last.
    private var lastTable: (type: ObjectIdentifier, table: RegisteredTable)?
    /// An error that something which can't throw met; the next save throws it.
    var deferredError: (any Error)? {
        didSet { if deferredError == nil { hasHeldBack = false } }
    }
    /// Whether an autosave was left out because of it.
    var hasHeldBack = false
    var openTransaction: OpenTransaction?
    /// Whether there were ever two objects of one record.
    var hasTwins = false
    var isAutosaveScheduled = false
    /// Counts changes, so that an autosave knows whether there was a pause.
    var activity: UInt64 = 0
    /// Wakes those who observe the context; nil as long as nobody does.
    var observers: ChangeHub?
    /// The models that records are to be deleted of which have no object here.
    var doomedTables: [RegisteredTable] = []
    /// Takes back changes that weren't saved, and those that were; nil when nothing is recorded.
    ///
    ///     context.undoManager = UndoManager()
    ///     book.title = "Eden"
    ///     context.undoManager?.undo()
    ///
    /// Mirrors SwiftData's `undoManager`.
    public var undoManager: UndoManager? {
        didSet { undoManager?.follow(self) }
    }
    /// Objects whose insertion was taken back, until what they were related to is looked at.
    var takenBack: [any PersistentModel] = []

    /// Makes a context of a container.
    ///
    ///     let context = ModelContext(container)
    ///
    /// - Parameter container: the container; the context keeps it.
    public init(_ container: ModelContainer) {
        probe = TrackingProbe()
        probeReference = .passUnretained(probe)
        core = container.core
        strongContainer = container
        isMain = false
        autosaveEnabled = false
        sessions = Array(repeating: nil, count: container.core.stores.count)
    }

    /// The main context, which its container keeps, so that it mustn't keep the container.
    init(main container: ModelContainer) {
        probe = TrackingProbe()
        probeReference = .passUnretained(probe)
        core = container.core
        strongContainer = nil
        weakContainer = container
        isMain = true
        autosaveEnabled = true
        sessions = Array(repeating: nil, count: container.core.stores.count)
    }

    deinit {
        for session in sessions { session?.rollback() }
        for table in tables.values { table.detachAll() }
        for model in pending.all {
            model._$state.detach(as: .transient)
            model._$state.releaseLinks(model)
        }
    }

    /// The container that the context belongs to.
    ///
    ///     let other = ModelContext(context.container)
    ///
    /// Mirrors SwiftData's `container`.
    public var container: ModelContainer {
        if let container = strongContainer ?? weakContainer { return container }
        let container = ModelContainer(core: core)
        weakContainer = container
        return container
    }

    /// Two contexts are equal when they are the same.
    public static func == (first: ModelContext, second: ModelContext) -> Bool { first === second }

    /// The stores and how many objects wait for a save.
    public var debugDescription: String {
        let stores = core.stores.map(\.configuration.name).joined(separator: ", ")
        return "ModelContext(\(stores); \(pending.count) unsaved)"
    }
}

extension ModelContext {
    /// Whether there is anything to save.
    ///
    ///     if context.hasChanges { try context.save() }
    ///
    /// Mirrors SwiftData's `hasChanges`.
    public var hasChanges: Bool { !pending.isEmpty || !doomedTables.isEmpty }

    /// The objects that were inserted and not saved yet.
    ///
    ///     let count = context.insertedModelsArray.count
    ///
    /// Mirrors SwiftData's `insertedModelsArray`.
    public var insertedModelsArray: [any PersistentModel] { pending.models { $0.phase == .inserted } }

    /// The objects with changed properties that aren't saved yet.
    ///
    ///     let count = context.changedModelsArray.count
    ///
    /// Mirrors SwiftData's `changedModelsArray`.
    public var changedModelsArray: [any PersistentModel] {
        pending.models { $0.phase == .saved && !$0.changed.isEmpty }
    }

    /// The objects that were deleted, where the deletion isn't saved yet.
    ///
    ///     let count = context.deletedModelsArray.count
    ///
    /// Mirrors SwiftData's `deletedModelsArray`.
    public var deletedModelsArray: [any PersistentModel] {
        makeDoomedObjects()
        return pending.models { $0.phase == .deleting }
    }

}

extension ModelContext {
    /// The sessions that were opened so far.
    var openSessions: [StoreSession] { sessions.compactMap { $0 } }

    func session(at index: Int) throws -> StoreSession {
        if let session = sessions[index] { return session }
        let session = try StoreSession(core.stores[index])
        sessions[index] = session
        return session
    }

    /// Closes the connections; the next use opens new ones. Objects must be out of the context before.
    func closeSessions() throws {
        tables.removeAll()
        lastTable = nil
        for index in sessions.indices {
            guard let session = sessions[index] else { continue }
            if session.store.sharesConnection {
                if session.store.isStage { sessions[index] = nil }
                continue
            }
            sessions[index] = nil
            try session.connection.close()
        }
    }

    /// All sessions, opened now where they weren't.
    func allSessions() throws -> [StoreSession] { try sessions.indices.map { try session(at: $0) } }

    /// The registered objects of a model.
    func table<T: PersistentModel>(for type: T.Type) throws -> RegisteredTable {
        let key = ObjectIdentifier(type)
        if let lastTable, lastTable.type == key { return lastTable.table }
        if let table = tables[key] {
            lastTable = (key, table)
            return table
        }
        for (index, store) in core.stores.enumerated() {
            if let layout = store.layouts.first(where: { $0.entity.type == type }) {
                let table = RegisteredTable(layout, context: self, session: try session(at: index))
                tables[ObjectIdentifier(type)] = table
                return table
            }
        }
        throw ModelDataError.unknownModel(name: "\(type)")
    }

    /// The registered objects of a model that is known by its name.
    func table(named name: String) throws -> RegisteredTable? {
        for store in core.stores {
            if let layout = store.layouts.first(where: { $0.name == name }) {
                return try table(for: layout.entity.type)
            }
        }
        return nil
    }

    var openTables: [RegisteredTable] { Array(tables.values) }
}
