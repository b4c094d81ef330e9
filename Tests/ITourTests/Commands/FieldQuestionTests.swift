import Foundation
import Localization
import ModelData
import Testing

@testable import ITour

@MainActor
@Suite("Questions for each field")
struct FieldQuestionTests {
    private static let keep = ScriptedUser.keep

    /// Returns a planner with a sight and a point of interest. Their names and coordinates are longer than
    /// questions show them.
    private func planner(_ answers: [String]) async throws -> TestPlanner {
        let planner = try await TestPlanner(answers: answers)
        let exact = try place(41.890251234567, 12.492373456789)
        try planner.add("Rome", sights: ["Forum "]) { $0.sights[0].place = exact }
        let point = PointOfInterest(name: "Forum ")
        point.place = exact
        planner.context.insert(point)
        try planner.context.save()
        return planner
    }

    @Test(arguments: ["sight edit 1", "poi edit 1"])
    func `Accepting the displayed values changes nothing, even if they are shown shortened`(line: String)
        async throws
    {
        let planner = try await planner(Array(repeating: Self.keep, count: 12))
        #expect(try await planner.messages(line) == ["“Forum ” already has these values. Nothing changed."])
        let exact = try place(41.890251234567, 12.492373456789)
        let sights = try planner.context.fetch(FetchDescriptor<Sight>())
        #expect(sights.map(\.name) == ["Forum "])
        #expect(sights.map(\.place) == [exact])
        let points = try planner.context.fetch(FetchDescriptor<PointOfInterest>())
        #expect(points.map(\.name) == ["Forum "])
        #expect(points.map(\.place) == [exact])
    }

    @Test func `A typed value is saved, and a blank one removes the value`() async throws {
        let keep = Array(repeating: Self.keep, count: 8)
        let planner = try await planner(["Forum", Self.keep, Self.keep, ""] + keep)
        #expect(try await planner.messages("sight edit 1") == ["Changed “Forum ”: name and place."])
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == "Forum")
        #expect(sight.place == nil)
    }

    /// Returns a planner with a trip that begins in an hour that clocks skip.
    private func plannerWithSkippedTime(_ answers: [String]) async throws -> TestPlanner {
        let planner = try await TestPlanner(timeZone: "Europe/Warsaw", answers: answers)
        try planner.add("Kraków") { $0.setDates(try dates("2025-03-30T02:30")) }
        return planner
    }

    @Test func `A skipped local time stays unchanged if another field is edited`() async throws {
        let planner = try await plannerWithSkippedTime([
            Self.keep, Self.keep, Self.keep, Self.keep, "must", Self.keep,
        ])
        #expect(try await planner.messages("edit 1") == ["Changed “Kraków”: priority."])
        #expect(try planner.destinations.map(\.dates) == [dates("2025-03-30T02:30")])
        let ended = try await plannerWithSkippedTime([
            Self.keep, Self.keep, "2025-03-30 18:00", Self.keep, Self.keep, Self.keep,
        ])
        #expect(try await ended.messages("edit 1") == ["Changed “Kraków”: end."])
        #expect(try await ended.messages("edit 1 --end \"2025-03-30 19:00\"") == ["Changed “Kraków”: end."])
        await #expect(throws: TripError.self) { try await ended.run("edit 1 --end \"2026-03-29 02:30\"") }
    }

    @Test func `A skipped local time is refused by its own question`() async throws {
        let start = try await plannerWithSkippedTime([Self.keep, "2025-03-30 02:15"])
        await #expect(throws: TripError.self) { try await start.run("edit 1") }
        #expect(start.user.questions.last == "%@ (blank for none)")
        let end = try await plannerWithSkippedTime([Self.keep, Self.keep, "2025-03-30 02:45"])
        await #expect(throws: TripError.self) { try await end.run("edit 1") }
        #expect(end.user.questions.last == "%@ (blank for none)")
    }

    @Test func `edit asks for the time zone, and once for the details`() async throws {
        let planner = try await TestPlanner(answers: [
            Self.keep, Self.keep, "Asia/Tokyo", "must", "Night train",
        ])
        try planner.add("Kyoto")
        #expect(
            try await planner.messages("edit 1") == ["Changed “Kyoto”: priority, time zone and details."])
        #expect(
            planner.user.questions == [
                "Name", "%@ (blank for none)", "%@ (blank for none)",
                "Priority: meh, maybe or must", "%@ (+ opens your editor)",
            ])
        let kyoto = try #require(try planner.destinations.first)
        #expect(kyoto.timeZone == "Asia/Tokyo")
        #expect(kyoto.details == "Night train")
    }

    @Test func `A plus sign opens the editor, and details of several lines have only the editor's question`()
        async throws
    {
        let keep = Array(repeating: Self.keep, count: 4)
        let planner = try await TestPlanner(answers: keep + ["+", "First\nSecond"] + keep + ["no"])
        try planner.add("Kyoto")
        #expect(try await planner.messages("edit 1") == ["Changed “Kyoto”: details."])
        #expect(try planner.destinations.map(\.details) == ["First\nSecond"])
        try await planner.run("edit 1")
        #expect(planner.user.questions.last == "Edit “%@” in your editor?")
        #expect(try planner.destinations.map(\.details) == ["First\nSecond"])
    }

    @Test func `Accepted dates are not rewritten`() async throws {
        let planner = try await TestPlanner(answers: Array(repeating: Self.keep, count: 7))
        // Another program may have stored a time with seconds.
        let stored = moment("2025-05-01T10:00").stored.addingTimeInterval(30)
        try planner.add("Rome") {
            $0.start = stored
            $0.isAllDay = false
        }
        #expect(try await planner.messages("edit 1") == ["“Rome” already has these values. Nothing changed."])
        #expect(try planner.destinations.map(\.start) == [stored])
    }
}
