import Foundation
import ModelData
import Testing

@testable import ITour

@MainActor
@Suite("Tracks and routes of GPX files")
struct TrackImportTests {
    /// A way to the east with a detour of a metre, two heights and times, and a second part.
    private static let gpx = """
        <gpx version="1.1" creator="watch"><metadata><time>2026-07-01T06:00:00Z</time></metadata>
        <trk><name>Giewont</name><desc>Steep</desc><link href="https://example.org/t"><text>x</text></link><trkseg>
         <trkpt lat="49.25" lon="19.93"><ele>1000</ele><time>2026-07-01T06:10:00Z</time></trkpt>
         <trkpt lat="49.25001" lon="19.94"><ele>1003</ele></trkpt>
         <trkpt lat="49.25" lon="19.95"><ele>1100</ele><extensions><hr>120</hr></extensions></trkpt>
        </trkseg><trkseg>
         <trkpt lat="49.26" lon="19.95"><ele>900</ele></trkpt>
         <trkpt lat="49.27" lon="19.95"><ele>950</ele><time>2026-07-01T08:40:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    private func sight(_ planner: TestPlanner) throws -> Sight {
        try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
    }

    @Test func `A track becomes a sight at its beginning with its length, climb, start and end`() async throws
    {
        let planner = try await TestPlanner()
        let report = try await planner.importText(Self.gpx, named: "hike.gpx")
        #expect(report.added.sights == 1)
        #expect(report.ignored.isEmpty)
        let sight = try sight(planner)
        #expect(sight.name == "Giewont")
        #expect(sight.place == Coordinates(latitude: 49.25, longitude: 19.93))
        #expect(
            sight.note
                == "Steep\nLength: 2.6 km\nClimb: 150 m\nStart: 49.25, 19.93\nEnd: 49.27, 19.95")
        #expect(sight.duration == 150)
        #expect(sight.link == "https://example.org/t")
        #expect(sight.track == "49.25,19.93 49.25,19.95;49.26,19.95 49.27,19.95")
        #expect(try await planner.importText(Self.gpx, named: "hike.gpx").added.sights == 0)
    }

    @Test func `A route without named points is a way, and one with named points a destination`() async throws
    {
        let planner = try await TestPlanner(language: "pl")
        let report = try await planner.importText(
            """
            <gpx><rte><name>Loop</name><rtept lat="10" lon="179.9"/><rtept lat="10" lon="-179.9"/></rte>
            <rte><rtept lat="1" lon="1"/><rtept lat="1" lon="2"/></rte>
            <rte><name>Named</name><rtept lat="1" lon="1"><name>A</name></rtept><rtept lat="1" lon="2"/></rte></gpx>
            """, named: "ways.gpx")
        #expect(report.ignored == [.unnamedRoutePoint: 1])
        #expect(try planner.sights(of: "ways") == ["Loop", "ways"])
        #expect(try planner.sights(of: "Named") == ["A"])
        let loop = try sight(planner)
        #expect(loop.note.hasPrefix("Długość: 21,9 km\nPoczątek: 10.0, 179.9"))
    }

    @Test(arguments: [
        "<trk><name>Empty</name></trk>", "<trk><trkseg><trkpt lat=\"1\" lon=\"1\"/></trkseg></trk>",
    ])
    func `A track without two points is left out`(track: String) async throws {
        let planner = try await TestPlanner()
        let report = try await planner.importText("<gpx>\(track)</gpx>", named: "x.gpx")
        #expect(report.ignored == [.track: 1])
        #expect(report.added.sights == 0)
    }

    @Test func `A point that can't be read costs only itself`() async throws {
        let planner = try await TestPlanner()
        let track = Self.gpx.replacing("lat=\"49.25001\"", with: "lat=\"north\"").replacing(
            "<ele>1003", with: "<ele>high")
        #expect(try await planner.importText(track, named: "x.gpx").added.sights == 1)
        #expect(try sight(planner).note.contains("Length: 2.6 km"))
    }

    @Test(arguments: ["gpx", "kml", "json", "csv"])
    func `The line comes back from an export`(format: String) async throws {
        let planner = try await TestPlanner()
        _ = try await planner.importText(Self.gpx, named: "hike.gpx")
        let other = try await TestPlanner()
        let report = try await other.importText(try planner.exported(format), named: "trips.\(format)")
        #expect(report.added.sights == 1)
        #expect(try sight(other).track == (try sight(planner).track))
        #expect(try sight(other).note == (try sight(planner).note))
    }

    @Test func `A line has no more points than a map needs`() throws {
        var line = TrackLine()
        for index in 0..<100_000 {
            let angle = Double(index) / 100
            let place = try #require(
                Coordinates(latitude: 45 + 0.5 * sin(angle), longitude: Double(index) / 10_000))
            line.add(place, height: Double(index % 7), isStart: index == 0)
        }
        let lines = TrackLine.lines(line.text)
        #expect(lines.count == 1)
        #expect((2...500).contains(lines[0].count))
        #expect(lines[0].first == line.first)
        #expect(line.length > 1000)
    }
}
