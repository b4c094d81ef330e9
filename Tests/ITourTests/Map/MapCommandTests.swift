import Localization
import Testing

@testable import ITour
@testable import Shell
@testable import ProgramKit

@MainActor
@Suite("Maps of trips")
struct MapCommandTests {
    private func shown(
        _ line: String, _ planner: TestPlanner, _ format: OutputFormat = .table, width: Int = 60
    ) async throws -> String {
        String(
            decoding: Renderer.render(
                try await planner.run(line),
                Presentation(format: format, width: width, localizer: planner.session.localizer)
            ).output, as: UTF8.self)
    }

    private func japan() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for name in ["Tokyo", "Kyoto", "Sapporo", "Nowhere"] {
            try await planner.run("add \(name)")
            try await planner.run("back")
        }
        return planner
    }

    @Test func `A map shows all destinations with coasts, and counts those without a place`() async throws {
        let planner = try await japan()
        let map = try await shown("map", planner)
        #expect(map.hasPrefix("Map of all destinations\n"))
        #expect(map.contains("1 Tokyo   2 Kyoto   3 Sapporo\n"))
        #expect(map.contains("Without a place, and not on the map: 1."))
        #expect(map.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } > 100)
        #expect(
            try await shown("map", planner, .accessible).contains("Kyoto: 365 kilometres west of Tokyo\n"))
    }

    @Test func `A map of a destination shows its sights, or its own place`() async throws {
        let planner = try await japan()
        #expect(try await shown("map kyoto", planner).contains("1 Kyoto\n"))
        try await planner.run("sight add kyoto Kinkakuji --at 35.0394,135.7292")
        try await planner.run("sight add kyoto Ginkakuji --at 35.0270,135.7982")
        try await planner.run("open kyoto")
        let map = try await shown("map", planner)
        #expect(map.hasPrefix("Map of Kyoto\n"))
        #expect(map.contains("1 Kinkakuji   2 Ginkakuji\n"))
        #expect(map.contains("2 km "))
        // Below 200 km, a map has no coasts.
        #expect(!map.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        let near = try await shown("map --around kinkakuji --zoom 0.2", planner)
        #expect(near.hasPrefix("Map around Kinkakuji\n"))
        #expect(near.contains("1 Kinkakuji   2 Ginkakuji\n"))
        #expect(try await shown("map --around kinkakuji", planner).contains("1 Kinkakuji\n"))
        #expect(try await shown("map 35,135", planner).contains("1 35.0, 135.0\n"))
    }

    @Test func `A map of a trip joins its destinations`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        for name in ["Tokyo", "Kyoto"] { try await planner.run("add \(name) --trip japan") }
        try await planner.run("add Rome --trip none")
        for line in ["map japan", "map JAPAN"] {
            guard case .map(let map) = try await planner.run(line).blocks.first else {
                Issue.record("no map")
                return
            }
            #expect(map.places.count == 2)
            #expect(map.isRoute)
        }
        try await planner.run("trip open japan")
        #expect(try await shown("map", planner).hasPrefix("Map of Japan\n"))
    }

    @Test func `Without destinations, the map shows the Earth and says how to add a place`() async throws {
        let planner = try await TestPlanner()
        let map = try await shown("map", planner, width: 80)
        #expect(map.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } > 300)
        #expect(map.contains("No place is known. Add one with “edit DESTINATION --at PLACE”."))
    }

    @Test(arguments: ["0", "-1", "x", "1e9", "nan"])
    func `An invalid magnification is refused`(text: String) async throws {
        let planner = try await TestPlanner()
        await #expect(throws: (any Error).self) { try await planner.run("map --zoom=\(text)") }
    }

    @Test func `The outlines are complete and within the globe`() {
        let outlines = EarthOutlines.all
        #expect(outlines.count { $0.kind == .coast } > 200)
        #expect(outlines.count { $0.kind == .border } > 100)
        #expect(outlines.allSatisfy { $0.points.count > 1 })
        // The coast comes near the southern tip of Africa and the north of Iceland.
        for (latitude, longitude) in [(-34.8, 20.0), (66.5, -16.2), (36.0, -5.6)] {
            let wanted = Globe.Position(latitude: latitude, longitude: longitude)
            let nearest =
                outlines.flatMap(\.points).map { Globe.earth.distance(wanted, $0) }.min() ?? .infinity
            #expect(nearest < 60, "\(latitude), \(longitude): \(nearest)")
        }
    }
}
