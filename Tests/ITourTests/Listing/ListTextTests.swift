import Localization
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Texts of lists and reports")
struct ListTextTests {
    private func rendered(_ output: Output, _ language: String = "en", width: Int? = nil) -> String {
        let localizer = Localizer(Language(matching: language) ?? .english)
        let bytes = Renderer.render(
            output, Presentation(format: .table, width: width, localizer: localizer))
        return String(decoding: bytes.output, as: UTF8.self)
    }

    @Test(arguments: [
        ("en", "Added 1 destination and 2 sights; 0 already existed, 1 skipped."),
        ("pl", "Dodano: 1 cel podróży i 2 atrakcje; już istniały: 0, pominięto: 1."),
        ("hu", "Felvéve: 1 úti cél és 2 látnivaló; már megvolt: 0, kimaradt: 1."),
    ])
    func `Each number in an import report has its own plural form`(language: String, sentence: String) {
        var report = TripImportReport()
        report.added.destinations = 1
        report.added.sights = 2
        report.entries.skip(7, text("the name is missing"))
        #expect(rendered(report.output(isDryRun: false), language).hasPrefix(sentence))
        #expect(
            Localizer(.english).string(report.label(path: "a.csv"))
                == "Imported a.csv: 1 destination and 2 sights.")
    }

    @Test(arguments: [("en", "Maybe to Must"), ("pl", "Może – Koniecznie"), ("hu", "Talán – Mindenképp")])
    func `A filter is described in the user's language`(language: String, range: String) async throws {
        let planner = try await TestPlanner(language: language)
        let filter: [String: [any Sendable]] = ["priority": [Priority.maybe...Priority.must]]
        let choice = try ListChoice(Invocation(command: "list", values: filter), planner.session)
        let note = try #require(choice.filterNote)
        #expect(planner.session.localizer.string(note).contains(" \(range)"))
    }

    @Test func `At 80 columns, coordinates and the note about missing sights are not cut`() async throws {
        let planner = try await TestPlanner()
        let naples = try planner.add("Naples", sights: ["National Archaeological Museum"]) { naples in
            naples.setDates(try dates("2024-12-23T09:30", "2024-12-26T19:00"))
        }
        naples.sights[0].place = try place(40.8535, 14.2505)
        naples.sights[0].note = "Closed on Tuesdays."
        naples.sights[0].address = "Piazza Museo 19, behind the gallery"
        #expect(
            rendered(Output([.table(Sight.table(naples.sights, planner.session.fieldContext))]), width: 80)
                .contains("40.8535, 14.2505"))
        let conference = try planner.add("Conference, Tokyo") { conference in
            conference.setDates(try dates("2024-12-23", "2024-12-26"))
        }
        let plan = TripPlan(
            [naples, conference], days: day(2024, 12, 20)...day(2024, 12, 27), today: TestPlanner.today)
        let lines = rendered(Output([.table(plan.table)]), width: 80).split(separator: "\n")
        // Only headings may be truncated, not rows.
        #expect(!lines.dropFirst().contains { $0.contains("…") }, "\(lines)")
    }
}
