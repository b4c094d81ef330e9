import Foundation
import SyncProtocol
import TestSupport

@testable import Sync

/// The built server as a process of its own, with an account for each schedule.
final class RealServer: ScheduleServer {
    private let process: SyncServerProcess
    private let transport: any SyncTransport
    private let reader: any SyncTransport

    /// A new account on a server that runs.
    ///
    /// - Parameters:
    ///   - process: The server.
    ///   - account: The account's name.
    ///   - port: The port of what stands before the server; the server's own where nothing does.
    init(_ process: SyncServerProcess, account: String, port: Int? = nil) throws {
        self.process = process
        let made = try process.run(["account", "add", account])
        guard made.status == .exited(0) else { throw TestSupportError("account add: \(made.stderr)") }
        let token = try process.addDevice("laptop", account: account)
        reader = try HTTPTransport(ServerAddress("http://127.0.0.1:\(process.port)"), token: token)
        transport = try HTTPTransport(ServerAddress("http://127.0.0.1:\(port ?? process.port)"), token: token)
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer { try await transport.send(request) }

    /// The server goes by the clock of the machine.
    func setClock(_ milliseconds: Int64) {}

    /// A crash, after which the server has what it acknowledged.
    func beginEpoch(losingRecords: Bool) async {
        process.kill()
        try? process.start()
    }

    func livingRecords() async throws -> [SyncKey: SyncRecord] {
        var records: [SyncKey: SyncRecord] = [:]
        var token: String?
        while true {
            let answer = try await reader.send(SyncRequest(batch: UUID(), token: token))
            for record in answer.changes { records[record.key] = record }
            token = answer.token
            if !answer.more { return records.filter { $0.value.isAlive } }
        }
    }
}
