import Foundation
import ModelData
import Testing

@testable import ITour

@Suite("Points of interest of maps and tables")
@MainActor
struct PointConversionTests {
    private let planner: TestPlanner

    init() async throws { planner = try await TestPlanner() }

    private static let map = """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "id": "node/7", "geometry": {"type": "Point", "coordinates": [12.4833, 41.9009]},
           "properties": {"name": "Fontana di Trevi", "amenity": "fountain", "addr:street": "Piazza di Trevi", "addr:city": "Roma",
            "website": "https://example.org"}},
          {"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.5, 41.8]},
           "properties": {"tourism": "picnic_site", "addr:street": "Via Appia", "addr:housenumber": "1"}},
          {"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.25, 41.5]}, "properties": null},
          {"type": "Feature", "geometry": null, "properties": {}}
        ]}
        """

    @Test(arguments: [1 << 18, 100])
    func `The points of a map come without UUIDs, with names from what the file has`(piece: Int) async throws
    {
        let result = try await planner.importPoints(Self.map, piece: piece)
        #expect(result.counts == [3, 0, 0, 1])
        #expect(result.problem == nil)
        #expect(result.report.skipped.map(\.position) == [4])
        #expect(result.report.skipped.map(\.line) == [8])
        let points = try planner.points()
        #expect(points.map(\.name) == ["41.5, 12.25", "Fontana di Trevi", "picnic site, Via Appia 1"])
        #expect(points.map { $0.category?.name } == [nil, "fountain", "picnic site"])
        #expect(points[1].city == "Roma")
        #expect(points[1].address == "Piazza di Trevi")
        #expect(points[1].information == "https://example.org")
        #expect(points[1].latitude == 41.9009)
    }

    @Test func `A map that is imported again changes nothing, and a newer one updates by the number`()
        async throws
    {
        try await planner.importPoints(Self.map)
        #expect(try await planner.importPoints(Self.map).counts == [0, 0, 3, 1])
        let newer = Self.map.replacing("Fontana di Trevi", with: "Trevi").replacing("41.9009", with: "41.901")
        #expect(try await planner.importPoints(newer).counts == [0, 1, 2, 1])
        #expect(try planner.points().count == 3)
    }

    @Test func `An answer of Overpass has the numbers of its elements`() async throws {
        let answer = """
            {"version": 0.6, "generator": "Overpass API", "elements": [
            {"type": "node", "id": 7, "lat": 41.9, "lon": 12.5, "tags": {"name": "Fontana", "historic": "yes"}},
            {"type": "way", "id": 8, "center": {"lat": 41.8, "lon": 12.4}, "tags": {"name:en": "Fort"}}
            ]}
            """
        #expect(try await planner.importPoints(answer).counts == [2, 0, 0, 0])
        let points = try planner.points()
        #expect(points.map(\.name) == ["Fontana", "Fort"])
        #expect(points.map { $0.category?.name } == ["historic", nil])
        #expect(points.map(\.latitude) == [41.9, 41.8])
        // The same element in a map.
        let feature = Self.map.replacing("41.9009", with: "41.9")
        #expect(try await planner.importPoints(feature).counts == [2, 1, 0, 1])
    }

    @Test func `A table has a row for each point`() async throws {
        let table = """
            Title;Lat;Lon;Category;City
            Koloseum;41,8902;12,4922;museum;Rome
            ;41,9;12,5;;
            Broken;north;12,5;;Rome
            """
        let result = try await planner.importPoints(table + "\n")
        #expect(result.counts == [3, 0, 0, 0])
        let points = try planner.points()
        #expect(points.map(\.name) == ["41.9, 12.5", "Broken", "Koloseum"])
        #expect(points.map(\.latitude) == [41.9, nil, 41.8902])
        #expect(points[2].category?.name == "museum")
        #expect(try await planner.importPoints(table + "\n").counts == [0, 0, 3, 0])
    }

    @Test func `A row that can't be read is skipped with its line and the reason`() async throws {
        let table = "name,lat,lon\nFort,41.9,12.5\n\"Mill\"x,41.8,12.4\nKeep,41.7,12.3\n"
        let result = try await planner.importPoints(table)
        #expect(result.counts == [2, 0, 0, 1])
        #expect(result.report.skipped.map(\.position) == [2])
        #expect(result.report.skipped.map(\.line) == [3])
        let reasons = result.report.skipped.compactMap(\.reason).map(planner.session.localizer.string)
        #expect(reasons == ["there is text after a closing quote"])
    }

    @Test func `A map that is cut off keeps its complete points`() async throws {
        let cut = try await planner.importPoints(String(Self.map.prefix(500)))
        #expect(cut.report.added >= 1)
        guard case .cutOff? = cut.problem else {
            Issue.record("\(String(describing: cut.problem))")
            return
        }
    }

    @Test(arguments: ["a,b\n1,2\n", "{\"a\": [1]}", "name\nRome\n"])
    func `Other tables and objects are refused`(text: String) async throws {
        await #expect(throws: PointImportError.self) { try await planner.importPoints(text) }
        #expect(try planner.points().isEmpty)
    }
}
