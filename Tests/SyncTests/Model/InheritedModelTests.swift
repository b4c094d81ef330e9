import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

// Two stores with inherited models.

@Model
class Spot {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var code: String?
    var name: String
    var remark: String?
    var area: Area?
    var labels: [SpotLabel] = []

    init(_ name: String) {
        identifier = UUID()
        self.name = name
    }
}

@Model
final class Cafe: Spot {
    var seats: Int
    var note: String?

    init(_ name: String, seats: Int) {
        self.seats = seats
        super.init(name)
    }
}

@Model
final class Peak: Spot {
    var height: Double
    var note: String?
    var hut: Cafe?

    init(_ name: String, height: Double) {
        self.height = height
        super.init(name)
    }
}

@Model
final class Area {
    @Attribute(.unique) var identifier = UUID()
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Spot.area) var spots: [Spot] = []
    var best: Cafe?

    init(_ name: String) { self.name = name }
}

@Model
final class SpotLabel {
    @Attribute(.unique) var identifier = UUID()
    var name: String
    @Relationship(inverse: \Spot.labels) var spots: [Spot] = []

    init(_ name: String) { self.name = name }
}

// The subclasses `Cafe` and `Peak` inherit this declaration.
extension Spot: Synchronizable {
    static var synchronization: Synchronization<Spot> {
        Synchronization(identifier: \.identifier, localOnly: [\.remark])
    }
}

extension Area: Synchronizable {
    static var synchronization: Synchronization<Area> { Synchronization(identifier: \.identifier) }
}

extension SpotLabel: Synchronizable {
    static var synchronization: Synchronization<SpotLabel> { Synchronization(identifier: \.identifier) }
}

private struct FamilyReplica {
    static let models: [any Synchronizable.Type] = [
        Area.self, Spot.self, Cafe.self, Peak.self, SpotLabel.self,
    ]

    let context: ModelContext
    let synchronizer: Synchronizer

    init(_ server: MemoryServer, models: [any Synchronizable.Type] = models) throws {
        let container = try ModelContainer(
            for: Area.self, Spot.self, Cafe.self, Peak.self, SpotLabel.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
        // The batches are small, so that related records arrive separately.
        synchronizer = try Synchronizer(
            container, models: models, transport: DirectTransport(server: server), batchSize: 2)
    }

    func spots() throws -> [Spot] {
        _ = try context.storeChangedElsewhere()
        return try context.fetch(FetchDescriptor<Spot>(sortBy: [SortDescriptor(\.name)]))
    }

    func spot<T: Spot>(_ name: String, as type: T.Type = T.self) throws -> T? {
        try spots().first { $0.name == name } as? T
    }

    func contents() throws -> [String] {
        try spots().map { spot in
            let own: String
            switch spot {
            case let cafe as Cafe: own = "\(cafe.seats) \(cafe.note ?? "-")"
            case let peak as Peak: own = "\(peak.height) \(peak.note ?? "-") \(peak.hut?.name ?? "-")"
            default: own = ""
            }
            let labels = spot.labels.map(\.name).sorted()
            return
                "\(type(of: spot)) \(spot.identifier) \(spot.name) \(own) \(spot.area?.name ?? "-") \(labels)"
        }
            + context.fetch(FetchDescriptor<Area>()).map {
                "\($0.name) \($0.spots.map(\.name)) \($0.best?.name ?? "-")"
            }.sorted()
    }
}

@Suite("Synchronization of inherited models")
struct InheritedModelTests {
    private let first: FamilyReplica
    private let second: FamilyReplica

    init() throws {
        let server = MemoryServer()
        first = try FamilyReplica(server)
        second = try FamilyReplica(server)
    }

    private func synchronize() async throws {
        for replica in [first, second, first, second] { try await replica.synchronizer.synchronize() }
    }

    private func fill() throws {
        let area = Area("Tatry")
        let cafe = Cafe("Morskie Oko", seats: 40)
        cafe.note = "soup"
        cafe.remark = "mine"
        let peak = Peak("Rysy", height: 2501)
        peak.note = "steep"
        peak.hut = cafe
        let spot = Spot("Car park")
        let label = SpotLabel("starred")
        first.context.insert(area)
        area.spots = [peak, cafe, spot]
        area.best = cafe
        label.spots = [cafe, spot]
        first.context.insert(label)
        try first.context.save()
    }

    @Test func `Records arrive with their class and relationships, in any order`()
        async throws
    {
        try fill()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        let cafe = try #require(try second.spot("Morskie Oko", as: Cafe.self))
        #expect(cafe.seats == 40)
        #expect(cafe.note == "soup")
        #expect(cafe.remark == nil)
        #expect(cafe.labels.map(\.name) == ["starred"])
        #expect(cafe.area?.best === cafe)
        #expect(try second.spot("Rysy", as: Peak.self)?.hut === cafe)
        let status = try SyncStatus(second.context, models: FamilyReplica.models)
        #expect(status.counts[.synchronized] == 5)
        #expect(status.counts[.notSynchronized] == 0)
        #expect(try second.context.container.integrityCheck().isEmpty)
        // The second device sends no record back.
        let report = try await first.synchronizer.synchronize()
        #expect(report.received == 0)
        #expect(report.sent == 0)
    }

    @Test func `Edits of inherited and own properties are merged, and deletions reach all devices`()
        async throws
    {
        try fill()
        try await synchronize()
        let mine = try #require(try first.spot("Morskie Oko", as: Cafe.self))
        let theirs = try #require(try second.spot("Morskie Oko", as: Cafe.self))
        mine.seats = 50
        mine.labels = []
        try first.context.save()
        theirs.name = "Morskie"
        theirs.note = nil
        try second.context.save()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        #expect(mine.name == "Morskie")
        #expect(mine.note == nil)
        #expect(theirs.seats == 50)
        #expect(theirs.labels.isEmpty)
        first.context.delete(mine)
        try first.context.save()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        #expect(try second.spots().map(\.name) == ["Car park", "Rysy"])
        #expect(try second.spot("Rysy", as: Peak.self)?.hut == nil)
    }

    @Test func `Deleting an owner deletes records of all subclasses everywhere`() async throws {
        try fill()
        try await synchronize()
        let area = try #require(try second.context.fetch(FetchDescriptor<Area>()).first)
        second.context.delete(area)
        try second.context.save()
        try await synchronize()
        #expect(try first.spots().isEmpty && second.spots().isEmpty)
        let counts = try SyncStatus(first.context, models: FamilyReplica.models).counts
        #expect(counts[.synchronized] == 5)
        #expect(counts[.notSynchronized] == 0)
        // The history counts each deleted record once, under its own class.
        let steps = try first.context.historySummaries().filter { $0.author == SyncTracking.author }
        #expect(steps.last?.deleted == ["Area": 1, "Spot": 1, "Cafe": 1, "Peak": 1])
    }

    @Test func `A model includes its superclasses, so no relationship to them is lost`()
        async throws
    {
        let context = first.context
        let models: [any Synchronizable.Type] = [Area.self, Cafe.self, Peak.self, SpotLabel.self]
        #expect(try SyncShapes(models, in: context).names == ["Area", "Spot", "Cafe", "Peak", "SpotLabel"])
        #expect(try SyncShapes([Peak.self, Spot.self], in: context).names == ["Peak", "Spot"])
        let server = MemoryServer()
        let replicas = try [FamilyReplica(server, models: models), FamilyReplica(server, models: models)]
        let area = Area("Tatry")
        let cafe = Cafe("Morskie Oko", seats: 40)
        replicas[0].context.insert(area)
        area.spots = [cafe]
        cafe.labels = [SpotLabel("starred")]
        try replicas[0].context.save()
        for replica in replicas { try await replica.synchronizer.synchronize() }
        #expect(try replicas[1].contents() == replicas[0].contents())
        #expect(try replicas[1].spots().map { $0.labels.map(\.name) } == [["starred"]])
    }

    @Test func `Records of two classes can wait for the same unique value until it is free`()
        async throws
    {
        let cafe = Cafe("Cafe", seats: 4)
        cafe.code = "X"
        first.context.insert(cafe)
        try first.context.save()
        let peak = Peak("Peak", height: 1)
        peak.code = "X"
        second.context.insert(peak)
        try second.context.save()
        try await synchronize()
        #expect(try first.spots().map(\.name) == ["Cafe"] && second.spots().map(\.name) == ["Peak"])
        peak.code = "Y"
        try second.context.save()
        try await synchronize()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        #expect(try first.spots().map(\.name) == ["Cafe", "Peak"])
    }

    @Test func `Records from before tracking are counted and sent once with their class`()
        async throws
    {
        let container = try ModelContainer(
            for: Area.self, Spot.self, Cafe.self, Peak.self, SpotLabel.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Spot("a"))
        context.insert(Cafe("b", seats: 1))
        context.insert(Peak("c", height: 1))
        try context.save()
        let server = MemoryServer()
        let synchronizer = try Synchronizer(
            container, models: FamilyReplica.models, transport: DirectTransport(server: server))
        #expect(try SyncStatus(context, models: FamilyReplica.models).counts[.notSynchronized] == 3)
        try await synchronizer.synchronize()
        let other = try FamilyReplica(server)
        try await other.synchronizer.synchronize()
        #expect(try other.spots().map { "\(type(of: $0)) \($0.name)" } == ["Spot a", "Cafe b", "Peak c"])
    }

    @Test func `A model that isn't in the container is reported`() throws {
        let container = try ModelContainer(
            for: Area.self, Spot.self, SpotLabel.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        #expect(throws: ModelDataError.self) {
            try SyncTracking.turnOn(
                ModelContext(container), models: FamilyReplica.models, server: "memory")
        }
    }
}
