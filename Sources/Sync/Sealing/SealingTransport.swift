import Foundation
import SyncProtocol

/// A transport that seals everything that it sends, and opens what it receives. Programs have no other.
///
/// ```swift
/// func transport(_ http: HTTPTransport, code: KeyCode, account: UUID) throws -> SealingTransport {
///     SealingTransport(http, keys: try AccountKeys(code, account: account))
/// }
/// ```
public struct SealingTransport: SyncTransport {
    private let transport: any SyncTransport
    private let keys: AccountKeys

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport for sealed messages.
    ///   - keys: The account's keys.
    public init(_ transport: any SyncTransport, keys: AccountKeys) {
        self.transport = transport
        self.keys = keys
    }

    /// The server's address.
    public var name: String { transport.name }

    /// Sends a request and waits for its answer.
    ///
    /// A received record that can't be opened is returned in ``SyncAnswer/unopened``.
    ///
    /// - Parameter request: The local changes, and the token of the last answer.
    /// - Returns: The server's answer.
    /// - Throws: ``SyncError``, or `CancellationError`.
    public func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let sealed = try keys.sealed(request)
        do {
            return try opened(await transport.send(sealed), to: request)
        } catch SyncError.wrongKey {
            // A server that was set up anew knows no key.
            let known = try await transport.account(proposing: keys.accountKey).key
            guard known == keys.accountKey else { throw SyncError.wrongKey }
            return try opened(await transport.send(sealed), to: request)
        }
    }

    /// Proposes a key for the account.
    public func account(proposing key: SyncAccountKey?) async throws -> SyncAccount {
        try await transport.account(proposing: key)
    }

    private func opened(_ answer: SyncAnswer, to request: SyncRequest) throws -> SyncAnswer {
        var names: [String: String] = [:]
        for name in request.entities + request.records.map(\.key.entity) {
            names[try keys.publicName(name)] = name
        }
        func key(_ key: SyncKey) -> SyncKey { SyncKey(entity: names[key.entity] ?? key.entity, id: key.id) }
        var unopened: [SyncRecord] = []
        func open(_ records: [SyncRecord]) throws -> [SyncRecord] {
            var opened: [SyncRecord] = []
            opened.reserveCapacity(records.count)
            for record in records {
                do throws(SealingError) {
                    opened.append(try keys.opened(record))
                } catch {
                    if error == .libraryMissing || error == .failed { throw error }
                    unopened.append(
                        SyncRecord(key(record.key), causalLength: record.causalLength, fields: record.fields))
                }
            }
            return opened
        }
        let merged = try open(answer.merged)
        let refused = unopened.map {
            SyncRefusal($0.key, reason: .unopened, message: "The server's version can't be opened.")
        }
        let changes = try open(answer.changes)
        return SyncAnswer(
            merged: merged,
            refused: refused
                + answer.refused.map {
                    SyncRefusal($0.key.map(key), reason: $0.reason, message: $0.message)
                },
            changes: changes, token: answer.token, more: answer.more, clock: answer.clock, room: answer.room,
            unreadable: answer.unreadable, unopened: unopened)
    }
}

extension AccountKeys {
    /// Seals a request.
    fileprivate func sealed(_ request: SyncRequest) throws(SealingError) -> SyncRequest {
        var records: [SyncRecord] = []
        for record in request.records { records.append(try sealed(record, by: request.node)) }
        var entities: [String] = []
        for name in request.entities { entities.append(try publicName(name)) }
        var previous: [UUID] = []
        for batch in request.previous { previous.append(try hidden(batch)) }
        return SyncRequest(
            // The batch is derived from the content, which it would otherwise reveal to a guesser.
            batch: try hidden(request.batch), token: request.token, records: records, limit: request.limit,
            entities: entities, node: request.node, previous: previous, key: identifier)
    }
}
