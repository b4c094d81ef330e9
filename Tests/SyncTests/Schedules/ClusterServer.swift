import Foundation
import SyncProtocol
import Synchronization
import TestSupport

@testable import Sync

/// Two processes of the built server on a PostgreSQL primary with a standby. Each schedule has its own account.
///
/// Each request goes to a random process. A rewind is a failover to a standby that lags behind, or a restored dump.
final class ClusterServer: ScheduleServer {
    private let cluster: PostgreSQLCluster
    private let processes: [SyncServerProcess]
    private let transports: [SealingTransport]
    private let random: Mutex<SeededGenerator>

    /// Creates a new account on running servers.
    ///
    /// - Parameters:
    ///   - cluster: The database of the servers.
    ///   - processes: The servers.
    ///   - account: The name of the new account.
    ///   - seed: Determines which process answers, and the kinds of the rewinds.
    init(
        _ cluster: PostgreSQLCluster, _ processes: [SyncServerProcess], account: String, seed: UInt64
    ) throws {
        self.cluster = cluster
        self.processes = processes
        random = Mutex(SeededGenerator(quiet: seed))
        let made = try processes[0].run(["account", "add", account])
        guard made.status == .exited(0) else { throw TestSupportError("account add: \(made.stderr)") }
        let token = try processes[0].addDevice("laptop", account: account)
        let keys = try AccountKeys.test()
        transports = try processes.map {
            SealingTransport(
                try HTTPTransport(ServerAddress("http://127.0.0.1:\($0.port)"), token: token), keys: keys)
        }
        try backUp()
    }

    /// Always `true`: this server causes faults only in its steps.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func answer(_ request: SyncRequest) async throws -> SyncAnswer {
        let index = random.withLock { Int.random(in: 0..<transports.count, using: &$0) }
        return try await transports[index].send(request)
    }

    /// Does nothing: the servers use the machine's clock.
    func setClock(_ milliseconds: Int64) {}

    func backUp() throws { try cluster.copyToStandby() }

    func rewind() throws {
        if random.withLock({ Bool.random(using: &$0) }) {
            try cluster.failOver()
            // A second failover would otherwise return to the time before this one.
            try cluster.copyToStandby()
        } else {
            try cluster.restoreDump()
        }
        try waitUntilReady()
    }

    /// Waits until all processes can write.
    func waitUntilReady() throws {
        for process in processes {
            try wait(for: "the server can write") {
                let connection = try HTTPConnection(port: process.port)
                try connection.send("GET /ready HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer().status == 200
            }
        }
    }

    func livingRecords() async throws -> Int {
        try await countLivingRecords { try await transports[0].send($0) }
    }

    /// A transport that uses one of the processes.
    ///
    /// - Parameter index: Returns the index of the process for the next request.
    func transport(_ index: @escaping @Sendable () -> Int) -> some SyncTransport {
        ChosenTransport(transports: transports, index: index)
    }

    private struct ChosenTransport: SyncTransport {
        let transports: [SealingTransport]
        let index: @Sendable () -> Int
        var name: String { "cluster" }

        func send(_ request: SyncRequest) async throws -> SyncAnswer {
            try await transports[index()].send(request)
        }
    }
}
