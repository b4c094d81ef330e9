import Localization
import ModelData
import Testing

@testable import ITour

@MainActor
@Suite("Questions for each field")
struct FieldQuestionTests {
    private static let keep = ScriptedPerson.keep

    /// A planner with a sight and a point whose names and places have more to them than can be typed.
    private func planner(_ answers: [String]) throws -> TestPlanner {
        let planner = try TestPlanner(answers: answers)
        let exact = try place(41.890251234567, 12.492373456789)
        try planner.add("Rome", sights: ["Forum "]) { $0.sights[0].place = exact }
        let point = PointOfInterest(name: "Forum ")
        point.place = exact
        planner.context.insert(point)
        try planner.context.save()
        return planner
    }

    @Test(
        "Lines that are left as they stand change nothing, whatever their texts leave out",
        arguments: ["sight edit 1", "poi edit 1"])
    func untouched(line: String) async throws {
        let planner = try planner(Array(repeating: Self.keep, count: 8))
        #expect(try await planner.messages(line) == ["“Forum ” is already like that. Nothing changed."])
        let exact = try place(41.890251234567, 12.492373456789)
        let sights = try planner.context.fetch(FetchDescriptor<Sight>())
        #expect(sights.map(\.name) == ["Forum "] && sights.map(\.place) == [exact])
        let points = try planner.context.fetch(FetchDescriptor<PointOfInterest>())
        #expect(points.map(\.name) == ["Forum "] && points.map(\.place) == [exact])
    }

    @Test("A line that is typed anew is taken, and a blank one takes the value away")
    func touched() async throws {
        let planner = try planner(["Forum", "", Self.keep, "no", Self.keep])
        #expect(try await planner.messages("sight edit 1") == ["Changed “Forum ”: name and place."])
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == "Forum" && sight.place == nil)
    }
}
