import Foundation
import ModelData
import SyncProtocol
import Synchronization

/// A store's side of synchronization: what must be sent, and what becomes of what was received.
///
/// Each function is one transaction. It knows nothing of networks and timers.
struct SyncStore {
    let context: ModelContext
    let shapes: SyncShapes
    /// Whether the store was written to.
    let hasWritten = Mark()
    private let first: any Synchronizable.Type

    /// What happened, noted by whoever does it and asked for by others.
    final class Mark: Sendable {
        private let isSet = Mutex(false)

        func set() { isSet.withLock { $0 = true } }

        /// Whether it was set since this was last asked.
        func take() -> Bool {
            isSet.withLock { isSet in
                defer { isSet = false }
                return isSet
            }
        }
    }

    /// The notes of a store, made where they are missing.
    init(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { throw SyncError.noIdentifier(model: "") }
        try SyncTracking.prepare(context, models: models)
        self.context = context
        self.first = first
        shapes = try SyncShapes(models, in: context)
    }

    @discardableResult
    func writing<T>(_ work: (StoreDoor) throws -> T) throws -> T {
        // Who looks in between sees the change with the mark, whichever of the two comes first.
        hasWritten.set()
        defer { hasWritten.set() }
        return try context.throughDoor(to: first, work)
    }

    func reading<T>(_ work: (StoreDoor) throws -> T) throws -> T {
        try context.lookingThroughDoor(to: first, work)
    }

    /// The token of the last pull; `nil` before the first.
    func token() throws -> String? {
        try reading { try $0.rows("SELECT token FROM _sync").first?.first?.text }
    }

    /// The server that the store is, or was last, kept the same with.
    func server() throws -> String? {
        try reading { try $0.rows("SELECT server FROM _sync").first?.first?.text }
    }

    /// Who writes here.
    func node() throws -> String {
        try reading { try $0.rows("SELECT node FROM _sync").first?.first?.text } ?? SyncClock.zero.node
    }

    /// Has what was being sent when it broke off sent again.
    func recover() throws {
        let isPending = try reading {
            try $0.number("SELECT EXISTS (SELECT 1 FROM _syncRecord WHERE \(SyncTables.isIn(.pending)))") == 1
        }
        if !isPending { return }
        try writing { door in
            _ = try door.run("UPDATE _syncRecord SET state = 0 WHERE \(SyncTables.isIn(.pending))")
        }
    }

    /// Begins at the beginning: everything is pulled, and everything that is here is sent, with the clocks it has.
    ///
    /// That is what an unknown token asks for: the server may have lost what it had.
    func beginAgain() throws {
        try writing { door in try door.execute(SyncTables.beginningAgain) }
    }

    /// Notes which server the store is kept the same with. Another one gets everything.
    func use(server: String) throws {
        let known = try self.server()
        if known == server { return }
        if known != nil { try beginAgain() }
        try writing { door in _ = try door.run("UPDATE _sync SET server = ?", .text(server)) }
    }

    /// Notes how the last attempt ended. A success is noted once a minute, so that a store in which nothing happens is
    /// left in peace.
    func note(problem: String?, at date: Date) throws {
        let now = date.timeIntervalSinceReferenceDate
        let known = try reading { try $0.rows("SELECT problem, synchronizedAt FROM _sync").first } ?? []
        if known.first?.text == problem {
            if problem != nil { return }
            if known.count > 1, case .real(let last) = known[1], (0..<60).contains(now - last) { return }
        }
        try writing { door in
            if let problem { return try door.execute("UPDATE _sync SET problem = \(problem.asSQLText)") }
            try door.run("UPDATE _sync SET problem = NULL, synchronizedAt = ?", .real(now))
        }
    }

    /// Sets a record aside that is refused for good, unless it has changed meanwhile.
    func refuse(_ sent: SentRecord, for reason: String) throws {
        try writing { door in try Self.refuse(sent, for: reason, door) }
    }

    static func refuse(_ sent: SentRecord, for reason: String, _ door: StoreDoor) throws {
        try door.run(
            "UPDATE _syncRecord SET state = 3, reason = ? WHERE _id = ? AND version = ?",
            .text(String(reason.prefix(500))), .integer(sent.number), .integer(sent.version))
    }
}
