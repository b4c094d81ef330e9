import Foundation
import Localization
import ModelData
import Shell
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Trips")
struct TripTests {
    @Test func `A destination that is added while a trip is open belongs to the trip`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Idea")
        try await planner.run("trip add Japan --date 2027-04-01 --end 2027-04-21")
        #expect(
            try await planner.messages("add Kyoto") == [
                "Added “Kyoto” to “Japan” as number 2.", "Place: Kyoto, Japan; time zone: Asia/Tokyo.",
            ])
        #expect(planner.session.prompt.path == ["Japan", "Kyoto"])
        try await planner.run("back")
        try await planner.run("add Tokyo")
        try await planner.run("add Elsewhere --trip none")
        let trip = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.destinations.map(\.name) == ["Kyoto", "Tokyo"])
        #expect(trip.days == day(2027, 4, 1)...day(2027, 4, 21))
        #expect(try planner.destinations.filter { $0.trip == nil }.map(\.name) == ["Idea", "Elsewhere"])
    }

    @Test func `Opening a destination opens its trip around it`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        try await planner.run("add Kyoto")
        try await planner.run("back")
        try await planner.run("back")
        #expect(planner.session.openItems.isEmpty)
        try await planner.run("open kyoto")
        #expect(try planner.session.opened(Trip.self)?.name == "Japan")
        try await planner.run("edit --trip none")
        #expect(try planner.destinations.first?.trip == nil)
        try await planner.run("edit kyoto --trip japan")
        #expect(try planner.destinations.first?.trip?.name == "Japan")
    }

    @Test func `Destinations of a trip can be reordered, moved to another trip and out of it`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        for name in ["Tokyo", "Kyoto", "Nara"] { try await planner.run("add \(name)") }
        try await planner.run("trip add Korea")
        #expect(try await planner.messages("trip move nara first") == ["Moved “Nara” to position 1."])
        let trips = try planner.session.tripsInOrder()
        #expect(trips[0].destinations.map(\.name) == ["Nara", "Tokyo", "Kyoto"])
        #expect(try await planner.messages("trip move tokyo --to korea") == ["Moved “Tokyo” to “Korea”."])
        #expect(trips[1].destinations.map(\.name) == ["Tokyo"])
        #expect(try await planner.messages("trip move kyoto --to none") == ["“Kyoto” is an idea again."])
        #expect(trips[0].destinations.map(\.name) == ["Nara"])
        await #expect(throws: TripError.self) { try await planner.run("trip move kyoto 1") }
        await #expect(throws: TripError.self) { try await planner.run("trip move nara 5") }
    }

    @Test func `Moving the first day keeps a trip's length, and a wrong end is refused`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan --date 2027-04-01 --end 2027-04-21")
        let trip = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).first)
        try await planner.run("trip edit --date 2027-04-03")
        #expect(trip.days == day(2027, 4, 3)...day(2027, 4, 23))
        await #expect(throws: TripError.self) { try await planner.run("trip edit --end 2027-04-02") }
        #expect(trip.days == day(2027, 4, 3)...day(2027, 4, 23))
        try await planner.run("trip edit --date none")
        #expect(trip.days == nil)
        #expect(trip.end == nil)
        await #expect(throws: TripError.self) { try await planner.run("trip edit --end 2027-04-02") }
        await #expect(throws: TripError.self) { try await planner.run("trip edit") }
    }

    @Test(.level(.default))
    func `A deleted trip leaves its destinations as ideas, and undo restores everything`() async throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        let planner = try await TestPlanner(store: store)
        try await planner.run("trip add Japan")
        for name in ["Tokyo", "Kyoto"] { try await planner.run("add \(name)") }
        let trip = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).first)
        let leg = Leg(
            kind: .train, origin: "Kyoto", target: "Tokyo", departure: moment("2027-04-08T09:12"),
            arrival: moment("2027-04-08T11:27"))
        leg.trip = trip
        planner.context.insert(leg)
        try planner.context.save()
        try await planner.run("trip delete japan --yes")
        #expect(try planner.context.fetchCount(FetchDescriptor<Leg>()) == 0)
        #expect(try planner.destinations.map { $0.trip?.name } == [nil, nil])
        try planner.context.undoLastTransaction()
        planner.session.close()
        let again = try await TestPlanner(store: store)
        let restored = try #require(try again.context.fetch(FetchDescriptor<Trip>()).first)
        #expect(restored.destinations.map(\.name) == ["Tokyo", "Kyoto"])
        #expect(restored.legs.map(\.recordTitle) == ["Kyoto – Tokyo"])
        again.session.close()
        #expect(try StoreFile.query(store, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `Without an open trip, a command that needs one says so`() async throws {
        let planner = try await TestPlanner()
        await #expect(throws: (any Error).self) { try await planner.run("trip show") }
        try await planner.run("trip add Japan")
        let shown = try await planner.run("show")
        #expect(shown.blocks.count == 2)
    }

    @Test func `Leaving a place and arriving at another one on the same day is not an overlap`() throws {
        let kyoto = try dates("2027-04-01", "2027-04-05")
        #expect(!kyoto.overlaps(try dates("2027-04-05", "2027-04-08")))
        #expect(!(try dates("2027-04-05", "2027-04-08")).overlaps(kyoto))
        #expect(!kyoto.overlaps(try dates("2027-04-05T14:00", "2027-04-08T10:00")))
        #expect(kyoto.overlaps(try dates("2027-04-04", "2027-04-08")))
        #expect(kyoto.overlaps(try dates("2027-04-03")))
        #expect(kyoto.overlaps(kyoto))
        let one = try dates("2027-04-05")
        #expect(one.overlaps(one))
        #expect(!one.overlaps(kyoto))
    }
}

@Suite("Clocks of legs")
struct LegClockTests {
    private func minutes(_ from: String, _ origin: String?, _ to: String, _ target: String?) -> Int? {
        LegClock.minutes(
            from: moment(from), in: LegClock.zone(origin), to: moment(to), in: LegClock.zone(target))
    }

    @Test func `Durations are right across time zones, midnight and summer time`() {
        #expect(minutes("2027-04-08T09:12", nil, "2027-04-08T11:27", nil) == 135)
        #expect(minutes("2027-04-08T22:00", "Asia/Tokyo", "2027-04-09T06:30", "Asia/Tokyo") == 510)
        // Warsaw is at UTC+2 in April, Tokyo at UTC+9.
        #expect(minutes("2027-04-01T10:00", "Europe/Warsaw", "2027-04-02T06:00", "Asia/Tokyo") == 780)
        // Clocks in Europe go forward at 02:00 on 28 March 2027, and back at 03:00 on 31 October 2027.
        #expect(minutes("2027-03-27T23:00", "Europe/Rome", "2027-03-28T07:00", "Europe/Vienna") == 420)
        #expect(minutes("2027-10-30T23:00", "Europe/Rome", "2027-10-31T07:00", "Europe/Vienna") == 540)
        // A flight to the east across the date line arrives before it leaves, in local time.
        #expect(minutes("2027-04-08T01:00", "Asia/Tokyo", "2027-04-07T18:00", "America/Los_Angeles") == 540)
    }

    @Test func `A duration with one unknown zone or time is unknown`() {
        #expect(minutes("2027-04-08T09:12", "Asia/Tokyo", "2027-04-08T11:27", nil) == nil)
        #expect(minutes("2027-04-08", nil, "2027-04-08T11:27", nil) == nil)
        #expect(minutes("2027-04-08T09:12", "No/Where", "2027-04-08T11:27", "Asia/Tokyo") == nil)
    }

    @Test(arguments: [1, 2, 3])
    func `The clocks of a zone show the moment that the instant was made from`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let zones = [
            "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
        ]
        for _ in 0..<500 {
            let zone = TimeZone(identifier: zones.randomElement(using: &generator) ?? "UTC") ?? .gmt
            let moment = Moment(
                day(2027, 1, 1).adding(days: Int.random(in: 0..<730, using: &generator)),
                minute: Int.random(in: 0..<1440, using: &generator))
            guard !DaylightSaving.skips(moment, in: zone) else { continue }
            let instant = LegClock.instant(of: moment, in: zone)
            let shown = instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant)))
            #expect(shown == moment.stored, "seed \(seed): \(moment) in \(zone.identifier)")
        }
    }
}
