import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

/// A server behind a proxy that is as slow as a bad line. All times are a tenth of the real ones.
@Suite("A server behind a slow line", .level(.slow))
struct ThrottledServerTests {
    @Test func `Hundreds of records get through in each direction`() async throws {
        let process = try SyncServerProcess(options: ["--request-time", "3"])
        defer { process.kill() }
        let proxy = try ThrottlingProxy(bytesPerSecond: 80_000, upstream: process.port)
        defer { proxy.stop() }
        func replica(_ name: String) throws -> Replica {
            try Replica(
                SealingTransport(
                    HTTPTransport(
                        ServerAddress("http://127.0.0.1:\(proxy.port)"), token: process.addDevice(name),
                        timeout: 3), keys: AccountKeys.test()))
        }
        let sender = try replica("laptop")
        var random = SeededGenerator(quiet: 1)
        for _ in 0..<500 {
            // Digits that can't be compressed to much less than half.
            let text = (0..<60).map { _ in String(random.next(), radix: 36) }.joined().prefix(1_000)
            sender.context.insert(Place(name: String(text)))
        }
        try sender.context.save()
        #expect(try await sender.synchronizer.synchronize().sent == 500)
        let receiver = try replica("phone")
        #expect(try await receiver.synchronizer.synchronize().received == 500)
        #expect(try receiver.contents() == sender.contents())
    }
}
