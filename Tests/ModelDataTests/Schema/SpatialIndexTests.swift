import Foundation
import Testing

@testable import ModelData

@Model
private final class Spot {
    #Index<Spot>(.binary([\.name]), .rtree([\.latitude, \.longitude]), .rtree([\.height]))
    var name = ""
    var latitude = 0.0
    var longitude = 0.0
    var height: Int?

    init(_ latitude: Double, _ longitude: Double, height: Int? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.height = height
    }
}

@Model
private final class Named {
    #Index<Named>(.rtree([\.name]))
    var name = ""
    init() {}
}

private enum Before: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Place.self] }

    @Model final class Place {
        #Index<Place>([\.latitude, \.longitude])
        var latitude = 0.0
        var longitude = 0.0
        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}

private enum After: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Place.self] }

    @Model final class Place {
        #Index<Place>(.rtree([\.latitude, \.longitude]))
        var latitude = 0.0
        var longitude = 0.0
        var note: String?
        init() {}
    }
}

@Suite("R*Trees", .enabled(if: SpatialIndex.isAvailable))
struct SpatialIndexTests {
    private func steps(_ predicate: Predicate<Spot>, _ context: ModelContext) throws -> [String] {
        let table = try context.table(for: Spot.self)
        let plan = FetchPlan(FetchDescriptor(predicate: predicate), table)
        let (sql, arguments) = plan.sql(selecting: plan.selection, isLimited: true)
        return try table.session.connection.perform { connection in
            try connection.rows("EXPLAIN QUERY PLAN \(sql)", arguments).compactMap(\.last)
                .map(\.description)
        }
    }

    @Test func `Indexes of all kinds are stored`() throws {
        let entity = try #require(Schema(Spot.self).entities.first)
        #expect(entity.indices == [["name"], ["latitude", "longitude"], ["height"]])
    }

    @Test func `A predicate that bounds all properties of a tree uses it, and no other does`() throws {
        let context = ModelContext(try memory(Spot.self))
        func usesTree(_ predicate: Predicate<Spot>) throws -> Bool {
            try steps(predicate, context).contains { $0.contains("VIRTUAL TABLE INDEX 2:") }
        }
        let box = 1.0..<2.0
        let least = 1.0
        #expect(try usesTree(#Predicate { box.contains($0.latitude) && box.contains($0.longitude) }))
        #expect(
            try usesTree(
                #Predicate { $0.latitude > least && $0.latitude < 2.0 && least <= $0.longitude }))
        #expect(try usesTree(#Predicate { box.contains($0.latitude) && 2.0 > $0.longitude && $0.name != "" }))
        #expect(try usesTree(#Predicate { $0.height! > 1000 }))
        #expect(try usesTree(#Predicate { $0.latitude == 1 && $0.longitude == 2 }))
        #expect(try !usesTree(#Predicate { $0.latitude > 1 }))
        #expect(try !usesTree(#Predicate { $0.latitude > least || $0.longitude > least }))
        #expect(try !usesTree(#Predicate { !($0.latitude > least && $0.longitude > least) }))
        #expect(try !usesTree(#Predicate { $0.latitude > $0.longitude && $0.longitude > least }))
    }

    @Test func `A condition in only one branch doesn't restrict the result`() throws {
        let context = ModelContext(try memory(Spot.self))
        for height in [60, 10, nil] as [Int?] { context.insert(Spot(0, 0, height: height)) }
        try context.save()
        var predicates: [Predicate<Spot>] = [
            #Predicate { if let height = $0.height { height > 50 } else { true } },
            #Predicate { $0.height.flatMap { $0 > 50 } ?? true },
        ]
        for isNear in [true, false] {
            predicates.append(#Predicate { isNear ? $0.height! > 50 : true })
            predicates.append(#Predicate { isNear ? true : $0.height! > 50 })
        }
        let table = try context.table(for: Spot.self)
        for predicate in predicates {
            #expect(!FetchPlan(FetchDescriptor(predicate: predicate), table).filtersInMemory)
            #expect(try matching(predicate, in: context).first?.height == 60)
        }
    }

    @Test(arguments: [4_669_201_609_102_990, SeededGenerator.newSeed])
    func `The tree finds exactly the predicate's records after any change and undo`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        // Numbers that 32-bit floats round up or down, and some outside their range.
        let edges: [Double] = [
            0, -0.0, 0.1, 1.0 / 3, -1.0 / 3, 16_777_217, -16_777_217, 1e-300, -1e-300, 1e300, -1e300,
            .infinity, -.infinity, 3.4e38, 3.5e38, .greatestFiniteMagnitude,
        ]
        func number() -> Double {
            if Int.random(in: 0..<3, using: &random) == 0 { return edges.randomElement(using: &random) ?? 0 }
            return Double(Int.random(in: -20...20, using: &random)) / 10
        }
        func height() -> Int? {
            [nil, 0, 1, 9_007_199_254_740_993, .max, .min, .max - 1, 16_777_217].randomElement(using: &random)
                ?? nil
        }
        let container = try memory(Spot.self)
        let context = ModelContext(container)
        for round in 0..<40 {
            for _ in 0..<5 { context.insert(Spot(number(), number(), height: height())) }
            let spots = try context.fetch(FetchDescriptor<Spot>())
            for spot in spots.shuffled(using: &random).prefix(3) { spot.latitude = number() }
            for spot in spots.shuffled(using: &random).prefix(2) { spot.height = height() }
            for spot in spots.shuffled(using: &random).prefix(2) { context.delete(spot) }
            try context.save()
            if round % 5 == 4 { try context.undoLastTransaction() }
            let (first, second) = (number(), number())
            let (low, high) = (min(first, second), max(first, second))
            let (west, least) = (number(), height() ?? 0)
            let predicates: [Predicate<Spot>] = [
                #Predicate { (low...high).contains($0.latitude) && $0.longitude >= west },
                #Predicate { $0.latitude > low && $0.latitude < high && $0.longitude < west },
                #Predicate { $0.latitude == low && $0.longitude <= high },
                #Predicate { $0.height! >= least },
                #Predicate { $0.height! < least },
            ]
            let all = try context.fetch(FetchDescriptor<Spot>())
            for predicate in predicates {
                let found = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
                let expected = all.filter { (try? predicate.evaluate($0)) ?? false }
                #expect(
                    found.map(\.persistentModelID) == expected.map(\.persistentModelID), "seed \(seed)")
            }
        }
        try ModelContext(container).delete(model: Spot.self)
        #expect(try container.integrityCheck() == [])
    }

    @Test func `A migration adds a tree with the existing records, and a backup includes it`() throws {
        let directory = try TemporaryDirectory()
        do {
            let old = try ModelContainer(
                for: Schema(versionedSchema: Before.self),
                configurations: ModelConfiguration(url: directory.file()))
            let context = ModelContext(old)
            for number in 0..<100 { context.insert(Before.Place(Double(number), Double(number))) }
            try context.save()
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: After.self),
            configurations: ModelConfiguration(url: directory.file()))
        let backup = directory.file("backup.store")
        try container.backup(to: backup)
        let copy = try ModelContainer(
            for: Schema(versionedSchema: After.self), configurations: ModelConfiguration(url: backup))
        for container in [container, copy] {
            #expect(try container.integrityCheck().isEmpty)
            let found = try ModelContext(container).fetch(
                FetchDescriptor<After.Place>(
                    predicate: #Predicate { $0.latitude > 10 && $0.longitude < 13 }))
            #expect(found.map(\.latitude) == [11, 12])
        }
    }

    @Test func `The integrity check reports a tree that doesn't match its records`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Spot.self)
        let context = ModelContext(container)
        for number in 0..<3 { context.insert(Spot(Double(number), 0)) }
        try context.save()
        try context.allSessions()[0].connection.perform {
            try $0.execute("DELETE FROM _rtree_Spot_latitude_longitude WHERE id = 2")
        }
        #expect(
            try container.integrityCheck() == [
                "_rtree_Spot_latitude_longitude: 1 records of Spot have no matching entry"
            ])
    }

    @Test func `A property that isn't a number can't be in a tree`() throws {
        #expect(
            throws: ModelDataError.unsuitableOption(model: "Named", property: "name", option: "rtree")
        ) { try memory(Named.self) }
    }
}
