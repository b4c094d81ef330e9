import Foundation

extension SQLStorage {
    /// Creates a device, and stores the digest of its token.
    func addDevice(
        named name: String, account: String, token: DeviceToken, at time: Date
    ) async throws -> Device {
        let id = Self.newID()
        return try await database.write { connection in
            guard let owner = try Self.account(account, connection) else {
                throw AccountError.noAccount(account)
            }
            if try Self.device(name, of: owner, called: account, connection) != nil {
                throw AccountError.deviceExists(name, account: account)
            }
            _ = try connection.run(
                """
                INSERT INTO sync_device (id, account, name, token, digest, created) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(id), .number(owner), .text(name), .text(token.name), .bytes(token.digest),
                    .number(time.milliseconds),
                ])
            return Device(id: id, account: account, name: name, created: time, lastSeen: nil, revoked: nil)
        }
    }

    /// Returns the devices of an account in the order of their creation. If the account is `nil`, returns the
    /// devices of all accounts.
    func devices(ofAccount account: String?) async throws -> [Device] {
        try await database.read { connection in
            guard let account else { return try Self.devices(connection, "", []) }
            guard let owner = try Self.account(account, connection) else {
                throw AccountError.noAccount(account)
            }
            return try Self.devices(connection, "WHERE account = ?", [.number(owner)])
        }
    }

    /// Revokes a device's token immediately.
    func revokeDevice(named name: String, account: String, at time: Date) async throws -> Device {
        try await database.write { connection in
            let device = try Self.validDevice(name, ofAccount: account, connection)
            _ = try connection.run(
                "UPDATE sync_device SET revoked = ? WHERE id = ?",
                [.number(time.milliseconds), .number(device.id)])
            return Device(
                id: device.id, account: account, name: name, created: device.created,
                lastSeen: device.lastSeen,
                revoked: time)
        }
    }

    /// Gives a device a new token. The earlier one is invalid immediately.
    func renewToken(
        ofDevice name: String, account: String, token: DeviceToken
    ) async throws -> Device {
        try await database.write { connection in
            let device = try Self.validDevice(name, ofAccount: account, connection)
            _ = try connection.run(
                "UPDATE sync_device SET token = ?, digest = ? WHERE id = ?",
                [.text(token.name), .bytes(token.digest), .number(device.id)])
            return device
        }
    }

    /// Returns a device whose token is valid.
    ///
    /// - Throws: `AccountError` if the account or the device doesn't exist, or the token is revoked.
    private static func validDevice(
        _ name: String, ofAccount account: String, _ connection: any SQLConnection
    ) throws -> Device {
        guard let owner = try Self.account(account, connection) else {
            throw AccountError.noAccount(account)
        }
        guard let device = try Self.device(name, of: owner, called: account, connection) else {
            throw AccountError.noDevice(name, account: account)
        }
        if device.revoked != nil { throw AccountError.alreadyRevoked(name, account: account) }
        return device
    }

    /// Returns the stored token with a name; `nil` if there is none.
    func token(named name: String) async throws -> StoredToken? {
        try await database.read { connection in
            let rows = try connection.run(
                """
                SELECT account, sync_device.id, digest, revoked, seen, sync_account.name, sync_device.name
                FROM sync_device JOIN sync_account ON sync_account.id = account WHERE token = ?
                """, [.text(name)])
            return try rows.first.map { row in
                StoredToken(
                    identity: Identity(
                        account: try row.integer(0), device: try row.integer(1),
                        accountName: try row.text(5), deviceName: try row.text(6)),
                    digest: try row.bytes(2), isRevoked: try row.optionalInteger(3) != nil,
                    lastSeen: try row.optionalInteger(4).map(Date.init(milliseconds:)))
            }
        }
    }

    /// Stores the time of a device's last request.
    func updateLastSeen(_ device: Int, at time: Date) async throws {
        try await database.write { connection in
            _ = try connection.run(
                "UPDATE sync_device SET seen = ? WHERE id = ?", [.number(time.milliseconds), .number(device)])
        }
    }

    private static func device(
        _ name: String, of owner: Int, called account: String, _ connection: any SQLConnection
    ) throws -> Device? {
        try devices(connection, "WHERE account = ? AND sync_device.name = ?", [.number(owner), .text(name)])
            .first
    }

    private static func devices(
        _ connection: any SQLConnection, _ condition: String, _ arguments: [SQLValue]
    ) throws -> [Device] {
        let rows = try connection.run(
            """
            SELECT sync_device.id, sync_account.name, sync_device.name, sync_device.created, seen, revoked
            FROM sync_device JOIN sync_account ON sync_account.id = account \(condition)
            ORDER BY sync_account.created, account, sync_device.created, sync_device.id
            """, arguments)
        return try rows.map { row in
            Device(
                id: try row.integer(0), account: try row.text(1), name: try row.text(2),
                created: Date(milliseconds: try row.integer(3)),
                lastSeen: try row.optionalInteger(4).map(Date.init(milliseconds:)),
                revoked: try row.optionalInteger(5).map(Date.init(milliseconds:)))
        }
    }
}
