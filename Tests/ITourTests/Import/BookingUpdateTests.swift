import Foundation
import Localization
import ModelData
import Testing

@testable import ITour

@MainActor
@Suite("Changed and cancelled bookings")
struct BookingUpdateTests {
    /// Imports events; each is a list of lines.
    @discardableResult
    private func `import`(
        _ events: [String]..., head: [String] = [], into planner: TestPlanner
    ) async throws -> TripImportReport {
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0"] + head + lines + ["END:VCALENDAR", ""]).joined(
            separator: "\r\n")
        return try await planner.importText(text, named: "bookings.ics")
    }

    private func flight(_ time: String = "134500", seat: String = "7A", _ others: String...) -> [String] {
        [
            "UID:flight", "SUMMARY:LH 716 Frankfurt – Tokyo",
            "DTSTART;TZID=Europe/Berlin:20270404T\(time)", "DTEND;TZID=Asia/Tokyo:20270405T091500",
            "DESCRIPTION:Booking code: ABC123\\nSeat: \(seat)",
        ] + others
    }

    private func hotel(_ day: String = "20270408", _ others: String...) -> [String] {
        [
            "UID:hotel", "SUMMARY:Hotel Adria", "DTSTART;TZID=Asia/Tokyo:20270405T150000",
            "DTEND;TZID=Asia/Tokyo:\(day)T100000", "LOCATION:Gion 1\\, Kyoto",
        ] + others
    }

    private func museum(_ time: String = "140000", _ others: String...) -> [String] {
        ["UID:museum", "SUMMARY:Museum", "DTSTART;TZID=Asia/Tokyo:20270406T\(time)", "DURATION:PT1H30M"]
            + others
    }

    private func leg(_ planner: TestPlanner) throws -> Leg {
        try #require(try planner.context.fetch(FetchDescriptor<Leg>()).first)
    }

    private func stay(_ planner: TestPlanner) throws -> Stay {
        try #require(try planner.context.fetch(FetchDescriptor<Stay>()).first)
    }

    private func sight(_ planner: TestPlanner) throws -> Sight {
        try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
    }

    private func english(_ texts: [LocalizedText]) -> [String] { texts.map(Localizer(.english).string) }

    @Test func `The same bookings again change nothing`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), hotel(), museum(), into: planner)
        let memory = try leg(planner).lastImport
        let again = try await `import`(flight(), hotel(), museum(), into: planner)
        #expect(again.known == 3)
        #expect(again.updated.isEmpty)
        #expect(again.entries.kept.count == 0)
        #expect(try leg(planner).lastImport == memory)
    }

    @Test func `Fields that are as the last import left them take the new values, which are named`()
        async throws
    {
        let planner = try await TestPlanner()
        try await `import`(flight(), hotel(), museum(), into: planner)
        let report = try await `import`(
            flight("144500", seat: "8B"), hotel("20270409"), museum("160000"), into: planner)
        let leg = try leg(planner)
        #expect(leg.departure.description == "2027-04-04T14:45")
        #expect(leg.arrival.description == "2027-04-05T09:15")
        #expect(leg.seat == "8B")
        #expect(leg.code == "ABC123")
        #expect(try stay(planner).nights == 4)
        #expect(try sight(planner).schedule?.description == "2027-04-06T16:00")
        #expect(try sight(planner).duration == 90)
        #expect(
            english(report.updated) == [
                "Changed “LH 716, Frankfurt – Tokyo”: departure time, seat and note.",
                "Changed “Hotel Adria”: check-out.", "Changed “Museum”: planned time.",
            ])
        let next = try await `import`(flight("154500", seat: "8B"), into: planner)
        #expect(try self.leg(planner).departure.description == "2027-04-04T15:45")
        #expect(next.updated.count == 1)
    }

    @Test func `A field that the user changed stays, and is named`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), museum(), into: planner)
        try await planner.run("leg edit 1 --seat 1A")
        try await planner.run("sight schedule museum 2027-04-07 10:00")
        let report = try await `import`(flight("144500", seat: "8B"), museum("160000"), into: planner)
        #expect(try leg(planner).seat == "1A")
        #expect(try leg(planner).departure.description == "2027-04-04T14:45")
        #expect(try sight(planner).schedule?.description == "2027-04-07T10:00")
        let kept = report.entries.kept.first.map {
            "\($0.title): \($0.field) \($0.stored ?? "") \($0.written)"
        }
        #expect(
            kept == [
                "LH 716, Frankfurt – Tokyo: seat 1A 8B",
                "Museum: scheduled 2027-04-07T10:00 2027-04-06T16:00",
            ])
        let output = report.output(isDryRun: false)
        let messages = output.blocks.compactMap { block -> String? in
            if case .message(let text) = block { Localizer(.english).string(text) } else { nil }
        }
        #expect(messages.contains("“LH 716, Frankfurt – Tokyo” keeps your seat 1A; the file says 8B."))
    }

    @Test func `If the user changed one time of a leg, all its times stay`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), into: planner)
        try await planner.run("leg edit 1 --arrive '2027-04-05 10:00'")
        let report = try await `import`(flight("144500"), into: planner)
        #expect(try leg(planner).departure.description == "2027-04-04T13:45")
        #expect(try leg(planner).arrival.description == "2027-04-05T10:00")
        #expect(report.entries.kept.first.map(\.field) == ["departure", "arrival"])
    }

    @Test func `A value that the new version lacks stays`() async throws {
        let planner = try await TestPlanner()
        try await `import`(hotel(), into: planner)
        try await `import`(Array(hotel("20270409").prefix(4)), into: planner)
        #expect(try stay(planner).address == "Gion 1, Kyoto")
        #expect(try stay(planner).nights == 4)
    }

    @Test(arguments: [
        ("SEQUENCE:2", "SEQUENCE:1"),
        ("LAST-MODIFIED:20270301T100000Z", "LAST-MODIFIED:20270228T100000Z"),
        ("SEQUENCE:2", "SEQUENCE:1\r\nLAST-MODIFIED:20270401T100000Z"),
    ])
    func `An older version changes nothing`(last: String, older: String) async throws {
        let planner = try await TestPlanner()
        try await `import`(flight("144500", seat: "7A", last), into: planner)
        let report = try await `import`(flight("134500", seat: "7A", older), into: planner)
        #expect(try leg(planner).departure.description == "2027-04-04T14:45")
        #expect(report.olderEvents == 1)
        #expect(report.updated.isEmpty)
    }

    @Test func `Of several versions in one file, the newest counts`() async throws {
        let planner = try await TestPlanner()
        let report = try await `import`(
            flight("144500", seat: "7A", "SEQUENCE:2"), flight("134500", seat: "7A", "SEQUENCE:1"),
            hotel("20270408"), hotel("20270409"), into: planner)
        #expect(try leg(planner).departure.description == "2027-04-04T14:45")
        #expect(try stay(planner).nights == 4)
        #expect(report.known == 2)
    }

    @Test func `A check-in alone keeps the check-out`() async throws {
        let planner = try await TestPlanner()
        func event(_ uid: String, _ title: String, _ time: String) -> [String] {
            ["UID:\(uid)", "SUMMARY:\(title)", "DTSTART:\(time)"]
        }
        try await `import`(
            event("in", "Check-in: Hotel Adria", "20270401T150000"),
            event("out", "Check-out: Hotel Adria", "20270405T100000"), into: planner)
        #expect(try stay(planner).nights == 4)
        try await `import`(event("in", "Check-in: Hotel Adria", "20270401T170000"), into: planner)
        #expect(try stay(planner).checkIn.description == "2027-04-01T17:00")
        #expect(try stay(planner).checkOut.description == "2027-04-05T10:00")
    }

    @Test func `A cancellation into an empty store adds nothing`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), hotel(), museum(), head: ["METHOD:CANCEL"], into: planner)
        #expect(try planner.context.fetch(FetchDescriptor<Leg>()).isEmpty)
        #expect(try planner.context.fetch(FetchDescriptor<Stay>()).isEmpty)
        #expect(try planner.destinations.isEmpty)
    }

    @Test(arguments: [["METHOD:CANCEL"], []])
    func `Cancelled bookings are marked, and no plan, budget or calendar has them`(head: [String])
        async throws
    {
        let planner = try await TestPlanner()
        try await `import`(flight(), hotel(), into: planner)
        try await planner.run("leg edit 1 --cost '900 EUR'")
        try await planner.run("stay edit 1 --cost '300 EUR'")
        let status = head.isEmpty ? ["STATUS:CANCELLED"] : []
        let report = try await `import`(flight() + status, hotel() + status, head: head, into: planner)
        #expect(report.cancelled == ["LH 716, Frankfurt – Tokyo", "Hotel Adria"])
        #expect(report.ignored.isEmpty)
        #expect(try leg(planner).isCancelled)
        #expect(try stay(planner).isCancelled)
        let trip = try #require(try planner.session.tripsInOrder().first)
        #expect(TripPlan(trip, planner.session.localizer) == nil)
        #expect(TripCosts(trip, rates: Rates([]), currency: "EUR").items.isEmpty)
        let export = TripExport(
            destinations: [], trips: [trip], now: TestPlanner.noon, localizer: planner.session.localizer)
        for format in ["ics", "md", "html", "kml"] {
            let write = try #require(TripExport.formats[format])
            let text = String(decoding: write(export).bytes, as: UTF8.self)
            #expect(!text.contains("LH 716"), "\(format)")
            #expect(!text.contains("Adria"), "\(format)")
        }
        let write = try #require(TripExport.formats["json"])
        let json = String(decoding: write(export).bytes, as: UTF8.self)
        #expect(json.contains("\"cancelled\""))
        #expect(json.contains("LH 716"))
    }

    @Test func `A cancelled booking is struck in the list, and shown with its mark`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), into: planner)
        try await `import`(flight(), head: ["METHOD:CANCEL"], into: planner)
        let list = try await planner.run("leg list bookings")
        let table = try #require(
            list.blocks.lazy.compactMap { if case .table(let table) = $0 { table } else { nil } }.first)
        let from = try #require(table.columns.firstIndex { $0.key == "from" })
        #expect(table.rows.first?[from].color == .struck)
        let cancelled = try #require(table.columns.firstIndex { $0.key == "cancelled" })
        #expect(table.rows.first?[cancelled].raw == .bool(true))
        let shown = try await planner.run("leg show 1").blocks.contains { block in
            if case .record(let record) = block {
                record.fields.contains { $0.key == "cancelled" }
            } else {
                false
            }
        }
        #expect(shown)
    }

    @Test func `Undo takes a cancellation back`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), into: planner)
        try await `import`(flight(), head: ["METHOD:CANCEL"], into: planner)
        #expect(try leg(planner).isCancelled)
        try await planner.run("undo")
        #expect(try !leg(planner).isCancelled)
    }

    @Test func `A booking that the calendar confirms again is no longer cancelled`() async throws {
        let planner = try await TestPlanner()
        try await `import`(hotel(), into: planner)
        try await `import`(hotel("20270408", "SEQUENCE:1", "STATUS:CANCELLED"), into: planner)
        #expect(try stay(planner).isCancelled)
        let report = try await `import`(hotel("20270409", "SEQUENCE:2", "STATUS:CONFIRMED"), into: planner)
        #expect(try !stay(planner).isCancelled)
        #expect(
            english(report.updated) == ["Changed “Hotel Adria”: check-out and whether it was cancelled."])
    }

    @Test func `A mark that the user set or took away stays`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), hotel(), into: planner)
        try await planner.run("stay edit 1 --cancelled yes")
        try await `import`(hotel(), into: planner)
        #expect(try stay(planner).isCancelled)
        try await `import`(flight(), head: ["METHOD:CANCEL"], into: planner)
        try await planner.run("leg edit 1 --cancelled no")
        let report = try await `import`(flight(), head: ["METHOD:CANCEL"], into: planner)
        #expect(try !leg(planner).isCancelled)
        #expect(report.stillPlanned == ["LH 716, Frankfurt – Tokyo"])
    }

    @Test
    func `The sight of a cancelled event remains without its day, unless the user planned or visited it`()
        async throws
    {
        let planner = try await TestPlanner()
        try await `import`(museum(), into: planner)
        let report = try await `import`(museum("140000", "STATUS:CANCELLED"), into: planner)
        #expect(report.unplanned == ["Museum"])
        #expect(try sight(planner).schedule == nil)
        // Plans and pages leave it out.
        let plan = TripPlan(
            try planner.destinations, trips: [], days: day(2027, 4, 1)...day(2027, 4, 30),
            today: day(2027, 4, 1), localizer: planner.session.localizer)
        #expect(plan.unscheduled.isEmpty)
        #expect(try sight(planner).isCancelled)
        try await `import`(museum(), into: planner)
        #expect(try sight(planner).schedule?.description == "2027-04-06T14:00")
        try await planner.run("sight schedule museum 2027-04-07")
        let kept = try await `import`(museum("140000", "STATUS:CANCELLED"), into: planner)
        #expect(kept.stillPlanned == ["Museum"])
        #expect(try sight(planner).schedule?.description == "2027-04-07")
    }

    @Test func `What imports remember is in own exports`() async throws {
        let planner = try await TestPlanner()
        try await `import`(flight(), museum(), into: planner)
        let export = TripExport(
            destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
            now: TestPlanner.noon, localizer: planner.session.localizer)
        let write = try #require(TripExport.formats["json"])
        let json = write(export).bytes
        let other = try await TestPlanner()
        _ = try await other.importBytes(json, named: "trips.json")
        #expect(try leg(other).lastImport == leg(planner).lastImport)
        try await `import`(flight("144500"), museum("160000"), into: other)
        #expect(try leg(other).departure.description == "2027-04-04T14:45")
        #expect(try sight(other).schedule?.description == "2027-04-06T16:00")
    }
}
