import Foundation
import SyncProtocol

extension SQLStorage {
    /// Creates an account.
    func addAccount(named name: String, at time: Date) async throws -> Account {
        let id = Self.newID()
        return try await database.write { connection in
            if try Self.account(name, connection) != nil { throw AccountError.accountExists(name) }
            _ = try connection.run(
                "INSERT INTO sync_account (id, name, created, seq, bytes) VALUES (?, ?, ?, 0, 0)",
                [.number(id), .text(name), .number(time.milliseconds)])
            try AccountChain(account: .number(id)).begin(connection, at: time)
            return Account(id: id, name: name, created: time, devices: 0, records: 0, bytes: 0)
        }
    }

    /// Returns all accounts in the order of their creation.
    func accounts() async throws -> [Account] {
        try await database.read { connection in
            let rows = try connection.run(
                """
                SELECT id, name, created,
                    (SELECT count(*) FROM sync_device WHERE account = sync_account.id AND revoked IS NULL),
                    (SELECT count(*) FROM sync_record WHERE account = sync_account.id), bytes
                FROM sync_account ORDER BY created, id
                """)
            return try rows.map { row in
                Account(
                    id: try row.integer(0), name: try row.text(1),
                    created: Date(milliseconds: try row.integer(2)),
                    devices: try row.integer(3), records: try row.integer(4), bytes: try row.integer(5))
            }
        }
    }

    /// Returns the size of all data.
    func usage() async throws -> StorageUsage {
        try await database.read { connection in
            let row = try connection.run(
                "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM sync_account"
            ).first
            return StorageUsage(
                accounts: try row?.integer(0) ?? 0, bytes: try row?.integer(1) ?? 0)
        }
    }

    /// Deletes an account with its devices and records.
    func deleteAccount(named name: String) async throws {
        try await database.write { connection in
            guard let id = try Self.account(name, connection) else { throw AccountError.noAccount(name) }
            _ = try connection.run("DELETE FROM sync_account WHERE id = ?", [.number(id)])
            _ = try connection.run(
                "DELETE FROM sync_meta WHERE name = ?", [.text(Self.deletionsName(ofAccount: id))])
        }
    }

    /// Returns the key and the devices of a device's account.
    ///
    /// - Parameters:
    ///   - identity: The device.
    ///   - key: The key that the account gets if it has none; `nil` for none.
    func account(of identity: Identity, proposing key: SyncAccountKey?) async throws -> SyncAccount {
        let account = SQLValue.number(identity.account)
        if let key {
            try await database.write { connection in
                _ = try connection.run(
                    """
                    UPDATE sync_account SET key_id = ?, key_check = ?, key_account = ?
                    WHERE id = ? AND key_id IS NULL
                    """,
                    [
                        .text(key.identifier), .text(key.check), .text(key.account.uuidString), account,
                    ])
            }
        }
        return try await database.read { connection in
            let rows = try connection.run(
                "SELECT key_id, key_check, key_account FROM sync_account WHERE id = ?", [account])
            guard let row = rows.first else {
                throw SyncFailure(.unauthorized, message: "The account is gone.")
            }
            let devices = try connection.run(
                "SELECT name, seen FROM sync_device WHERE account = ? AND revoked IS NULL ORDER BY created, id",
                [account])
            var known: SyncAccountKey?
            if let identifier = try row.optionalText(0), let check = try row.optionalText(1),
                let id = try row.optionalText(2).flatMap(UUID.init(uuidString:))
            {
                known = SyncAccountKey(account: id, identifier: identifier, check: check)
            }
            return SyncAccount(
                key: known,
                devices: try devices.map { row in
                    SyncAccount.Device(
                        name: try row.text(0),
                        lastSeen: try row.optionalInteger(1).map { Date(milliseconds: $0) })
                })
        }
    }

    /// Gives a device's account another key, and deletes all records, which the devices send again. If the account has
    /// another key than the replaced one, nothing happens.
    ///
    /// - Parameters:
    ///   - old: The identifier of the replaced key.
    ///   - identity: The device.
    ///   - key: The new key.
    ///   - time: The time of day.
    func replaceKey(
        _ old: String, of identity: Identity, with key: SyncAccountKey, at time: Date
    ) async throws {
        let account = SQLValue.number(identity.account)
        try await database.write { connection in
            let rows = try connection.run(
                """
                UPDATE sync_account SET key_id = ?, key_check = ?, key_account = ?, bytes = 0
                WHERE id = ? AND key_id = ? RETURNING seq
                """,
                [
                    .text(key.identifier), .text(key.check), .text(key.account.uuidString), account,
                    .text(old),
                ])
            guard let last = try rows.first?.integer(0) else { return }
            for table in ["sync_record", "sync_node"] {
                _ = try connection.run("DELETE FROM \(table) WHERE account = ?", [account])
            }
            try AccountChain(account: account).restart(at: last, connection, at: time)
        }
    }

    /// Returns the ID of the account with a name; `nil` if there is none.
    static func account(_ name: String, _ connection: any SQLConnection) throws -> Int? {
        try connection.run("SELECT id FROM sync_account WHERE name = ?", [.text(name)]).first?.integer(0)
    }
}
