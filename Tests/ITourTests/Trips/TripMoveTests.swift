import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("A trip or a destination that moves to other days")
struct TripMoveTests {
    private func planner(language: String = "en", answers: [String]? = nil) async throws -> TestPlanner {
        let planner = try await TestPlanner(language: language, answers: answers)
        for line in [
            "trip add Japan --date 2027-04-01 --end 2027-04-21",
            "add Kyoto --date 2027-04-05..2027-04-08 --at 35.01,135.77 --zone Asia/Tokyo",
            "sight add Castle", "sight schedule castle 2027-04-06 09:30", "sight add Garden", "back",
            "leg add train Kyoto Tokyo --depart '2027-04-08 09:12' --arrive 11:27",
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out 2027-04-08",
            "expense add 20 Visa --on 2024-03-01",
        ] { try await planner.run(line) }
        return planner
    }

    /// The dates of everything in the trip.
    private func dates(_ planner: TestPlanner) throws -> [String] {
        let trip = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).first)
        return [trip.days.map { "\($0.lowerBound)/\($0.upperBound)" } ?? "none"]
            + trip.destinations.map { $0.dates?.description ?? "none" }
            + trip.destinations.flatMap(\.sights).map { $0.schedule?.description ?? "none" }
            + trip.legs.map { "\($0.departure)/\($0.arrival)" }
            + trip.stays.map { "\($0.checkIn)/\($0.checkOut)" }
            + trip.expenses.map { CivilDate(utc: $0.day).description }
    }

    private static let before = [
        "2027-04-01/2027-04-21", "2027-04-05/2027-04-08", "2027-04-06T09:30", "none",
        "2027-04-08T09:12/2027-04-08T11:27", "2027-04-05T15:00/2027-04-08", "2024-03-01",
    ]

    @Test func `Everything planned moves with the first day of a trip, and one undo moves it back`()
        async throws
    {
        let planner = try await planner()
        #expect(try dates(planner) == Self.before)
        #expect(
            try await planner.messages("trip edit japan --date 2027-04-03") == [
                "Changed “Japan”: date and end.",
                "Moved 2 days later: 1 destination, 1 planned sight, 1 leg and 1 stay.",
                "The expenses keep their days.",
            ])
        #expect(
            try dates(planner) == [
                "2027-04-03/2027-04-23", "2027-04-07/2027-04-10", "2027-04-08T09:30", "none",
                "2027-04-10T09:12/2027-04-10T11:27", "2027-04-07T15:00/2027-04-10", "2024-03-01",
            ])
        try await planner.run("undo")
        #expect(try dates(planner) == Self.before)
        #expect(
            try await planner.messages("trip edit japan --date 2027-03-31")[1]
                == "Moved 1 day earlier: 1 destination, 1 planned sight, 1 leg and 1 stay.")
    }

    @Test func `With an end, only the days of the trip change, and the message names what stayed`()
        async throws
    {
        let planner = try await planner()
        #expect(
            try await planner.messages("trip edit japan --date 2027-03-31 --end 2027-04-21") == [
                "Changed “Japan”: date.",
                "These keep their days: 1 destination, 1 planned sight, 1 leg and 1 stay.",
                "To move them too, use “undo”, and give the first day without an end.",
            ])
        #expect(try dates(planner) == ["2027-03-31/2027-04-21"] + Self.before.dropFirst())
        #expect(
            try await planner.messages("trip edit japan --end 2027-04-30") == ["Changed “Japan”: end."])
    }

    @Test func `The planned sights move with the first day of a destination`() async throws {
        let planner = try await planner()
        #expect(
            try await planner.messages("edit kyoto --date 2027-04-06") == [
                "Changed “Kyoto”: date and end.", "The trip takes 4 days.",
                "Moved 1 day later: 1 planned sight.",
            ])
        #expect(try dates(planner)[1...2] == ["2027-04-06/2027-04-09", "2027-04-07T09:30"])
        try await planner.run("open kyoto")
        #expect(
            try await planner.messages("date 2027-04-05 2027-04-08") == [
                "Changed “Kyoto”: date and end.", "These keep their days: 1 planned sight.",
                "To move them too, use “undo”, and give the first day without an end.",
            ])
        #expect(try dates(planner)[1...2] == ["2027-04-05/2027-04-08", "2027-04-07T09:30"])
    }

    @Test func `A trip doesn't move an entry to a time that clocks skip`() async throws {
        let planner = try await planner()
        try await planner.run("add Rome --trip japan --date '2027-03-20 02:30' --zone Europe/Rome")
        let before = try dates(planner)
        let problem = await #expect(throws: TripError.self) {
            try await planner.run("trip edit japan --date 2027-04-09")
        }
        let text = try #require(problem).problem
        #expect(
            planner.session.localizer.string(text).replacing("\u{202F}", with: " ")
                == "“Rome” would move to Mar 28, 2027, 2:30 AM, a time that doesn't exist in Europe/Rome: the clocks go forward then."
        )
        #expect(try dates(planner) == before)
    }

    @Test func `A visited sight keeps its planned day`() async throws {
        let planner = try await planner()
        let castle = try #require(try planner.destinations.first?.sights.first)
        castle.isVisited = true
        try planner.context.save()
        #expect(
            try await planner.messages("trip edit japan --date 2027-04-03")[1]
                == "Moved 2 days later: 1 destination, 1 leg and 1 stay.")
        #expect(try await planner.messages("edit kyoto --date 2027-04-09").count == 2)
        #expect(castle.schedule == moment("2027-04-06T09:30"))
    }

    @Test func `A trip that gets or loses its dates names the entries that keep their days`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan", "add Kyoto --date 2027-04-05", "sight add Castle",
            "sight schedule castle 2027-04-05",
        ] { try await planner.run(line) }
        for date in ["2027-04-01", "none"] {
            #expect(
                try await planner.messages("trip edit japan --date \(date)") == [
                    "Changed “Japan”: date and end.",
                    "These keep their days: 1 destination and 1 planned sight.",
                ])
        }
        #expect(try await planner.messages("trip edit japan --name Nippon") == ["Changed “Japan”: name."])
        #expect(
            try await planner.messages("edit kyoto --date none") == [
                "Changed “Kyoto”: date.", "These keep their days: 1 planned sight.",
            ])
        #expect(try dates(planner) == ["none", "none", "2027-04-05"])
    }

    @Test func `Transport across midnight and time zones keeps its local times`() async throws {
        let planner = try await planner()
        for line in [
            "leg add flight Rome Tokyo --depart '2027-04-01 14:05' --arrive '2027-04-02 10:15' --from-zone Europe/Rome --to-zone Asia/Tokyo --in japan",
            "leg add bus Nara Tokyo --depart '2027-04-10 22:30' --arrive 06:10",
            "trip edit japan --date 2027-04-03",
        ] { try await planner.run(line) }
        #expect(
            try dates(planner).filter { $0.contains("T14:05") || $0.contains("T22:30") } == [
                "2027-04-03T14:05/2027-04-04T10:15", "2027-04-12T22:30/2027-04-13T06:10",
            ])
    }

    @Test func `A trip doesn't move if a leg would arrive before it leaves`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Canyons --date 2027-07-01 --end 2027-07-10", "add Page --date 2027-07-02",
            // In summer, the clocks of Arizona are one hour behind those of Utah.
            "leg add car Kanab Page --depart '2027-07-01 12:00' --arrive '2027-07-01 11:30' --from-zone America/Denver --to-zone America/Phoenix",
        ] { try await planner.run(line) }
        let before = try dates(planner)
        let problem = await #expect(throws: TripError.self) {
            try await planner.run("trip edit canyons --date 2027-12-01")
        }
        let text = try #require(problem).problem
        #expect(
            planner.session.localizer.string(text).replacing("\u{202F}", with: " ")
                == "“Kanab – Page” would arrive on Dec 1, 2027, 11:30 AM, before it leaves on Dec 1, 2027, 12:00 PM."
        )
        #expect(try dates(planner) == before)
    }

    @Test func `A destination keeps its dates if clocks skip the new time of a sight`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Italy --date 2027-03-20", "add Rome --date 2027-03-20 --zone Europe/Rome",
            "sight add Forum", "sight schedule forum 2027-03-21 02:30",
        ] { try await planner.run(line) }
        let before = try dates(planner)
        await #expect(throws: TripError.self) { try await planner.run("edit rome --date 2027-03-27") }
        #expect(try dates(planner) == before)
    }

    @Test func `Transport and stays without a date say which one they got, or ask for it`() async throws {
        let planner = try await planner(answers: ["2027-05-02", "2027-05-03"])
        #expect(
            try await planner.messages("leg add bus Kyoto Nara") == [
                "Added “Kyoto – Nara” to “Japan” as number 2.",
                "It leaves on Apr 1, 2027, the first day of the trip. Change it with “leg edit”.",
            ])
        try await planner.run("open kyoto")
        #expect(
            try await planner.messages("stay add Hostel").last
                == "Check-in on Apr 5, 2027, check-out on Apr 6, 2027. Change them with “stay edit”.")
        for line in ["back", "back", "trip add Summer"] { try await planner.run(line) }
        #expect(try await planner.messages("leg add car Kyoto Nara").count == 1)
        #expect(try await planner.messages("stay add Tent").count == 1)
        #expect(
            planner.user.questions.suffix(2) == [
                "Departure, with a time or without", "Check-in, with a time or without",
            ])
        let trips = try planner.context.fetch(FetchDescriptor<Trip>())
        let summer = try #require(trips.first { $0.name == "Summer" })
        #expect(summer.span == day(2027, 5, 2)...day(2027, 5, 4))
    }

    @Test func `A stay doesn't take the date of a destination of another trip`() async throws {
        let planner = try await planner()
        for line in ["trip add Korea", "add Seoul --date 2028-01-01"] { try await planner.run(line) }
        await #expect(throws: TripError.self) { try await planner.run("stay add Inn --in japan") }
        #expect(try await planner.messages("stay add Inn").count == 2)
    }

    @Test func `The questions for a departure and a check-in refuse wrong answers`() async throws {
        let answers = ["2027-03-28 02:30", "2027-05-03", "", " ", "2027-05-05"]
        let planner = try await TestPlanner(answers: answers)
        try await planner.run("trip add Summer")
        await #expect(throws: TripError.self) {
            try await planner.run("leg add bus Rome Ostia --from-zone Europe/Rome")
        }
        await #expect(throws: LegError.self) {
            try await planner.run("leg add bus Rome Ostia --arrive '2027-05-01 10:00'")
        }
        await #expect(throws: ValueError.blank) { try await planner.run("leg add bus Rome Ostia") }
        await #expect(throws: ValueError.blank) { try await planner.run("stay add Tent") }
        await #expect(throws: LegError.self) { try await planner.run("stay add Tent --check-out 2027-05-04") }
        #expect(planner.user.refused == answers)
    }

    @Test func `Messages about positions and routes name what is missing`() async throws {
        let planner = try await planner()
        func problem(_ line: String) async -> String? {
            let error = await #expect(throws: TripError.self) { try await planner.run(line) }
            return error.map { planner.session.localizer.string($0.problem) }
        }
        #expect(await problem("trip move kyoto 5") == "Position 5 doesn't exist; the last one is 1.")
        #expect(await problem("route kyoto") == "No unvisited sight of “Kyoto” has a place.")
    }

    @Test(arguments: [("yes", true), ("no", false)])
    func `The questions for each field ask whether everything moves`(answer: String, moves: Bool) async throws
    {
        let keep = ScriptedUser.keep
        let planner = try await planner(answers: [keep, "2027-04-02", keep, keep, answer])
        let entries = "1 destination, 1 planned sight, 1 leg and 1 stay."
        #expect(
            try await planner.messages("trip edit japan").dropFirst()
                == (moves
                    ? ["Moved 1 day later: \(entries)", "The expenses keep their days."]
                    : ["These keep their days: \(entries)"]))
        #expect(planner.user.questions.last == "Move these by %1$lld days too: %2$@?")
        #expect(try dates(planner)[0] == "2027-04-02/2027-04-22")
        #expect(try dates(planner)[2] == (moves ? "2027-04-07T09:30" : "2027-04-06T09:30"))
    }

    @Test func `The questions for a destination show the end that moves with the start`() async throws {
        let keep = ScriptedUser.keep
        let planner = try await planner(answers: [keep, "2027-05-06", keep, keep, keep, keep, "no"])
        #expect(
            try await planner.messages("edit kyoto") == [
                "Changed “Kyoto”: date and end.", "These keep their days: 1 planned sight.",
            ])
        #expect(try dates(planner)[1...2] == ["2027-05-06/2027-05-09", "2027-04-06T09:30"])
    }

    @Test func `An end on the same day as a later start keeps the exact length`() async throws {
        let keep = ScriptedUser.keep
        let planner = try await TestPlanner(answers: [keep, "2027-05-06 12:00", keep, keep, keep, keep])
        try await planner.run("add Rome --date '2027-05-06 10:00' --end '2027-05-06 11:30'")
        try await planner.run("edit rome")
        #expect(try planner.destinations.first?.dates?.description == "2027-05-06T12:00/2027-05-06T13:30")
    }
}
