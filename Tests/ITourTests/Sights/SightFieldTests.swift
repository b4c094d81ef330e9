import Localization
import TestSupport
import Testing

@testable import ITour
@testable import Shell

@MainActor
@Suite("Fields of a sight")
struct SightFieldTests {
    /// Returns a planner with a sight that has a value in every field.
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try planner.add("Kyoto", sights: ["Castle"]) { kyoto in
            kyoto.sights[0].note = "Early\nCash only"
            kyoto.sights[0].source = "osm:way/7"
            kyoto.sights[0].place = try place(35.0142, 135.7481)
        }
        try await planner.run(
            "sight edit castle --address Nijojo --hours 'Mo-Su 09:00-17:00' --link https://example.org/c"
                + " --phone '+81 75' --other-name 二条城 --cost '1300 JPY' --rating 4 --paid no"
                + " --pay-by 2031-04-01")
        try await planner.run("sight schedule castle 2031-05-04 09:30 --for 90min")
        try await planner.run("sight visited castle --on 2024-03-10")
        return planner
    }

    @Test func `sight show has every value, and all lines of the note`() async throws {
        let planner = try await planner()
        let output = try await planner.run("sight show castle")
        guard case .record(let record)? = output.blocks.first else {
            Issue.record("no record")
            return
        }
        #expect(
            record.fields.map(\.key) == [
                "number", "name", "visited", "note", "address", "place", "destination", "scheduled",
                "duration", "hours", "link", "phone", "otherName", "cost", "rating", "visitedOn", "paid",
                "payBy",
            ])
        let shown = Renderer.render(
            output, Presentation(format: .plain, width: 80, localizer: planner.session.localizer))
        let text = String(decoding: shown.output, as: UTF8.self).replacing("\u{A0}", with: " ")
        for part in ["Early", "Cash only", "+81 75", "1,300 JPY", "https://example.org/c", "1 h 30 min"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `A sight without values shows its name and its destination`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Kyoto", sights: ["Castle"])
        let output = try await planner.run("sight show castle")
        guard case .record(let record)? = output.blocks.first else { return }
        #expect(record.fields.map(\.key) == ["number", "name", "destination"])
    }

    @Test(arguments: ["json", "csv", "kml"])
    func `A file has every value of a sight, and an import reads them`(format: String) async throws {
        let planner = try await planner()
        let copy = try await TestPlanner()
        let report = try await copy.importBytes(try planner.export(format).bytes, named: "file.\(format)")
        #expect(report.added.sights == 1)
        #expect(report.dropped.isEmpty)
        let sight = try #require(try planner.destinations.first?.sights.first)
        let imported = try #require(try copy.destinations.first?.sights.first)
        for field in Sight.fields.fields where field.places.contains(.export) {
            #expect(field.value(of: imported) == field.value(of: sight), "\(field.key)")
        }
    }
}
