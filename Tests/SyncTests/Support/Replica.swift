import Foundation
import ModelData
import Testing
import SyncProtocol

@testable import Sync

/// A synchronized store with its context and synchronizer.

final class Replica {
    static let models: [any Synchronizable.Type] = [Trip.self, Place.self, Mark.self, Word.self]

    let container: ModelContainer
    let context: ModelContext
    let synchronizer: Synchronizer

    /// Creates a store in memory or in a file.
    init(
        _ transport: any SyncTransport, batchSize: Int = SyncLimits.recordsPerBatch, path: String? = nil
    ) throws {
        container = try ModelContainer(
            for: Trip.self, Place.self, Mark.self, Word.self,
            configurations: path.map { ModelConfiguration(url: URL(fileURLWithPath: $0)) }
                ?? ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
        synchronizer = try Synchronizer(
            container, models: Self.models, transport: transport, batchSize: batchSize)
    }

    /// Returns the store's sync state, in a separate context.
    func store() throws -> SyncStore { try SyncStore(ModelContext(container), models: Self.models) }

    func places() throws -> [Place] {
        _ = try context.storeChangedElsewhere()
        return try context.fetch(FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)]))
    }

    func place(_ name: String) throws -> Place? { try places().first { $0.name == name } }

    @discardableResult
    func add(_ name: String) throws -> Place {
        let place = Place(name: name)
        context.insert(place)
        try context.save()
        return place
    }

    /// Returns all synchronized values as text, so that two replicas can be compared.
    func contents() throws -> [String] {
        _ = try context.storeChangedElsewhere()
        let places = try context.fetch(FetchDescriptor<Place>()).map { place in
            """
            place \(place.identifier) \(place.name) \(place.note ?? "-") \(place.rating ?? -1) \(place.visits) \
            \(place.isDone) \(place.date?.timeIntervalSinceReferenceDate ?? -1) \(place.photo?.count ?? -1) \
            \(place.kind) trip \(place.trip?.identifier.uuidString ?? "-") \
            marks \(place.marks.map(\.identifier.uuidString).sorted()) \
            words \(place.words.map(\.identifier.uuidString).sorted())
            """
        }
        let trips = try context.fetch(FetchDescriptor<Trip>()).map { "trip \($0.identifier) \($0.name)" }
        let marks = try context.fetch(FetchDescriptor<Mark>()).map {
            "mark \($0.identifier) \($0.key) \($0.color ?? "-") \($0.remark)"
        }
        let words = try context.fetch(FetchDescriptor<Word>()).map { "word \($0.identifier) \($0.key)" }
        return (places + trips + marks + words).sorted()
    }

    /// Returns the number of records in each sync state.
    func states() throws -> [SyncState: Int] {
        try context.withSQLReadAccess(to: Place.self) { database in
            var counts: [SyncState: Int] = [:]
            for row in try database.rows("SELECT state, count(*) FROM _syncRecord GROUP BY state") {
                if let state = row[0].integer.flatMap(SyncState.init(rawValue:)), let count = row[1].integer {
                    counts[state] = Int(count)
                }
            }
            return counts
        }
    }
}

extension SyncStore {
    /// Returns the next records to send.
    func nextBatch(limit: Int = SyncLimits.recordsPerBatch) throws -> [SentRecord] {
        var refused = 0
        return try nextBatch(limit: limit, refused: &refused)
    }
}

extension Replica {
    /// Synchronizes two replicas until neither has changes to send, and checks that both are equal.
    func synchronizeFully(with other: Replica) async throws {
        for replica in [self, other, self, other, self] { try await replica.synchronizer.synchronize() }
        #expect(try contents() == other.contents())
        for replica in [self, other] {
            #expect(try replica.states().filter { $0.key != .synchronized } == [:])
        }
    }
}
