import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

/// The kinds of storage; all must pass the same tests.
enum StorageKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }

    /// The kinds of storage for which this machine has the software. Fast tests start no server of
    /// PostgreSQL.
    static var testable: [StorageKind] {
        allCases.filter { $0 == .sqlite || PostgreSQLServer.isInstalled && TestLevel.default.isSelected }
    }

    /// Creates a location for a new, empty storage of this kind.
    func makeLocation(in directory: TemporaryDirectory) throws -> StorageLocation {
        switch self {
        case .sqlite:
            return .file(path: directory.file("\(UUID()).store"))
        case .postgreSQL:
            guard let server = try PostgreSQLServer.shared() else {
                throw TestSupportError("PostgreSQL is not installed")
            }
            return .postgreSQL(url: try server.makeDatabase())
        }
    }

    /// Creates the storage of a server process.
    func makeServerStorage() throws -> SyncServerProcess.Storage {
        switch self {
        case .sqlite: return .sqlite
        case .postgreSQL:
            guard let server = try PostgreSQLServer.shared() else {
                throw TestSupportError("PostgreSQL is not installed")
            }
            return .postgreSQL(url: try server.makeDatabase())
        }
    }
}

/// A storage with accounts, devices and a fixed clock.
struct TestStorage {
    let directory: TemporaryDirectory
    let location: StorageLocation
    let storage: SQLStorage
    let clock = ServerClock(node: "server")
    /// The time of the fixed clock: 1 January 2026.
    static let time = Date(timeIntervalSince1970: 1_767_225_600)

    init(_ kind: StorageKind) async throws {
        directory = try TemporaryDirectory()
        location = try kind.makeLocation(in: directory)
        storage = try location.open(connections: 6)
        try await storage.prepare()
    }

    /// Adds a device, and its account if it doesn't exist.
    func device(_ name: String = "laptop", of account: String = "ada") async throws -> Identity {
        if try await !storage.accounts().contains(where: { $0.name == account }) {
            _ = try await storage.addAccount(named: account, at: Self.time)
        }
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        _ = try await storage.addDevice(named: name, account: account, token: token, at: Self.time)
        return try #require(try await storage.token(named: token.name)).identity
    }

    /// Sends records, and reads changes.
    func exchange(
        _ identity: Identity, _ records: [SyncRecord] = [], token: String? = nil, batch: UUID = UUID(),
        limit: Int = 500, entities: [String] = [], at time: Date = time, quota: Int? = nil, key: String? = nil
    ) async throws -> SyncAnswer {
        try await storage.exchange(
            Exchange(
                identity: identity,
                request: SyncRequest(
                    batch: batch, token: token, records: records, limit: limit, entities: entities, key: key),
                time: time, quota: quota), clock: clock)
    }

    /// Reads all changes page by page. Also returns the number of pages and the last token.
    func pull(
        _ identity: Identity, token: String? = nil, limit: Int = 500, entities: [String] = []
    ) async throws -> (records: [SyncRecord], pages: Int, token: String) {
        var token = token
        var records: [SyncRecord] = []
        var pages = 0
        while true {
            let answer = try await exchange(identity, token: token, limit: limit, entities: entities)
            records += answer.changes
            token = answer.token
            pages += 1
            if !answer.more { return (records, pages, answer.token) }
        }
    }
}

extension SyncRecord {
    /// Creates a record for a test.
    static func sample(
        _ number: Int, _ fields: [String: SyncValue] = ["name": .string("a")], entity: String = "Tag",
        causalLength: Int = 1,
        at milliseconds: Int64 = 1_000, node: String = "a"
    ) -> SyncRecord {
        let digits = String(number, radix: 16, uppercase: true)
        let id = UUID(
            uuidString: "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
        )
        let clock = SyncClock(milliseconds: milliseconds, node: node) ?? .zero
        return SyncRecord(
            SyncKey(entity: entity, id: id ?? UUID()), causalLength: causalLength,
            fields: fields.mapValues { SyncField($0, at: clock) })
    }
}
