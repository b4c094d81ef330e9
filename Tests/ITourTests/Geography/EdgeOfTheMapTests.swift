import Foundation
import Localization
import Shell
import Testing

@testable import ITour

/// Sights on the date line and at the poles.
@MainActor
@Suite("Coordinates at the edges of the map")
struct EdgeOfTheMapTests {
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try planner.add("Edge", sights: ["East", "West", "Line", "Same", "North", "South"]) {
            let places = [(10, 179.9), (10, -179.9), (10, 180), (10, -180), (90, 0), (-90, 180)]
            for (sight, (latitude, longitude)) in zip($0.sights, places) {
                sight.place = try place(Double(latitude), longitude)
            }
        }
        return planner
    }

    private func rows(_ output: Output, _ keys: String...) throws -> [[String]] {
        let rendered = Renderer.render(
            output.withData, Presentation(format: .json, localizer: Localizer(.english)))
        let objects = try #require(
            try JSONSerialization.jsonObject(with: Data(rendered.output)) as? [[String: Any]])
        return objects.map { row in keys.map { "\(row[$0] ?? "")" } }
    }

    @Test func `Sights on both sides of the date line are near each other`() async throws {
        let planner = try await planner()
        let near = try rows(try await planner.run("nearby east --within 30"), "name")
        #expect(Set(near) == [["West"], ["Line"], ["Same"]])
        let east = try place(10, 179.9), west = try place(10, -179.9)
        #expect(abs(GreatCircle.distance(east, west) - 21.9) < 0.1)
        for sight in ["east", "west"] { try await planner.run("sight schedule \(sight) 2031-01-01") }
        #expect(
            try await planner.messages("day 2031-01-01").contains("Walking distance: 22 km."),
            "across the date line, not around the world")
    }

    @Test func `A pole is as far from every longitude`() async throws {
        let planner = try await planner()
        let pole = try place(90, 0)
        #expect(GreatCircle.distance(pole, try place(90, 123)) < 0.001)
        for longitude in [-180.0, -90, 0, 90, 180] {
            #expect(abs(GreatCircle.distance(pole, try place(0, longitude)) - 10_007.5) < 0.1)
        }
        #expect(try rows(try await planner.run("nearby north --within 9000"), "name").count == 4)
        #expect(try rows(try await planner.run("nearby north --within 100"), "name").isEmpty)
    }

    @Test(
        arguments: [20, 40, 80], ["map edge", "map --around north", "map --around line", "map edge --zoom 8"])
    func `Maps and routes with the date line and the poles are drawn`(width: Int, line: String) async throws {
        let planner = try await planner()
        let output = try await planner.run(line)
        for format in [OutputFormat.table, .accessible, .json] {
            let shown = Renderer.render(
                output.withData,
                Presentation(format: format, width: width, localizer: Localizer(.english)))
            let text = String(decoding: shown.output, as: UTF8.self)
            #expect(!text.isEmpty, "\(text)")
            #expect(!text.contains("nan"), "\(text)")
            #expect(!text.contains("inf"), "\(text)")
            if format == .table {
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
            }
        }
    }

    @Test func `A route goes from pole to pole across the date line`() async throws {
        let planner = try await planner()
        let names = try rows(try await planner.run("route edge"), "name").map { $0[0] }
        #expect(Set(names) == ["East", "West", "Line", "Same", "North", "South"])
        #expect(Set([names.first, names.last]) == ["North", "South"])
    }

    @Test(arguments: ["csv", "json", "geojson", "gpx"])
    func `Exports keep the places at the edges`(format: String) async throws {
        let planner = try await planner()
        let text = try planner.exported(format)
        let other = try await TestPlanner()
        _ = try await other.importText(text)
        let kept = try other.destinations.flatMap(\.sights).map { sight in
            "\(sight.name) \(sight.place?.text ?? "-")"
        }
        let expected = try planner.destinations.flatMap(\.sights).map { sight in
            "\(sight.name) \(sight.place?.text ?? "-")"
        }
        #expect(Set(kept) == Set(expected))
    }

    @Test(arguments: ["90.1,0", "-91,0", "0,180.5", "0,-181", "NaN,0", "1e400,0"])
    func `Places beyond the edges are refused`(text: String) async throws {
        let planner = try await planner()
        await #expect(throws: (any Error).self) { try await planner.run("sight edit east --at=\(text)") }
        #expect(try planner.destinations[0].sights[0].place == place(10, 179.9))
    }
}
