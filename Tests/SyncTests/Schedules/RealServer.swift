import Foundation
import SyncProtocol
import Synchronization
import TestSupport

@testable import Sync

/// A process of the built server. Each schedule has its own account.
///
/// Unless `isQuiet` is set, the process is killed and restarted during random requests.
final class RealServer: ScheduleServer {
    private struct State {
        var random: SeededGenerator
        var isQuiet = false
    }

    private let process: SyncServerProcess
    private let proxy: FaultyProxy?
    private let transport: any SyncTransport
    private let reader: any SyncTransport
    private let state: Mutex<State>

    /// Creates a new account on a running server.
    ///
    /// - Parameters:
    ///   - process: The server's process.
    ///   - account: The name of the new account.
    ///   - seed: Determines when the process is killed, as far as timing allows.
    ///   - proxy: The proxy in front of the server. Default: none.
    init(_ process: SyncServerProcess, account: String, seed: UInt64, proxy: FaultyProxy? = nil) throws {
        self.process = process
        self.proxy = proxy
        state = Mutex(State(random: SeededGenerator(quiet: seed)))
        let made = try process.run(["account", "add", account])
        guard made.status == .exited(0) else { throw TestSupportError("account add: \(made.stderr)") }
        let token = try process.addDevice("laptop", account: account)
        let port = proxy?.port ?? process.port
        let keys = try AccountKeys.test()
        reader = SealingTransport(
            try HTTPTransport(ServerAddress("http://127.0.0.1:\(process.port)"), token: token), keys: keys)
        transport = SealingTransport(
            try HTTPTransport(ServerAddress("http://127.0.0.1:\(port)"), token: token), keys: keys)
        proxy?.isQuiet = false
    }

    var isQuiet: Bool {
        get { state.withLock(\.isQuiet) }
        set {
            state.withLock { $0.isQuiet = newValue }
            proxy?.isQuiet = newValue
        }
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        let delay: Int? = state.withLock { state in
            if state.isQuiet || Int.random(in: 0..<12, using: &state.random) > 0 { return nil }
            return Int.random(in: 0..<12_000, using: &state.random)
        }
        guard let delay else { return try await transport.send(request) }
        let process = process
        let crash = Task {
            try await Task.sleep(for: .microseconds(delay))
            process.kill()
            try process.start()
        }
        let result = await Task { try await transport.send(request) }.result
        // Wait for the restart, so that the next request reaches a running server.
        try await crash.value
        return try result.get()
    }

    /// Does nothing: the server uses the machine's clock.
    func setClock(_ milliseconds: Int64) {}

    func backUp() {}

    /// Kills and restarts the server, which must still have all acknowledged records.
    func rewind() async throws {
        process.kill()
        try process.start()
    }

    func livingRecords() async throws -> Int {
        try await countLivingRecords { try await reader.send($0) }
    }
}
