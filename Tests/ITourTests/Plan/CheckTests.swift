import Foundation
import Localization
import ModelData
import Testing

@testable import ITour
@testable import Shell

@MainActor
@Suite("Checking a trip")
struct CheckTests {
    /// Returns a planner with a trip to Japan from 5 to 8 April 2027 that has everything.
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2027-04-05 --end 2027-04-08",
            "add Kyoto --date 2027-04-05 --end 2027-04-07 --at 35.0116,135.7681 --zone Asia/Tokyo", "back",
            "add Osaka --date 2027-04-07 --end 2027-04-08 --at 34.6937,135.5023 --zone Asia/Tokyo", "back",
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out '2027-04-07 10:00'",
            "stay add Capsule --check-in '2027-04-07 15:00' --check-out '2027-04-08 10:00'",
            "leg add train Kyoto Osaka --depart '2027-04-07 11:00' --arrive 11:40",
        ] { try await planner.run(line) }
        return planner
    }

    /// Returns the lines of `check`: the day, the problem and the command.
    private func problems(_ planner: TestPlanner) async throws -> [String] {
        let table = try #require(try await planner.run("check japan").table)
        return table.rows.map { row in row.map(\.raw.csvText).joined(separator: " | ") }
    }

    @Test func `A complete trip has no problems`() async throws {
        let planner = try await planner()
        #expect(try await problems(planner).isEmpty)
        #expect(try await planner.messages("check japan") == ["“Japan” has no problems."])
        #expect(try await !planner.messages("plan japan").contains { $0.contains("check") })
    }

    @Test(arguments: [
        ("stay delete capsule --yes", "2027-04-07 | night | stay add NAME 2027-04-07 2027-04-08 --in 1"),
        (
            "stay edit capsule --cancelled yes",
            "2027-04-07 | night | stay add NAME 2027-04-07 2027-04-08 --in 1"
        ),
        ("stay delete ryokan --yes", "2027-04-05 | night | stay add NAME 2027-04-05 2027-04-07 --in 1"),
        ("leg delete 1 --yes", "2027-04-07 | move | leg add train Kyoto Osaka 2027-04-07 --in 1"),
        ("leg edit 1 --depart '2027-04-20 11:00'", "2027-04-20 | outside | leg edit 1 --depart DAY"),
        ("edit osaka --end 2027-04-10", "2027-04-07 | outside | edit 2 --date DAY --end DAY"),
        ("stay edit capsule --check-out 2027-04-09", "2027-04-07 | outside | stay edit 2 --check-in DAY"),
        (
            "stay edit ryokan --check-out 2027-04-08",
            "2027-04-07 | overlap | stay edit 1 --check-out 2027-04-07"
        ),
        ("edit osaka --at none", "2027-04-07 | place | edit 2 --at PLACE"),
        ("edit osaka --zone none", "2027-04-07 | zone | edit 2 --zone ZONE"),
        (
            "leg add flight Nowhere Tokyo --depart '2027-04-07 12:00' --arrive 14:00 --in japan",
            "2027-04-07 | zone | leg edit 2 --from-zone ZONE"
        ),
        ("leg edit 1 --cancelled yes", "2027-04-07 | cancelled | leg delete 1"),
        ("leg edit 1 --cost '900 JPY'", " | rate | rate JPY VALUE"),
    ])
    func `Each problem says what to type`(line: String, problem: String) async throws {
        let planner = try await planner()
        try await planner.run(line)
        #expect(try await problems(planner).contains(problem))
    }

    @Test func `A night on a train is no night without a stay`() async throws {
        let planner = try await planner()
        try await planner.run("stay delete capsule --yes")
        try await planner.run(
            "leg add train Osaka Tokyo --depart '2027-04-07 22:00' --arrive 06:00 --in japan")
        #expect(try await problems(planner).isEmpty)
    }

    @Test func `The end of the plan says how many problems there are besides its conflicts`() async throws {
        let planner = try await planner()
        for line in [
            "stay delete capsule --yes", "edit osaka --zone none",
            "sight add kyoto Castle --hours 'Mo-Su 09:00-17:00'",
            "sight schedule castle 2027-04-06 08:00",
        ] { try await planner.run(line) }
        #expect(
            try await planner.messages("plan japan").last == "2 more things to check: see “check 1”.")
        #expect(try await problems(planner).contains("2027-04-06 | not-open | sight schedule 1 DAY TIME"))
    }

    @Test(arguments: [("2h", false), ("2h30", true)])
    func `A visit is checked until its end`(duration: String, closes: Bool) async throws {
        let planner = try await planner()
        try await planner.run("sight add kyoto Castle --hours 'Mo-Su 09:00-17:00'")
        try await planner.run("sight schedule castle 2027-04-06 15:00 --for \(duration)")
        let problem = "2027-04-06 | closes | sight schedule 1 DAY TIME"
        #expect(try await problems(planner).contains(problem) == closes)
        #expect(try await planner.run("sight list is:closed").table?.rows.count == (closes ? 1 : 0))
    }

    @Test func `A place that is open around the clock doesn't close at midnight`() throws {
        let hours = try #require(OpeningHours("24/7"))
        #expect(hours.closing(after: 23 * 60, for: 180, on: day(2027, 4, 6)) == nil)
        let bar = try #require(OpeningHours("Mo-Su 18:00-02:00"))
        #expect(bar.closing(after: 23 * 60, for: 180, on: day(2027, 4, 6)) == nil)
        #expect(bar.closing(after: 23 * 60, for: 181, on: day(2027, 4, 6)) == 26 * 60)
        #expect(bar.closing(after: 60, for: 90, on: day(2027, 4, 6)) == 120)
    }

    /// A flight of eight hours that leaves Tokyo on 9 April and arrives in Honolulu on 8 April.
    private func flight(_ planner: TestPlanner) async throws {
        for line in [
            "trip add Hawaii --date 2027-04-07 --end 2027-04-12",
            "add Honolulu --date 2027-04-08 --end 2027-04-12 --zone Pacific/Honolulu", "back",
            "leg add flight NRT HNL --depart '2027-04-09 01:00' --arrive '2027-04-08 14:00' --in hawaii",
        ] { try await planner.run(line) }
    }

    @Test(arguments: [
        ("2027-04-08 09:00", true), ("2027-04-08 15:00", false), ("2027-04-09 10:00", false),
    ])
    func `Overlaps count the instants across the date line`(time: String, overlaps: Bool) async throws {
        let planner = try await TestPlanner()
        try await flight(planner)
        try await planner.run("sight add honolulu Beach")
        try await planner.run("sight schedule beach \(time) --for 1h")
        let trip = try #require(try planner.session.tripsInOrder().first)
        let plan = try #require(TripPlan(trip, planner.session.localizer))
        #expect(plan.conflicts.contains { $0.kind == .overlap } == overlaps)
    }

    @Test(arguments: [
        ("list is:without-stay", 1), ("list is:without-transport", 1), ("list is:unplaced", 1),
        ("list is:outside", 1), ("sight list is:outside", 1), ("sight list is:unplaced", 1),
    ])
    func `The conditions find what check names`(line: String, count: Int) async throws {
        let planner = try await planner()
        for change in [
            "stay delete capsule --yes", "leg delete 1 --yes", "edit osaka --zone none",
            "edit osaka --end 2027-04-10",
            "sight add kyoto Castle", "sight schedule castle 2027-04-20",
            "sight add kyoto Temple --at 35.0,135.7",
        ] { try await planner.run(change) }
        #expect(try await planner.run(line).table?.rows.count == count)
    }
}

extension Output {
    /// The first table of the data, which are the blocks if there are no others.
    @MainActor
    fileprivate var table: Table? {
        let output = withData
        return (output.data + output.blocks).lazy.compactMap {
            if case .table(let table) = $0 { table } else { nil }
        }.first
    }
}
