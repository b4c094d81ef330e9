import Foundation
import Sync
import SyncProtocol
import Synchronization

@testable import SyncServer

/// The merging and storage of two servers on one database, without their processes, so that many schedules can run.
/// Each schedule has its own account. The servers answer in turns.
final class StorageServer: ScheduleServer {
    private let storages: [SQLStorage]
    private let identity: Identity
    private let clocks = [ServerClock(node: "server"), ServerClock(node: "other")]
    private let requests = Atomic(0)
    private let keys: AccountKeys
    /// The bodies of all requests and answers.
    let bodies = Mutex<[Data]>([])
    private let isRecording: Bool
    private let backup = Mutex<[[SQLRow]]>([])
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    /// Creates a new account in an open database.
    ///
    /// - Parameters:
    ///   - storages: The storages of the two servers, which other schedules can use at the same time.
    ///   - account: The account's name.
    ///   - isRecording: Whether the messages are kept. Default: false.
    init(_ storages: [SQLStorage], account: String, isRecording: Bool = false) async throws {
        self.isRecording = isRecording
        self.storages = storages
        keys = try AccountKeys.test()
        let storage = storages[0]
        let now = time.withLock(\.self)
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let made = try await storage.addAccount(named: account, at: now)
        let device = try await storage.addDevice(named: "laptop", account: account, token: token, at: now)
        identity = Identity(account: made.id, device: device.id)
        try await backUp()
    }

    /// Opens the database at a location, and creates its tables.
    static func open(_ location: StorageLocation) async throws -> SQLStorage {
        let storage = try location.open(connections: 2)
        try await storage.prepare()
        return storage
    }

    /// Always `true`: this server causes no faults.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        try await SealingTransport(sealed, keys: keys).send(request)
    }

    /// The way to the server without a key.
    var sealed: some SyncTransport { Sealed(server: self) }

    /// The transport of sealed messages.
    private struct Sealed: SyncTransport {
        let server: StorageServer
        var name: String { "storage" }

        func send(_ request: SyncRequest) async throws -> SyncAnswer { try await server.exchange(request) }

        func account(proposing key: SyncAccountKey?) async throws -> SyncAccount {
            try await server.storages[0].account(of: server.identity, proposing: key)
        }
    }

    private func exchange(_ request: SyncRequest) async throws -> SyncAnswer {
        // Encode and decode the messages, because requests to a real server are encoded too.
        let request = try SyncRequest(decoding: request.encoded())
        let exchange = Exchange(identity: identity, request: request, time: time.withLock(\.self))
        let server = requests.wrappingAdd(1, ordering: .relaxed).newValue % storages.count
        do {
            let answer = try await storages[server].exchange(exchange, clock: clocks[server]).encoded()
            if isRecording { bodies.withLock { $0 += [request.encoded(), answer] } }
            return try SyncAnswer(decoding: answer)
        } catch let failure as SyncFailure {
            // Throw the error that a device would receive from a real server.
            switch failure.code {
            case .tokenExpired: throw SyncError.tokenExpired
            case .copied: throw SyncError.copied
            case .tooLarge: throw SyncError.tooLarge
            case .clockAhead: throw SyncError.clockAhead(failure.clock ?? .zero)
            case .wrongKey: throw SyncError.wrongKey
            default: throw SyncError.refused(status: failure.code.status, message: failure.message)
            }
        }
    }

    func setClock(_ milliseconds: Int64) {
        time.withLock { $0 = Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
    }

    /// The tables of an account's data, each with the columns that identify its rows.
    private static let tables = [
        ("sync_account", "id"), ("sync_chain", "account"), ("sync_record", "account"),
        ("sync_node", "account"),
    ].compactMap { name, owner in ServerSchema.tables.first { $0.name == name }.map { ($0, owner) } }

    func backUp() async throws {
        let identity = identity
        let rows = try await storages[0].database.read { connection in
            try Self.tables.map { table, owner in
                try connection.run(
                    "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) WHERE \(owner) = ?",
                    [.number(owner == "device" ? identity.device : identity.account)])
            }
        }
        backup.withLock { $0 = rows }
    }

    func rewind() async throws {
        let (identity, backup) = (identity, backup.withLock(\.self))
        let storage = storages[storages.count - 1]
        try await storage.database.write { connection in
            for ((table, owner), rows) in zip(Self.tables, backup) {
                let columns = table.columns.joined(separator: ", ")
                let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
                if table.name == "sync_account" {
                    guard let state = rows.first?.values.suffix(2) else { continue }
                    _ = try connection.run(
                        "UPDATE sync_account SET seq = ?, bytes = ? WHERE id = ?",
                        state + [.number(identity.account)])
                    continue
                }
                _ = try connection.run(
                    "DELETE FROM \(table.name) WHERE \(owner) = ?",
                    [.number(owner == "device" ? identity.device : identity.account)])
                for row in rows {
                    _ = try connection.run(
                        "INSERT INTO \(table.name) (\(columns)) VALUES (\(marks))", row.values)
                }
            }
        }
    }

    func livingRecords() async throws -> Int {
        try await countLivingRecords { try await answer($0) }
    }
}
