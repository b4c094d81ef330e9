import Foundation
import Sync
import SyncProtocol
import Synchronization

@testable import SyncServer

/// What the real server does with a request, and where it keeps it, without a process of its own: so that very many
/// schedules can be tried. Each has an account.
final class StorageServer: ScheduleServer {
    private let storage: SQLStorage
    private let identity: Identity
    private let clock = ServerClock(node: "server")
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    /// A new account of a storage that is set up.
    ///
    /// - Parameters:
    ///   - storage: The storage, which other schedules may use at the same time.
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

    /// Opens and sets up a storage.
    static func open(_ location: StorageLocation) async throws -> SQLStorage {
        let storage = try location.open(connections: 2)
        guard let storage = storage as? SQLStorage else { throw StorageError.foreign("\(location)") }
        try await storage.prepare()
        return storage
    }

    /// Nothing befalls requests on their way but for what a schedule says.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        // What travels, travels as bytes here too.
        let request = try SyncRequest(decoding: request.encoded())
        let exchange = Exchange(identity: identity, request: request, time: time.withLock(\.self))
        do {
            return try await SyncAnswer(decoding: storage.exchange(exchange, clock: clock).encoded())
        } catch let failure as SyncFailure {
            // As a device hears of it.
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

    /// What restoring a backup of the server does, with all records or none.
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
