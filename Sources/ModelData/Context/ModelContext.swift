import Foundation

/// Fetches objects, tracks their changes and saves them.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Book(title: "Solaris"))
/// try context.save()
/// ```
///
/// A context has one object per record and belongs to one actor. While another process has locked a store, its
/// synchronous methods block their caller for at most ``lockTimeout``. Mirrors SwiftData's `ModelContext`.
public final class ModelContext: Equatable, CustomDebugStringConvertible {
    let core: ContainerCore
    private let strongContainer: ModelContainer?
    private weak var weakContainer: ModelContainer?
    let isMain: Bool

    /// Whether the context saves its changes automatically. Default: `true` for the main context, otherwise
    /// `false`.
    ///
    /// The kind of context decides when it saves:
    /// - The main context saves on the main actor, after half a second without further changes.
    /// - The context of a ``DefaultSerialModelExecutor``, and so of an actor with `@ModelActor`, saves on
    ///   the executor whenever the actor's work suspends or ends. The caller of the actor may continue
    ///   shortly before the save is complete.
    /// - Any other context saves in the call that makes the change, before the call returns. So
    ///   ``rollback()`` can't discard the change. Make changes that belong together in
    ///   ``transaction(block:)``: they are saved once, at its end.
    ///
    /// Nothing is saved automatically while a transaction is open. Enabling autosave also saves earlier
    /// changes, by the same rules.
    ///
    /// A context whose changes wait for an autosave is retained until then. A normal end of the process
    /// performs the autosaves that still wait: those of main contexts if the main actor ends the process,
    /// and those of executors, with a wait of at most five seconds for each one's current work. A signal
    /// or a crash loses them.
    ///
    /// Changes that can't be saved stay pending, and ``save()`` throws the reason. The next change tries
    /// again. After a failed read, autosave skips one save, so that the program can call ``checkReads()``
    /// first.
    ///
    /// Mirrors SwiftData's `autosaveEnabled`.
    public var autosaveEnabled: Bool {
        didSet {
            savesInCalls = autosaveEnabled && !isMain
            autosave.noteEnabled()
        }
    }

    /// The author of the changes, for the history. Undo reverses changes of the same author.
    ///
    /// Mirrors SwiftData's `author`.
    public var author: String?

    /// A note for the next transaction in the history. It is removed when the transaction is saved or
    /// rolled back.
    ///
    /// ```swift
    /// context.transactionNote = "add Solaris"
    /// ```
    ///
    /// Not in SwiftData.
    public var transactionNote: String?

    /// What happens if a record was changed elsewhere, or if a unique value exists already. Default:
    /// ``MergePolicy/mergeByPropertyObjectTrump``.
    ///
    /// Not in SwiftData.
    public var mergePolicy = MergePolicy.mergeByPropertyObjectTrump

    /// The changes of other contexts and processes that the last save replaced.
    package internal(set) var replacedChanges: [ReplacedChange] = []

    /// How many seconds the synchronous methods of this context block their caller if another process has
    /// locked a store. Default: nil, for ``ModelConfiguration/lockTimeout``.
    ///
    /// A program with a user interface sets a short time for its main context, and saves with
    /// ``saveWhenUnlocked()``, which waits for the whole ``ModelConfiguration/lockTimeout`` without blocking.
    /// Not in SwiftData.
    public var lockTimeout: Int? {
        get { registry.sessions.lockTimeout }
        set { registry.sessions.lockTimeout = newValue }
    }

    var probe: TrackingProbe {
        didSet { probeReference = .passUnretained(probe) }
    }
    /// The same as an unretained reference: every read of a property uses it, and retaining it costs 4 % of a fetch.
    private(set) var probeReference: Unmanaged<TrackingProbe>
    let changes = ChangeTracker()
    let graph = RelationshipGraph()
    let registry: ObjectRegistry
    /// An error in code that can't throw; the next save throws it.
    var deferredError: (any Error)? {
        didSet { if deferredError == nil { changes.autosave.hasSkipped = false } }
    }
    var openTransaction: OpenTransaction?
    /// Whether a save is running, from `willSave` until the objects have their new state.
    var isSaving = false
    /// Whether an autosave may have to wait for the end of a property's change.
    private(set) var savesInCalls = false
    /// The executor that the context belongs to.
    weak var executor: DefaultSerialModelExecutor? {
        didSet { beginRefreshing() }
    }
    /// Merges what other contexts save; nil if only fetches and saves merge it.
    var refresh: ContextRefresh?
    /// The undo manager for the context's changes, saved or not; nil if undo isn't recorded. Default: nil.
    ///
    /// ```swift
    /// context.undoManager = UndoManager()
    /// book.title = "Eden"
    /// context.undoManager?.undo()
    /// ```
    ///
    /// Mirrors SwiftData's `undoManager`.
    public var undoManager: UndoManager? {
        get { storedUndoManager }
        set {
            storedUndoManager = newValue
            newValue?.attach(self)
        }
    }
    /// Internal, so that the compiler can prove that accesses never overlap. Each insertion and change reads it.
    private(set) var storedUndoManager: UndoManager?
    /// The identity of the context for custom stores.
    private(set) lazy var editingID = UUID()

    /// Creates a context.
    ///
    /// - Parameter container: The container. The context retains it.
    public init(_ container: ModelContainer) {
        probe = TrackingProbe()
        probeReference = .passUnretained(probe)
        core = container.core
        strongContainer = container
        isMain = false
        autosaveEnabled = false
        registry = ObjectRegistry(container.core.stores)
        registry.contextReference = ContextReference(self)
        if !core.customStores.isEmpty { beginEditing() }
    }

    /// Creates the main context. Its container retains it, so it mustn't retain the container.
    init(main container: ModelContainer) {
        probe = TrackingProbe()
        probeReference = .passUnretained(probe)
        core = container.core
        strongContainer = nil
        weakContainer = container
        isMain = true
        autosaveEnabled = true
        registry = ObjectRegistry(container.core.stores)
        registry.contextReference = ContextReference(self)
        if !core.customStores.isEmpty { beginEditing() }
        beginRefreshing()
    }

    deinit {
        if !core.customStores.isEmpty { endEditing() }
        for session in registry.sessions.open { session.rollback() }
        registry.detachAll()
        registry.contextReference = ContextReference()
        FormerRecords.detach(changes.pending.all, as: .transient)
    }

    /// The container that the context belongs to.
    ///
    /// Mirrors SwiftData's `container`.
    public var container: ModelContainer {
        if let container = strongContainer ?? weakContainer { return container }
        let container = ModelContainer(core: core, main: isMain ? self : nil)
        weakContainer = container
        return container
    }

    /// Returns whether two contexts are the same one.
    public static func == (first: ModelContext, second: ModelContext) -> Bool { first === second }

    /// The stores, and the number of unsaved objects.
    public var debugDescription: String {
        let stores = core.stores.map(\.configuration.name).joined(separator: ", ")
        return "ModelContext(\(stores); \(changes.pending.count) unsaved)"
    }
}

extension ModelContext {
    /// Whether there is anything to save.
    ///
    /// Mirrors SwiftData's `hasChanges`.
    public var hasChanges: Bool { changes.hasChanges }

    /// The objects that were inserted and not saved yet.
    ///
    /// Mirrors SwiftData's `insertedModelsArray`.
    public var insertedModelsArray: [any PersistentModel] { changes.inserted }

    /// The objects with changed properties that aren't saved yet.
    ///
    /// Mirrors SwiftData's `changedModelsArray`.
    public var changedModelsArray: [any PersistentModel] { changes.changed }

    /// The objects whose deletion isn't saved yet.
    ///
    /// Mirrors SwiftData's `deletedModelsArray`.
    public var deletedModelsArray: [any PersistentModel] {
        for table in changes.tablesWithRowDeletions {
            for record in table.pendingRowDeletions.sorted() { _ = model(for: table.identifier(record)) }
        }
        return changes.deleted
    }
}

extension ModelContext {
    /// Saves changes automatically, if that is enabled.
    @inline(__always)
    var autosave: Autosave { Autosave(context: self) }

    /// Returns the sessions of all stores; opens missing ones.
    func allSessions() throws -> [ContextSession] { try registry.sessions.all() }

    @inline(__always)
    func table(for type: any PersistentModel.Type) throws -> RegisteredTable {
        try registry.table(for: type)
    }
}
