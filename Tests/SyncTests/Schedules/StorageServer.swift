import Foundation
import Sync
import SyncProtocol
import Synchronization

@testable import SyncServer

/// The real server's merging and storage without its process, so that many schedules can run. Each schedule
/// has its own account.
final class StorageServer: ScheduleServer {
    private let storage: SQLStorage
    private let identity: Identity
    private let clock = ServerClock(node: "server")
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    /// Creates a new account in an open database.
    ///
    /// - Parameters:
    ///   - storage: The storage, which other schedules can use at the same time.
    ///   - account: The account's name.
    init(_ storage: SQLStorage, account: String) async throws {
        self.storage = storage
        let now = time.withLock(\.self)
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        let made = try await storage.addAccount(named: account, at: now)
        let device = try await storage.addDevice(named: "laptop", account: account, token: token, at: now)
        identity = Identity(account: made.id, device: device.id)
    }

    /// Opens the database at a location, and creates its tables.
    static func open(_ location: StorageLocation) async throws -> SQLStorage {
        let storage = try location.open(connections: 2)
        guard let storage = storage as? SQLStorage else { throw StorageError.foreign("\(location)") }
        try await storage.prepare()
        return storage
    }

    /// Always `true`: this server causes no faults.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        // Encode and decode the messages, because requests to a real server are encoded too.
        let request = try SyncRequest(decoding: request.encoded())
        let exchange = Exchange(identity: identity, request: request, time: time.withLock(\.self))
        do {
            return try await SyncAnswer(decoding: storage.exchange(exchange, clock: clock).encoded())
        } catch let failure as SyncFailure {
            // Throw the error that a device would receive from a real server.
            switch failure.code {
            case .tokenExpired: throw SyncError.tokenExpired
            case .tooLarge: throw SyncError.tooLarge
            default: throw SyncError.refused(status: failure.code.status, message: failure.message)
            }
        }
    }

    func setClock(_ milliseconds: Int64) {
        time.withLock { $0 = Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
    }

    /// Simulates that the administrator restores a backup that contains all records, or none.
    func beginEpoch(losingRecords: Bool) async throws {
        let account = SQLValue.number(identity.account)
        try await storage.database.write { connection in
            _ = try connection.run(
                "UPDATE sync_account SET epoch = ? WHERE id = ?", [.text(SQLStorage.newEpoch()), account])
            if losingRecords {
                _ = try connection.run("DELETE FROM sync_record WHERE account = ?", [account])
            }
        }
    }

    func livingRecords() async throws -> Int {
        try await countLivingRecords { try await answer($0) }
    }
}
