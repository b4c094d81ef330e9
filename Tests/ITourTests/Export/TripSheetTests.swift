import Foundation
import ModelData
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Calendars and sheets of trips")
struct TripSheetTests {
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        try await planner.run("add Kyoto --date 2027-04-05..2027-04-08 --zone Asia/Tokyo")
        try await planner.run(
            "sight add Castle --at 35.0142,135.7481 --address 'Nijo 541' --link https://example.org/nijo")
        try await planner.run("sight schedule castle 2027-04-06 09:30 --for 2h")
        try await planner.run("sight add Temple")
        try await planner.run("sight schedule temple 2027-04-07")
        try await planner.run("sight add Garden")
        try await planner.run("add Tokyo --zone Asia/Tokyo")
        try await planner.run(
            "leg add flight Rome Kyoto --depart '2027-03-27 23:30' --arrive '2027-03-28 19:00' --from-zone Europe/Rome --code ABC123 --in japan"
        )
        try await planner.run(
            "leg add bus Uphill Downhill --depart '2027-04-09 10:00' --arrive 11:10 --in japan")
        try await planner.run(
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out 2027-04-08 --address 'Gion 1' --in japan"
        )
        try await planner.run("checklist add Passport Umbrella --in japan")
        try await planner.run("checklist done passport --in japan")
        return planner
    }

    private func result(_ planner: TestPlanner, _ format: String) throws -> TripExport.Result {
        let write = try #require(TripExport.formats[format])
        return write(
            TripExport(
                destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
                now: TestPlanner.noon, localizer: planner.session.localizer))
    }

    private func exported(_ planner: TestPlanner, _ format: String) throws -> String {
        String(decoding: try result(planner, format).bytes, as: UTF8.self)
    }

    private nonisolated static let all = TripCounts(
        destinations: 2, sights: 3, trips: 1, legs: 3, stays: 1, checklistItems: 2)
    /// Without the cancelled leg.
    private nonisolated static let onPaper = TripCounts(
        destinations: 2, sights: 3, trips: 1, legs: 2, stays: 1, checklistItems: 2)

    @Test(arguments: [
        ("ics", TripCounts(destinations: 1, sights: 2, trips: 1, legs: 2, stays: 1)),
        ("gpx", TripCounts(destinations: 1, sights: 1)),
        ("kml", TripCounts(destinations: 2, sights: 1, legs: 1)),
        ("kmz", TripCounts(destinations: 2, sights: 1, legs: 1)),
        ("geojson", TripCounts(destinations: 1, sights: 3)), ("csv", TripCounts(destinations: 2, sights: 3)),
        ("json", all), ("md", onPaper), ("html", onPaper),
    ])
    func `An export says what is in the file`(format: String, counts: TripCounts) async throws {
        let planner = try await planner()
        try await planner.run("leg add bus Kyoto Tokyo --depart 2027-04-08 --cancelled yes --in japan")
        #expect(try result(planner, format).counts == counts)
    }

    /// The formats that an import doesn't read, because they are for paper.
    private nonisolated static let formatsOnPaper = ["md", "html"]

    @Test func `An import into an empty store adds as many records as the export counted`() async throws {
        let planner = try await planner()
        try await planner.run("leg add bus Kyoto Tokyo --depart 2027-04-08 --cancelled yes --in japan")
        for format in TripExport.formats.keys.sorted() where !Self.formatsOnPaper.contains(format) {
            let result = try result(planner, format)
            var counts = result.counts
            // The transport and stays of a map are only lines and points.
            if ["kml", "kmz"].contains(format) { (counts.legs, counts.stays) = (0, 0) }
            let copy = try await TestPlanner()
            let report = try await copy.importBytes(result.bytes, named: "file.\(format)")
            #expect(report.added == counts, "\(format)")
        }
    }

    @Test func `A calendar with a trip alone counts the trip`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        let directory = try TemporaryDirectory()
        let path = directory.file("japan.ics")
        #expect(try await planner.messages("export \(path)") == ["Wrote 1 trip to “\(path)”."])
        let again = try await planner.messages("export \(path) --overwrite --trip japan")
        #expect(again == ["Wrote 1 trip to “\(path)”."])
    }

    @Test func `A calendar has an event for each scheduled sight, leg and stay, with zones and places`()
        async throws
    {
        let text = try exported(try await planner(), "ics").replacing("\r\n ", with: "")
        #expect(text.ranges(of: "BEGIN:VEVENT").count == 6)
        #expect(
            text.contains("DTSTART;VALUE=DATE:20270405\r\nDTEND;VALUE=DATE:20270409\r\nSUMMARY:Kyoto\r\n"))
        #expect(
            text.contains(
                "DTSTART;TZID=Asia/Tokyo:20270406T093000\r\nDTEND;TZID=Asia/Tokyo:20270406T113000\r\nSUMMARY:Castle\r\nLOCATION:Nijo 541\\, Kyoto\r\nGEO:35.0142;135.7481\r\nURL:https://example.org/nijo\r\n"
            ))
        #expect(
            text.contains("DTSTART;VALUE=DATE:20270407\r\nDTEND;VALUE=DATE:20270408\r\nSUMMARY:Temple\r\n"))
        #expect(
            text.contains(
                "DTSTART;TZID=Europe/Rome:20270327T233000\r\nDTEND;TZID=Asia/Tokyo:20270328T190000\r\nSUMMARY:Rome – Kyoto\r\n"
            ))
        #expect(
            text.contains("DTSTART:20270409T100000\r\nDTEND:20270409T111000\r\nSUMMARY:Uphill – Downhill\r\n")
        )
        // The stay has the zone of the destination that is visited then.
        #expect(text.contains("DTSTART;TZID=Asia/Tokyo:20270405T150000\r\nSUMMARY:Ryokan\r\n"))
        #expect(text.contains("LOCATION:Gion 1\r\n"))
        #expect(!text.contains("SUMMARY:Garden"))
    }

    @Test func `The zones of a calendar have their changes of clocks`() async throws {
        let text = try exported(try await planner(), "ics")
        #expect(text.ranges(of: "BEGIN:VTIMEZONE").count == 2)
        // Clocks in Rome go forward on 28 March 2027 at 02:00.
        #expect(
            text.contains(
                "BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"))
        #expect(text.contains("TZID:Asia/Tokyo\r\nBEGIN:STANDARD\r\n"))
        #expect(text.contains("TZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\n"))
        let zones = try #require(text.range(of: "BEGIN:VTIMEZONE")),
            event = try #require(text.range(of: "BEGIN:VEVENT"))
        #expect(zones.lowerBound < event.lowerBound)
    }

    @Test
    func
        `The sheet of a trip has its days with times, codes, addresses, local names and phones, and its lists`()
        async throws
    {
        let planner = try await planner()
        for sight in try planner.destinations.flatMap(\.sights) where sight.name == "Castle" {
            sight.otherName = "二条城"
            sight.phone = "+81 75"
        }
        let text = try exported(planner, "md").replacing("\u{202F}", with: " ")
        #expect(text.hasPrefix("# Trips\n\n## Japan\n\n"))
        #expect(
            text.contains(
                "### Tuesday, April 6, 2027\n\n- Kyoto (2 of 4)\n- **9:30 AM – 11:30 AM** [ ] Castle (二条城), Nijo 541, +81 75"
            ))
        #expect(
            text.contains("- **11:30 PM** Rome – Kyoto, flight, 11\u{A0}h 30\u{A0}min, code ABC123\n"),
            "\(text)")
        #expect(text.contains("- **3:00 PM** Ryokan, check-in, Gion 1, night 1 of 3"))
        #expect(text.contains("### Sights without a day\n\n- [ ] Garden"))
        #expect(text.contains("### packing\n\n- [x] Passport\n- [ ] Umbrella"))
        #expect(!text.contains("## Kyoto"))
    }

    @Test func `Pages and sheets have the costs and phones of everything, each cost once`() async throws {
        let planner = try await planner()
        for line in [
            "back", "sight edit castle --cost '1300 JPY' --phone '+81 75'",
            "sight edit garden --cost '5 EUR' --phone 112",
            "leg edit rome --cost '640 EUR'", "stay edit ryokan --cost '54000 JPY'",
            "expense add '12 EUR' Ramen --category food --on 2027-04-06 --in japan",
        ] { try await planner.run(line) }
        let page = try exported(planner, "html")
        #expect(page.contains("Nijo 541 · +81 75 · 1,300 JPY</p>"))
        #expect(page.contains("code ABC123 · 640 EUR</p>"))
        #expect(page.contains("night 1 of 3 · 54,000 JPY</p>"))
        #expect(page.contains("<td>112</td><td>5 EUR</td>"))
        // Positions count for one destination.
        #expect(!page.contains(">Position<"))
        #expect(page.contains("<h2>Expenses</h2>"))
        #expect(page.contains("<td>Ramen</td><td>12 EUR</td>"))
        let sheet = try exported(planner, "md")
        #expect(sheet.contains("Castle, Nijo 541, +81 75, 1,300 JPY"))
        #expect(sheet.contains("code ABC123, 640 EUR\n"))
        #expect(sheet.contains("night 1 of 3, 54,000 JPY\n"))
        #expect(sheet.contains("- [ ] Garden, 112, 5 EUR\n"))
        #expect(sheet.contains("### Expenses\n\n- Apr 6, 2027, Ramen, food, 12 EUR\n"))
        for text in [page, sheet] {
            for cost in ["1,300 JPY", "640 EUR", "54,000 JPY"] { #expect(text.ranges(of: cost).count == 1) }
        }
    }

    @Test func `A page has the bookings with their codes, links as texts, and the budget`() async throws {
        let planner = try await planner()
        for line in [
            "back",
            "stay edit ryokan --code R-7 --cost '54000 JPY' --link https://ryokan.example --note 'Call first'",
            "leg add train Kyoto Osaka --depart '2027-04-08 09:00' --arrive 09:15 --code GONE --in japan",
            "leg edit osaka --cancelled yes", "budget set total '900 EUR' --in japan", "rate JPY 0.01",
        ] { try await planner.run(line) }
        let trips = try planner.session.tripsInOrder()
        let export = TripExport(
            destinations: [], trips: trips, rates: try planner.session.context.fetch(FetchDescriptor()),
            currency: "EUR", now: TestPlanner.noon, localizer: planner.session.localizer)
        let page = String(decoding: TripPage.write(export).bytes, as: UTF8.self)
            .replacing("\u{202F}", with: " ")
        #expect(HTMLOutline(page).problems == [])
        #expect(page.contains("<h2>Bookings</h2>"))
        #expect(
            page.contains(
                "<td>Mar 27, 2027, 11:30 PM</td><td>– Mar 28, 2027, 7:00 PM</td><td>Rome – Kyoto</td><td>ABC123</td>"
            ))
        #expect(
            page.contains(
                "<td>Apr 5, 2027, 3:00 PM</td><td>– Apr 8, 2027</td><td>Ryokan</td><td>R-7</td><td>Gion 1</td>"
            ))
        // Across the date line, a time alone could be that of the next day.
        try await planner.run(
            "leg add flight Auckland Honolulu '2027-04-09 23:55' '2027-04-09 09:50' --in japan")
        let later = String(decoding: TripPage.write(export).bytes, as: UTF8.self)
            .replacing("\u{202F}", with: " ")
        #expect(later.contains("<td>Apr 9, 2027, 11:55 PM</td><td>– Apr 9, 2027, 9:50 AM</td>"))
        #expect(!page.contains("GONE"))
        #expect(page.contains("54,000 JPY · Call first</p>"))
        #expect(
            page.contains("<a rel=\"noreferrer\" href=\"https://ryokan.example\">ryokan.example</a>"))
        #expect(page.contains("<h2>Budget</h2>"))
        #expect(page.contains("<td>total</td><td>900 EUR</td><td>540 EUR</td><td>360 EUR</td>"))
        #expect(page.contains("<h2>Tuesday, April 6, 2027 <span>Kyoto</span></h2>"))
    }

    @Test func `A day has a map only if it has two places, and its numbers are those of the entries`()
        async throws
    {
        let planner = try await planner()
        func page() throws -> String { try exported(planner, "html") }
        // The map of the trip.
        let before = try page()
        #expect(HTMLOutline(before).counts["figure"] == 1)
        try await planner.run("sight add Shrine --in kyoto --at 35.0394,135.7292")
        try await planner.run("sight schedule shrine 2027-04-06 14:00 --in kyoto")
        let text = try page()
        #expect(HTMLOutline(text).counts["figure"] == 2)
        #expect(text.contains("aria-label=\"Sight 1\">1</span><div><p>Castle</p>"))
        #expect(text.contains("aria-label=\"Sight 2\">2</span><div><p>Shrine</p>"))
        #expect(text.contains("aria-label=\"Sight\"></span><div><p>Temple</p>"))
        #expect(HTMLOutline(text).counts["circle"] == 4)
    }
}
