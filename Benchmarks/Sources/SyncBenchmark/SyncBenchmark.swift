import Foundation
import Measuring
import ModelData
import Sync
import SyncProtocol
import SyncServer

/// Measures a push and a pull of 1,000 records: two stores synchronize with a server in the same process.
///
/// With arguments, it measures the first synchronization of records of 30 fields: without sealing, sealed, or sealed
/// and over HTTP, with two tokens of a new account.
///
/// ```
/// SyncBenchmark
/// SyncBenchmark clear 100000
/// SyncBenchmark sealed 100000
/// SyncBenchmark http 100000 http://127.0.0.1:8377 TOKEN TOKEN
/// ```
@main
struct SyncBenchmark {
    static let models: [any Synchronizable.Type] = [Trip.self, Place.self]

    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "SyncBenchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first else { return try await runSmall(folder) }
        guard let count = arguments.dropFirst().first.flatMap({ Int($0) }) else {
            fatalError("The number of records is missing.")
        }
        let large = LargeExchange(count: count, folder: folder)
        let rest = Array(arguments.dropFirst(2))
        switch mode {
        case "clear", "sealed": try await large.runLocally(isSealed: mode == "sealed")
        case "http" where rest.count == 3:
            try await large.run(server: rest[0], tokens: Array(rest.dropFirst()))
        default: fatalError("Unknown arguments: \(arguments.joined(separator: " "))")
        }
    }

    private static func runSmall(_ folder: URL) async throws {
        let transport = LocalTransport(
            server: try await LocalServer(path: folder.appending(path: "server.store").path))
        let (container, sender) = try replica(folder.appending(path: "sender.store"), transport)
        let (copy, receiver) = try replica(folder.appending(path: "receiver.store"), transport)
        // The first synchronization creates the tables.
        try await sender.synchronize()
        try await receiver.synchronize()
        try fill(container, trips: 50, placesOfEach: 19)
        endPart("prepare")

        let pushed = try await sender.synchronize()
        endPart("push")
        let pulled = try await receiver.synchronize()
        endPart("pull")

        let context = ModelContext(copy)
        let count = try context.fetchCount(FetchDescriptor<Place>(predicate: #Predicate { $0.trip != nil }))
        guard count == 950, pushed.sent == 1000, pulled.received == 1000 else {
            fatalError("\(count) places arrived; push: \(pushed); pull: \(pulled)")
        }
    }

    private static func replica(
        _ url: URL, _ transport: LocalTransport
    ) throws -> (ModelContainer, Synchronizer) {
        let container = try ModelContainer(
            for: Trip.self, Place.self, configurations: ModelConfiguration(url: url))
        return (container, try Synchronizer(container, models: models, transport: transport))
    }

    private static func fill(_ container: ModelContainer, trips: Int, placesOfEach: Int) throws {
        let context = ModelContext(container)
        for number in 0..<trips {
            let trip = Trip(identifier: identifier(number), name: "Journey no. \(number)")
            context.insert(trip)
            for index in 0..<placesOfEach {
                let order = trips + number * placesOfEach + index
                let place = Place(
                    identifier: identifier(order), name: "Museum no. \(order)", city: "Łódź",
                    information: order.isMultiple(of: 3)
                        ? nil : "Built in 1896 by Lechner, tiled in green and yellow.",
                    latitude: 51.7 + Double(order) / 10_000, longitude: 19.4 - Double(order) / 10_000,
                    added: Date(timeIntervalSince1970: 1_700_000_000 + Double(order * 1_000)))
                place.trip = trip
                context.insert(place)
            }
        }
        try context.save()
    }

    /// Returns the UUID of a record. The order of the UUIDs isn't that of the numbers.
    static func identifier(_ number: Int) -> UUID {
        let bits = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        return UUID(
            uuid: (
                bytes[7], bytes[6], bytes[5], bytes[4], bytes[3], bytes[2], 0x40, bytes[1],
                0x80, bytes[0], bytes[7], bytes[6], bytes[5], bytes[4], bytes[3], bytes[2]
            ))
    }
}

/// Sends requests to the server in this process.
struct LocalTransport: SyncTransport {
    let server: LocalServer

    var name: String { "local" }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        try await server.answer(request)
    }
}
