import Foundation
import SyncProtocol
import Synchronization
import TestSupport

@testable import Sync

/// The built server as a process of its own, with an account for each schedule.
///
/// Until it is quiet, it is killed now and then while it has a request, at any point of it, and started again.
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

    /// A new account on a server that runs.
    ///
    /// - Parameters:
    ///   - process: The server.
    ///   - account: The account's name.
    ///   - seed: When the server is killed comes again from the same seed, as far as the machine allows.
    ///   - proxy: What stands before the server.
    init(_ process: SyncServerProcess, account: String, seed: UInt64, proxy: FaultyProxy? = nil) throws {
        self.process = process
        self.proxy = proxy
        state = Mutex(State(random: SeededGenerator(quiet: seed)))
        let made = try process.run(["account", "add", account])
        guard made.status == .exited(0) else { throw TestSupportError("account add: \(made.stderr)") }
        let token = try process.addDevice("laptop", account: account)
        let port = proxy?.port ?? process.port
        reader = try HTTPTransport(ServerAddress("http://127.0.0.1:\(process.port)"), token: token)
        transport = try HTTPTransport(ServerAddress("http://127.0.0.1:\(port)"), token: token)
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
        // Whoever asks next meets a server that runs.
        try await crash.value
        return try result.get()
    }

    /// The server goes by the clock of the machine.
    func setClock(_ milliseconds: Int64) {}

    /// A crash, after which the server has what it acknowledged.
    func beginEpoch(losingRecords: Bool) async throws {
        process.kill()
        try process.start()
    }

    func livingRecords() async throws -> Int {
        try await countLivingRecords { try await reader.send($0) }
    }
}
