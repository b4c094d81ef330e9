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
        ("leg edit 1 --paid no", "2027-04-07 | unpaid | leg edit 1 --paid yes"),
        ("stay edit capsule --pay-by 2027-03-01", "2027-03-01 | unpaid | stay edit 2 --paid yes"),
        ("sight add kyoto Castle --paid no", " | unpaid | sight edit 1 --paid yes"),
        ("leg edit 1 --cost '900 JPY'", " | rate | rate JPY VALUE"),
        ("checklist add Visa --due 2024-03-15 --in japan", "2024-03-15 | due | checklist done 1"),
    ])
    func `Each problem says what to type`(line: String, problem: String) async throws {
        let planner = try await planner()
        try await planner.run(line)
        #expect(try await problems(planner).contains(problem))
    }

    @Test func `A trip without dates of its own needs a stay for each night between its bookings`()
        async throws
    {
        let planner = try await planner()
        for line in ["stay delete capsule --yes", "trip edit japan date: end:"] {
            try await planner.run(line)
        }
        #expect(
            try await problems(planner) == [
                "2027-04-07 | night | stay add NAME 2027-04-07 2027-04-08 --in 1"
            ])
    }

    @Test func `Each stay for a night that has one already is told once`() async throws {
        let planner = try await planner()
        for line in [
            "stay add Hut --check-in 2027-04-05 --check-out 2027-04-06 --in japan",
            "stay add Tent --check-in 2027-04-06 --check-out 2027-04-07 --in japan",
        ] { try await planner.run(line) }
        let told = try await problems(planner).filter { $0.contains("| overlap |") }
        #expect(
            told == [
                "2027-04-05 | overlap | stay delete 1",
                "2027-04-06 | overlap | stay edit 1 --check-out 2027-04-06",
            ])
        #expect(try await planner.run("stay list is:overlap").table?.rows.count == 3)
    }

    @Test(arguments: [
        ("--cost '90 EUR'", false), ("--paid no", true), ("--pay-by 2027-03-01", true),
        ("--paid yes --pay-by 2027-03-01", false), ("--paid no --pay-by 2027-03-01", true),
        ("--paid no --cancelled yes", false),
    ])
    func `Only what the user calls unpaid is unpaid, unless it is paid or cancelled`(
        options: String, isUnpaid: Bool
    ) async throws {
        let planner = try await planner()
        try await planner.run("stay edit ryokan \(options)")
        #expect(try await problems(planner).contains { $0.contains("| unpaid |") } == isUnpaid)
        #expect(try await planner.run("stay list is:unpaid").table?.rows.count == (isUnpaid ? 1 : 0))
    }

    @Test func `check says what is to be paid, and until when`() async throws {
        let planner = try await planner()
        try await planner.run("stay edit ryokan cost:'90 EUR' pay-by:2027-03-01")
        try await planner.run("leg edit 1 paid:no")
        let table = try #require(try await planner.run("check japan").table)
        let texts = table.rows.compactMap { row -> String? in
            if case .text(let text) = row[1].display { planner.session.localizer.string(text) } else { nil }
        }
        #expect(
            texts == [
                "“Ryokan” isn't paid: 90 EUR, pay by Mar 1, 2027.", "“Kyoto – Osaka” isn't paid.",
            ])
    }

    @Test func `today reminds of payments from their day on`() async throws {
        let planner = try await planner()
        let (today, tomorrow) = (TestPlanner.today, TestPlanner.today.adding(days: 1))
        for line in [
            "stay edit ryokan --pay-by \(today)", "stay edit capsule --pay-by \(tomorrow)",
            "leg edit 1 --pay-by \(today) --paid yes", "sight add kyoto Castle --pay-by \(today)",
        ] { try await planner.run(line) }
        let warnings = try await planner.run("today").blocks.compactMap {
            if case .warning(let text) = $0 { planner.session.localizer.string(text) } else { nil }
        }
        #expect(warnings == ["To be paid: “Ryokan” and “Castle”."])
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

    @Test(arguments: [
        ("sight list --in rome", ["destination:rome"]), ("leg list --in japan", ["trip:japan"]),
        ("leg show 1 --in japan", []),
    ])
    func `An option that a command lacks is answered with its condition, and not with another option`(
        line: String, nearest: [String]
    ) async throws {
        let planner = try await planner()
        await #expect {
            _ = try await planner.run(line)
        } throws: { error in
            guard case UsageError.unknownOption("--in", _, let found) = error else { return false }
            return found == nearest
        }
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
        ("list is:outside", 1), ("sight list is:outside", 1), ("sight list is:unplaced", 2),
        ("sight list is:overlap", 2), ("sight list is:far", 1), ("sight list is:without-rate", 1),
        ("leg list is:overlap", 1), ("leg list is:without-rate", 1), ("leg list is:unplaced", 1),
        ("leg list is:cancelled", 1), ("leg list is:outside", 1), ("stay list is:overlap", 2),
        ("stay list is:without-rate", 1), ("expense list is:without-rate", 1), ("stay list is:outside", 1),
        ("stay list is:cancelled", 1), ("leg list is:unpaid", 1), ("stay list is:unpaid", 1),
        ("sight list is:unpaid", 1), ("stay list is:paid", 1), ("leg list is:paid", 0),
        ("sight list is:paid", 0),
    ])
    func `The conditions find what check names`(line: String, count: Int) async throws {
        let planner = try await planner()
        for change in [
            "stay delete capsule --yes", "leg delete 1 --yes", "edit osaka --zone none",
            "edit osaka --end 2027-04-10",
            "sight add kyoto Castle", "sight schedule castle 2027-04-20",
            "sight add kyoto Temple --at 35.0,135.7",
            "sight schedule temple 2027-04-06 10:00 --for 2h", "sight add kyoto Garden --cost '500 JPY'",
            "sight schedule garden 2027-04-06 11:00", "sight add kyoto Lake",
            "sight edit lake --at 36.0,135.7", "sight schedule lake 2027-04-06",
            "leg add bus Kyoto Nara --depart '2027-04-06 09:30' --arrive 10:30 --cost '900 JPY' --in japan",
            "leg add flight Nowhere Tokyo --depart '2027-04-25 12:00' --arrive 14:00 --in japan",
            "leg add bus Nara Kyoto --depart '2027-04-06 20:00' --arrive 21:00 --in japan",
            "leg edit 4 --cancelled yes",
            "stay add Inn --check-in 2027-04-06 --check-out 2027-04-07 --cost '90 JPY' --in japan",
            "stay add Hut --check-in 2027-04-20 --check-out 2027-04-21 --in japan",
            "stay add Tent --check-in 2027-04-07 --check-out 2027-04-08 --in japan",
            "stay edit tent --cancelled yes", "expense add 300 JPY Tea 2027-04-06 --in japan",
            "leg edit 2 --paid no", "leg edit 4 --paid no", "stay edit inn --pay-by 2027-03-01",
            "sight edit garden --pay-by 2027-03-01", "stay edit hut --paid yes",
        ] { try await planner.run(change) }
        #expect(try await planner.run(line).table?.rows.count == count)
    }
}

/// Counts comparisons of days.
private struct CountedDay: Comparable {
    nonisolated(unsafe) static var comparisons = 0
    let number: Int

    static func < (left: CountedDay, right: CountedDay) -> Bool {
        comparisons += 1
        return left.number < right.number
    }
}

@Suite("Costs of days and visits", .serialized)
struct DayCostTests {
    private func ranges(_ count: Int) -> [ClosedRange<CountedDay>] {
        (0..<count).map { CountedDay(number: $0 * 3)...CountedDay(number: $0 * 3 + 1) }
    }

    /// Returns how many times more comparisons four times as many days need.
    private func growth(_ work: (Int) -> Void) -> Double {
        let counts = [500, 2000].map { count in
            CountedDay.comparisons = 0
            work(count)
            return CountedDay.comparisons
        }
        return Double(counts[1]) / Double(max(counts[0], 1))
    }

    @Test func `Questions about all days of a trip cost little more than their number`() {
        let growth = growth { count in
            let days = DayRanges(ranges(count))
            for range in ranges(count) { _ = days.overlaps(range) }
        }
        #expect(growth < 6)
    }

    @Test func `The zones of all stays of a calendar cost little more than their number`() {
        let growth = growth { count in
            var visited = VisitedZones(ranges(count).map { (days: $0, zone: "Asia/Tokyo") })
            for range in ranges(count) { _ = visited.zone(on: range.lowerBound) }
        }
        #expect(growth < 6)
    }

    @Test func `Merged days answer as the ranges do`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let ranges = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                let first = Int.random(in: 0...30, using: &generator)
                return first...(first + Int.random(in: 0...4, using: &generator))
            }
            let days = DayRanges(ranges)
            for day in -1...36 {
                let asked = day...(day + 1)
                #expect(days.overlaps(asked) == ranges.contains { $0.overlaps(asked) }, "\(ranges) \(day)")
            }
        }
    }

    @Test func `The destination that is reached on a day has the zone of a stay`() {
        let visits: [(days: ClosedRange<Int>, zone: String?)] = [
            (1...30, "A"), (3...5, "B"), (5...8, "C"), (5...6, "D"),
        ]
        var visited = VisitedZones(visits)
        let zones = [0, 1, 3, 5, 7, 9, 30, 31].map { visited.zone(on: $0) ?? "none" }
        #expect(zones == ["none", "A", "B", "C", "C", "A", "A", "none"])
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
