import Foundation
import TestSupport
import Testing

@testable import ITour
@testable import ModelData

@Suite("Distances on Earth")
struct GreatCircleTests {
    @Test func `Known distances are correct`() throws {
        let warsaw = try place(52.2297, 21.0122), rome = try place(41.9028, 12.4964)
        #expect(abs(GreatCircle.distance(warsaw, rome) - 1315) < 3)
        #expect(abs(GreatCircle.distance(try place(90, 0), try place(-90, 0)) - 20_015.1) < 0.1)
        #expect(abs(GreatCircle.distance(try place(0, 179.9), try place(0, -179.9)) - 22.239) < 0.01)
        #expect(GreatCircle.distance(rome, rome) == 0)
        #expect(abs(GreatCircle.distance(try place(0, 0), try place(0, 180)) - 20_015.1) < 0.1)
    }

    @Test func `The bounding box of a circle contains every point of the circle`() throws {
        for seed in [UInt64(1), 2, 3] {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<2000 {
                let middle = try place(
                    Double.random(in: -90...90, using: &generator),
                    Double.random(in: -180...180, using: &generator))
                let distance = pow(10, Double.random(in: -2...4.3, using: &generator))
                let box = SearchBox(around: middle, within: distance)
                let point = try place(
                    Double.random(in: -90...90, using: &generator),
                    Double.random(in: -180...180, using: &generator))
                // Besides a random point anywhere, test a random point near the circle.
                let near = Coordinates(
                    latitude: middle.latitude + Double.random(in: -1...1, using: &generator) * distance / 111,
                    longitude: middle.longitude + Double.random(in: -1...1, using: &generator) * distance
                        / 111)
                for candidate in [point, near].compactMap(\.self)
                where GreatCircle.distance(middle, candidate) <= distance {
                    #expect(
                        box.latitudes.contains(candidate.latitude),
                        "seed \(seed): \(middle.text), \(candidate.text), \(distance)")
                    #expect(
                        box.longitudes.contains { $0.contains(candidate.longitude) },
                        "seed \(seed): \(middle.text), \(candidate.text), \(distance)")
                }
            }
        }
    }

    @Test func `Bounding boxes cross the 180th meridian and contain the poles`() throws {
        let fiji = SearchBox(around: try place(-17, 179.9), within: 50)
        #expect(fiji.longitudes.count == 2)
        #expect(fiji.longitudes.contains { $0.contains(-179.9) })
        #expect(!fiji.longitudes.contains { $0.contains(0) })
        #expect(SearchBox(around: try place(89.9, 20), within: 50).longitudes == [-180...180])
        #expect(SearchBox(around: try place(0, 0), within: 20_100).longitudes == [-180...180])
        #expect(SearchBox(around: try place(45, 10), within: 0).longitudes.count == 1)
    }

    @MainActor
    @Test func `Nearby sights are found across the 180th meridian and at a pole, nearest first`() async throws
    {
        let planner = try await TestPlanner()
        func put(_ name: String, _ latitude: Double, _ longitude: Double) throws {
            try planner.add(name) { destination in
                let sight = Sight(name: name)
                sight.place = try place(latitude, longitude)
                destination.sights = [sight]
            }
        }
        try put("west", 0, 179.95)
        try put("east", 0, -179.9)
        try put("meridian", 0, -180)
        try put("far", 0, 178)
        try put("pole", 89.99, 10)
        try put("across", 89.99, -170)
        try planner.add("nowhere", sights: ["no place"])
        func found(_ latitude: Double, _ longitude: Double, _ distance: Double) throws -> [String] {
            try NearbyRecord<Sight>.around(
                try place(latitude, longitude), within: distance, in: planner.context
            )
            .map(\.record.name)
        }
        #expect(try found(0, 179.94, 30) == ["west", "meridian", "east"])
        #expect(try found(0, -179.99, 30) == ["meridian", "west", "east"])
        #expect(try found(90, 0, 2).sorted() == ["across", "pole"])
        #expect(try found(0, 180, 0) == ["meridian"])
        #expect(try found(45, 0, 20_100).count == 6)
    }

    @MainActor
    @Test func `The index reduces the rows that a nearby search reads`() async throws {
        let planner = try await TestPlanner()
        try planner.add("A", sights: ["a"])
        let statements = try StatementLog.during(planner.context) {
            _ = try NearbyRecord<Sight>.around(try place(45, 10), within: 10, in: planner.context)
        }
        let fetch = try #require(statements.first { $0.contains("Sight") && $0.hasPrefix("SELECT") })
        let plan = try planner.context.allSessions()[0].connection.perform {
            try $0.rows("EXPLAIN QUERY PLAN \(fetch)", [.real(1), .real(2), .real(1), .real(2)])
        }
        #expect("\(plan)".contains("_index_Sight_on_latitude_longitude"), "\(plan)")
    }
}
