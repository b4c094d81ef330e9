import Foundation
import Measuring
import ModelData
import Sync
import SyncProtocol
import SyncServer
import Synchronization

/// Measures the first synchronization of many records of 30 fields: one store pushes all of them, another pulls them.
struct LargeExchange {
    let count: Int
    let folder: URL
    private static let models: [any Synchronizable.Type] = [Exhibit.self]

    /// Synchronizes with a server in this process.
    ///
    /// - Parameter isSealed: Whether the records are sealed. Otherwise, the messages are those of a client without sealing.
    func runLocally(isSealed: Bool) async throws {
        let local = CountingTransport(
            server: try await LocalServer(path: folder.appending(path: "server.store").path))
        var transport: any SyncTransport = local
        if isSealed {
            var generator = SystemRandomNumberGenerator()
            let keys = try AccountKeys(KeyCode(using: &generator), account: UUID())
            _ = try await local.server.account(proposing: keys.accountKey)
            transport = SealingTransport(local, keys: keys)
        }
        try await run(transport, transport)
        print("sent bytes", local.bytes.withLock(\.sent), separator: "\t")
        print("received bytes", local.bytes.withLock(\.received), separator: "\t")
    }

    /// Synchronizes with a server over HTTP, with sealed records.
    func run(server: String, tokens: [String]) async throws {
        let address = try ServerAddress(server)
        var generator = SystemRandomNumberGenerator()
        let keys = try AccountKeys(KeyCode(using: &generator), account: UUID())
        let transports = try tokens.map { try HTTPTransport(address, token: $0) }
        guard transports.count == 2,
            try await transports[0].account(proposing: keys.accountKey).key == keys.accountKey
        else { fatalError("Two tokens of a new account are needed.") }
        try await run(
            SealingTransport(transports[0], keys: keys), SealingTransport(transports[1], keys: keys))
    }

    private func run(_ sending: any SyncTransport, _ receiving: any SyncTransport) async throws {
        let container = try container("sender")
        try fill(container)
        endPart("prepare")
        let sender = try await measured("login") {
            try Synchronizer(container, models: Self.models, transport: sending)
        }
        let pushed = try await measured("push") { try await sender.synchronize() }
        let copy = try self.container("receiver")
        let receiver = try Synchronizer(copy, models: Self.models, transport: receiving)
        let pulled = try await measured("pull") { try await receiver.synchronize() }
        let arrived = try ModelContext(copy).fetchCount(FetchDescriptor<Exhibit>())
        guard arrived == count, pushed.sent == count, pulled.received == count else {
            fatalError("\(arrived) exhibits arrived; push: \(pushed); pull: \(pulled)")
        }
    }

    /// Prints a part's processor time, its duration in seconds, and the process's peak memory in MB.
    private func measured<Result>(_ name: String, _ part: () async throws -> Result) async throws -> Result {
        // Resets the peak.
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let begin = ContinuousClock.now
        let result = try await part()
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        endPart(name)
        print("\(name) seconds", seconds, separator: "\t")
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
        print(
            "\(name) peak MB", (peak?.dropFirst().first.flatMap { Double($0) } ?? 0) / 1024, separator: "\t")
        return result
    }

    private func container(_ name: String) throws -> ModelContainer {
        try ModelContainer(
            for: Exhibit.self,
            configurations: ModelConfiguration(url: folder.appending(path: "\(name).store")))
    }

    private func fill(_ container: ModelContainer) throws {
        for start in stride(from: 0, to: count, by: 5_000) {
            let context = ModelContext(container)
            for number in start..<min(start + 5_000, count) { context.insert(Exhibit(number: number)) }
            try context.save()
        }
    }
}

/// The way to a server in this process, which counts the bytes of the messages.
private final class CountingTransport: SyncTransport {
    let server: LocalServer
    let bytes = Mutex((sent: 0, received: 0))
    var name: String { "local" }

    init(server: LocalServer) { self.server = server }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let body = request.encoded()
        let answer = try await server.answer(toBody: body)
        bytes.withLock { bytes in
            bytes.sent += body.count
            bytes.received += answer.count
        }
        return try SyncAnswer(decoding: answer)
    }
}
