import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import ITour

@MainActor
@Suite("Importing calendars")
struct CalendarImportTests {
    /// Returns a calendar with events; each event is a list of lines.
    private func calendar(_ events: [[String]], head: [String] = []) -> String {
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
        return (["BEGIN:VCALENDAR", "VERSION:2.0"] + head + lines + ["END:VCALENDAR", ""]).joined(
            separator: "\r\n")
    }

    private func `import`(
        _ text: String, _ planner: TestPlanner, into target: Destination? = nil, trip: Trip? = nil,
        as form: EventForm? = nil, dryRun: Bool = false
    ) async throws -> TripImportReport {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "bookings.ics")
        let file = try planner.session.inputFile(directory.file("bookings.ics"))
        let source = try TripSourceOpener.open(file, language: planner.session.localizer.language)
        return try await TripImport(
            session: planner.session, file: file, target: target, trip: trip, form: form
        )
        .run(source, isDryRun: dryRun)
    }

    private func legs(_ planner: TestPlanner) throws -> [Leg] {
        try planner.context.fetch(FetchDescriptor<Leg>()).sorted { $0.departure < $1.departure }
    }

    private func stays(_ planner: TestPlanner) throws -> [Stay] {
        try planner.context.fetch(FetchDescriptor<Stay>())
    }

    /// Returns a planner with the trip Japan, with Kyoto from 5 to 8 April and Tokyo from 8 to 12 April 2027.
    private func japan() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2027-04-04 --end 2027-04-13",
            "add Kyoto --zone Asia/Tokyo --date 2027-04-05 --end 2027-04-08", "back", "back",
            "trip open japan", "add Tokyo --zone Asia/Tokyo --date 2027-04-08 --end 2027-04-12", "back",
            "back",
            "edit kyoto --trip japan",
        ] { try await planner.run(line) }
        return planner
    }

    @Test func `The store isn't searched for each event of a calendar`() async throws {
        func searches(_ count: Int) async throws -> Int {
            let planner = try await japan()
            let events = (0..<count).map {
                ["UID:\($0)@example.org", "SUMMARY:Visit \($0)", "DTSTART:20270406T1\($0 % 10)0000"]
            }
            let statements = try await StatementLog.duringTask(planner.context) {
                _ = try await self.import(calendar(events), planner)
            }
            #expect(try planner.sights(of: "Kyoto").count == count)
            return statements.count { $0.hasPrefix("SELECT") }
        }
        let few = try await searches(30)
        #expect(try await searches(60) < few + 30)
    }

    private static let flight = [
        "UID:flight@example.org", "SUMMARY:LH 716 Frankfurt – Tokyo",
        "DTSTART;TZID=Europe/Berlin:20270404T134500",
        "DTEND;TZID=Asia/Tokyo:20270405T091500", "DESCRIPTION:Code ABC\\nSeat 7A",
    ]
    private static let hotel = [
        "UID:hotel@example.org", "SUMMARY:Ryokan", "DTSTART;TZID=Asia/Tokyo:20270405T150000",
        "DTEND;TZID=Asia/Tokyo:20270408T100000", "LOCATION:Gion 1\\, Kyoto", "URL:https://ryokan.example",
        "GEO:35.0;135.7",
    ]
    private static let museum = [
        "UID:museum@example.org", "SUMMARY:Museum", "DTSTART;TZID=Asia/Tokyo:20270408T140000",
        "DURATION:PT1H30M",
        "LOCATION:Teramachi 2\\, Kyoto",
    ]

    @Test func `A flight, a hotel and a museum become a leg, a stay and a sight of the trip on these days`()
        async throws
    {
        let planner = try await japan()
        let file = calendar([Self.flight, Self.hotel, Self.museum])
        let report = try await `import`(file, planner)
        #expect(report.added.legs == 1)
        #expect(report.added.stays == 1)
        #expect(report.added.sights == 1)
        #expect(report.added.trips == 0)
        #expect(report.added.destinations == 0)
        #expect(report.skipped.isEmpty)
        #expect(report.ignored.isEmpty)
        let leg = try #require(try legs(planner).first)
        #expect(leg.trip?.name == "Japan")
        #expect(leg.kind == .flight)
        #expect(leg.line == "LH 716")
        #expect(leg.origin == "Frankfurt")
        #expect(leg.target == "Tokyo")
        #expect(leg.note == "Code ABC\nSeat 7A")
        #expect(leg.departureZone == "Europe/Berlin")
        #expect(leg.arrivalZone == "Asia/Tokyo")
        #expect(leg.duration == 750)
        let stay = try #require(try stays(planner).first)
        #expect(stay.trip?.name == "Japan")
        #expect(stay.name == "Ryokan")
        #expect(stay.address == "Gion 1, Kyoto")
        #expect(stay.checkIn == moment("2027-04-05T15:00"))
        #expect(stay.checkOut == moment("2027-04-08T10:00"))
        #expect(stay.link == "https://ryokan.example")
        #expect(stay.place?.latitude == 35)
        // On 8 April both destinations are visited. The address names one of them.
        let kyoto = try #require(try planner.destinations.first { $0.name == "Kyoto" })
        let sight = try #require(kyoto.sights.first)
        #expect(sight.name == "Museum")
        #expect(sight.schedule == moment("2027-04-08T14:00"))
        #expect(sight.duration == 90)
        #expect(sight.address == "Teramachi 2")

        let again = try await `import`(file, planner)
        #expect(again.known == 3)
        #expect(again.added.legs == 0)
        #expect(again.added.stays == 0)
        #expect(again.added.sights == 0)
    }

    @Test func `The calendar of an export adds nothing, and comes back in an empty store`() async throws {
        let planner = try await japan()
        for line in [
            "sight add kyoto Castle --at 35.0142,135.7481 --address 'Nijo 541'",
            "sight schedule castle 2027-04-06 09:30 --for 2h", "sight add tokyo Tower",
            "sight schedule tower 2027-04-09",
            "leg add train Kyoto Tokyo --depart '2027-04-08 22:15' --arrive 06:30 --number 'Sunrise 1' --in japan",
            "leg add ferry Uphill Downhill --depart '2027-04-09 10:00' --arrive 11:10 --in japan",
            "stay add Inn --check-in 2027-04-05 --check-out 2027-04-06 --in japan",
            "stay add Ryokan --check-in '2027-04-06 15:00' --check-out '2027-04-08 10:00' --address 'Gion 1' --in japan",
        ] { try await planner.run(line) }
        let export = TripExport(
            destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
            now: TestPlanner.noon, localizer: planner.session.localizer)
        let file = String(decoding: ICalendarWriter.write(export).bytes, as: UTF8.self)
        let known = try await `import`(file, planner)
        #expect(known.known == 9)
        #expect(known.added == TripCounts())

        let other = try await TestPlanner()
        let report = try await `import`(file, other)
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 2)
        #expect(report.added.legs == 2)
        #expect(report.added.stays == 2)
        #expect(report.added.trips == 1)
        #expect(report.skipped.isEmpty)
        let legs = try legs(other)
        #expect(legs.map(\.kind) == [.train, .ferry])
        #expect(legs.map(\.line) == ["Sunrise 1", ""])
        #expect(legs.map(\.origin) == ["Kyoto", "Uphill"])
        #expect(legs.map(\.target) == ["Tokyo", "Downhill"])
        #expect(
            legs[0].departure == moment("2027-04-08T22:15") && legs[0].arrival == moment("2027-04-09T06:30"))
        let stays = try stays(other).sorted { $0.checkIn < $1.checkIn }
        #expect(stays.map(\.name) == ["Inn", "Ryokan"])
        #expect(stays.map(\.nights) == [1, 2])
        let kyoto = try #require(try other.destinations.first { $0.name == "Kyoto" })
        #expect(kyoto.dates == (try dates("2027-04-05", "2027-04-08")))
        let castle = try #require(kyoto.sights.first)
        #expect(castle.schedule == moment("2027-04-06T09:30"))
        #expect(castle.duration == 120)
        #expect(castle.address == "Nijo 541")
        #expect(try other.sights(of: "Tokyo") == ["Tower"])
    }

    @Test func `An exported calendar in an empty store gives back every field of everything that has a day`()
        async throws
    {
        let planner = try await japan()
        for line in [
            "trip edit japan --details 'Rail passes; at home, \"blue\" folder'",
            "edit kyoto --details 'Temples first' --at 35.0116,135.7681 --priority must",
            "sight add kyoto Castle --at 35.0142,135.7481 --address 'Nijo 541' --hours 'Mo-Su 09:00-17:00' --phone '+81 75' --note Early --link https://example.org --other-name Nijo-jo --cost '1300 JPY' --rating 5 --paid yes --pay-by 2027-03-01",
            "sight schedule castle 2027-04-06 09:30 --for 2h",
            "leg add train Kyoto Tokyo --depart '2027-04-08 22:15' --arrive 06:30 --number 'Sunrise 1' --code X1 --seat 7A --platform 3 --cost '14000 JPY' --note 'Buy food' --paid no --in japan",
            "leg add flight Nowhere Elsewhere --depart 2027-04-10 --arrive 2027-04-11 --in japan",
            "stay add Inn --check-in 2027-04-05 --check-out 2027-04-06 --in japan",
            "stay add Ryokan --check-in '2027-04-06 15:00' --check-out '2027-04-08 10:00' --address 'Gion 1' --code R1 --link https://example.org/r --cost '300 EUR' --note Bath --zone Asia/Tokyo --at 35,135.7 --pay-by 2027-03-01 --in japan",
        ] { try await planner.run(line) }
        let other = try await TestPlanner()
        let report = try await `import`(try exported("ics", planner), other)
        #expect(report.skipped.isEmpty)
        #expect(report.dropped.isEmpty)
        #expect(try exported("json", other) == exported("json", planner))
    }

    /// Returns an export of everything.
    private func exported(_ format: String, _ planner: TestPlanner) throws -> String {
        let write = try #require(TripExport.formats[format])
        let export = TripExport(
            destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
            now: TestPlanner.noon, localizer: planner.session.localizer)
        return String(decoding: write(export).bytes, as: UTF8.self)
    }

    @Test func `A sight of a destination without dates comes back with it`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Spain", "add Toledo --at none", "sight add Alcazar",
            "sight schedule alcazar 2027-05-01 10:00",
        ] { try await planner.run(line) }
        let other = try await TestPlanner()
        _ = try await `import`(try exported("ics", planner), other)
        let destination = try #require(try other.destinations.first)
        #expect(destination.name == "Toledo")
        #expect(destination.trip?.name == "Spain")
        #expect(destination.dates == nil)
        #expect(destination.sights.map(\.schedule?.description) == ["2027-05-01T10:00"])
    }

    @Test func `A title that is longer than its places keeps its text in the note`() async throws {
        let planner = try await TestPlanner()
        let title = "LH 716 Frankfurt – Tokyo" + String(repeating: " with a stop", count: 40)
        let event = [
            "UID:1", "SUMMARY:\(title)", "DTSTART;TZID=Europe/Berlin:20270404T134500",
            "DTEND;TZID=Asia/Tokyo:20270405T091500",
        ]
        _ = try await `import`(calendar([event]), planner)
        #expect(try legs(planner).first?.note.contains(title) == true)
    }

    @Test func `Events on other days go to a trip and a destination with the name of the calendar`()
        async throws
    {
        let planner = try await japan()
        func moved(_ event: [String]) -> [String] { event.map { $0.replacing("202704", with: "202804") } }
        let file = calendar(
            [Self.flight, Self.hotel, Self.museum].map(moved), head: ["X-WR-CALNAME:Spring in Asia"])
        let report = try await `import`(file, planner)
        #expect(report.added.trips == 1)
        #expect(report.added.destinations == 1)
        let trip = try #require(try planner.session.tripsInOrder().first { $0.name == "Spring in Asia" })
        #expect(trip.legs.count == 1)
        #expect(trip.stays.count == 1)
        #expect(trip.destinations.map(\.name) == ["Spring in Asia"] && trip.destinations[0].sights.count == 1)
        // Without a name of the calendar, the file's name counts, also for trips that exist.
        let events = [
            ["UID:a", "SUMMARY:Bus 12", "DTSTART:20290101T100000", "DTEND:20290101T110000"],
            ["UID:b", "SUMMARY:Walk", "DTSTART;VALUE=DATE:20290101"],
        ]
        try await planner.run("trip add Bookings")
        let others = try await `import`(calendar(events), planner)
        #expect(others.added.trips == 0)
        #expect(others.added.destinations == 1)
        #expect(others.floating == 1)
        let leg = try #require(try legs(planner).last)
        #expect(leg.trip?.name == "Bookings")
        #expect(leg.kind == .bus)
        #expect(leg.line == "12")
    }

    @Test func `The options decide where events go and what they are`() async throws {
        let planner = try await japan()
        let kyoto = try #require(try planner.destinations.first { $0.name == "Kyoto" })
        let trip = try #require(try planner.session.tripsInOrder().first)
        let event = ["UID:x", "SUMMARY:Dinner", "DTSTART:20300101T190000", "DTEND:20300101T210000"]
        for (number, form) in EventForm.allCases.enumerated() {
            let file = calendar([event.map { $0 == "UID:x" ? "UID:\(number)" : $0 }])
            _ = try await `import`(file, planner, into: kyoto, trip: trip, as: form)
        }
        #expect(kyoto.sights.map(\.name) == ["Dinner"] && kyoto.sights[0].duration == 120)
        #expect(trip.legs.map(\.kind) == [.other])
        #expect(trip.stays.map(\.checkOut) == [moment("2030-01-01T21:00")])
        #expect(trip.legs[0].origin == "Dinner" && trip.legs[0].note.isEmpty)
    }

    @Test func `A dry run shows what each event becomes, and changes nothing`() async throws {
        let planner = try await japan()
        let report = try await `import`(
            calendar([Self.flight, Self.hotel, Self.museum]), planner, dryRun: true)
        #expect(try legs(planner).isEmpty && stays(planner).isEmpty)
        #expect(report.events.map(\.kind) == [.leg(.flight), .stay, .sight])
        #expect(report.events.map(\.place) == ["Japan", "Japan", "Kyoto"])
        #expect(report.events.map(\.line) == [3, 10, 19])
        let tables = report.output(isDryRun: true).blocks.filter {
            if case .table = $0 { true } else { false }
        }
        #expect(tables.count == 1)
        #expect(
            report.output(isDryRun: false).blocks.contains { if case .table = $0 { true } else { false } })
    }

    @Test func `Zones with the names of Windows are known`() async throws {
        let planner = try await japan()
        let report = try await `import`(
            calendar([
                [
                    "UID:1", "SUMMARY:LH 716 Frankfurt – Tokyo",
                    "DTSTART;TZID=W. Europe Standard Time:20270404T134500",
                    "DTEND;TZID=\"Tokyo Standard Time\":20270405T091500",
                ],
                ["UID:2", "SUMMARY:Lost", "DTSTART;TZID=Customized Time Zone:20270406T100000"],
            ]), planner)
        let leg = try #require(try legs(planner).first)
        #expect(leg.departureZone == "Europe/Berlin")
        #expect(leg.arrivalZone == "Asia/Tokyo")
        #expect(leg.duration == 12 * 60 + 30)
        #expect(report.unknownZones == ["Customized Time Zone"])
        #expect(report.added.sights == 1)
        #expect(WindowsZones.identifiers.count > 50)
        for (name, identifier) in WindowsZones.identifiers {
            #expect(TimeZone(identifier: identifier) != nil, "\(name): \(identifier)")
        }
    }

    @Test func `Nothing of an event is lost silently`() async throws {
        let planner = try await japan()
        let file = calendar([
            [
                "UID:1", "SUMMARY:Class", "DTSTART:20270406T100000", "RRULE:FREQ=DAILY",
                "RDATE:20270501T100000",
            ],
            [
                "UID:2", "SUMMARY:Alarm", "DTSTART;VALUE=DATE:20270406", "BEGIN:VALARM", "TRIGGER:-PT1H",
                "DESCRIPTION:no", "END:VALARM", "ATTENDEE:mailto:a@b.example",
            ],
            ["UID:3", "SUMMARY:Off", "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20270406"],
            ["UID:4", "SUMMARY:Conference", "DTSTART;VALUE=DATE:20270406", "DTEND;VALUE=DATE:20270409"],
            ["UID:5", "SUMMARY:Elsewhere", "DTSTART;TZID=Mars/Olympus:20270407T100000"],
            ["UID:6", "SUMMARY:Backwards", "DTSTART:20270407T100000", "DTEND:20270407T090000"],
            ["UID:7", "SUMMARY:Undated"], ["UID:8", "DTSTART;VALUE=DATE:20270406"],
            ["UID:9", "SUMMARY:Never", "DTSTART:20270230T100000"],
            ["UID:10", "SUMMARY:Broken", "DTSTART;VALUE=DATE:20270406", "a line without a colon"],
            ["UID:1", "RECURRENCE-ID:20270407T100000", "SUMMARY:Class later", "DTSTART:20270407T120000"],
        ]).replacing("END:VCALENDAR", with: "BEGIN:VTODO\r\nSUMMARY:Pack\r\nEND:VTODO\r\nEND:VCALENDAR")
        let report = try await `import`(file, planner)
        #expect(report.added.sights == 7)
        #expect(report.unknownZones == ["Mars/Olympus"])
        #expect(report.floating == 3)
        #expect(
            report.ignored == [
                .repetition: 1, .eventExtra: 1, .cancelledEvent: 1, .laterDays: 1, .otherEntry: 1,
            ])
        #expect(
            report.reasons == [
                "the date is missing", "the name is missing",
                "“DTSTART” (20270230T100000): it is not a date", "it is not a line of a calendar",
            ])
        #expect(report.dropped.map { $0.drop { $0 != " " } } == [" Backwards: DTEND (20270407T090000)"])
        let again = try await `import`(file, planner)
        #expect(again.added.sights == 0)
        #expect(again.known == 7)
    }

    @Test(arguments: [
        (["DTSTART;VALUE=DATE:20240501", "DTEND;VALUE=DATE:20240504"], "2024-05-01/2024-05-03"),
        (["DTSTART;VALUE=DATE:20240501"], "2024-05-01"),
        (["DTSTART:20240501T183000", "DTEND:20240503T100000"], "2024-05-01T18:30/2024-05-03T10:00"),
    ])
    func `A destination has the days of its event if another program removed its own properties`(
        lines: [String], dates: String
    ) async throws {
        let planner = try await TestPlanner()
        let event =
            ["UID:13f157f3-fd91-43ee-b9b4-2380b3b70764", "SUMMARY:Rome", "X-ITOUR-KIND:destination"] + lines
        let file = calendar([event], head: ["PRODID:-//TerminalSuite//itour 1.0//EN"])
        #expect(try await `import`(file, planner).added.destinations == 1)
        #expect(try planner.destinations.map { $0.dates?.description } == [dates])
    }

    @Test(arguments: [
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A\r\n", TripFileError.calendarCutOff(path: "")),
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VALARM\r\n", .calendarMalformed(path: "", line: 3)),
        ("BEGIN:VCALENDAR\r\nBEGIN:VCALENDAR\r\n", .calendarMalformed(path: "", line: 2)),
    ])
    func `A calendar that is cut off or not one is refused as a whole`(text: String, error: TripFileError)
        async throws
    {
        let planner = try await TestPlanner()
        let before = calendar([Self.museum]).replacing("END:VCALENDAR\r\n", with: "END:VCALENDAR\r\n")
        do {
            _ = try await `import`(text, planner)
            Issue.record("imported")
        } catch let thrown as TripFileError {
            switch (thrown, error) {
            case (.calendarCutOff, .calendarCutOff): break
            case (.calendarMalformed(_, let line), .calendarMalformed(_, let wanted)): #expect(line == wanted)
            default: Issue.record("\(thrown)")
            }
        }
        await #expect(throws: TripFileError.self) { try await `import`(before + text, planner) }
        #expect(try planner.destinations.isEmpty)
    }

    @Test func `Lines after a calendar are named, and another calendar there comes in`() async throws {
        let planner = try await TestPlanner()
        let event = ["UID:1", "SUMMARY:Tea", "DTSTART;TZID=:20270406T010000", "X-UNKNOWN:1"]
        let other = calendar([["UID:2", "SUMMARY:Garden", "DTSTART;VALUE=DATE:20270407"]])
        let first = calendar([event])
        let line = first.split(separator: "\r\n").count + 1
        let report = try await `import`(first + "SUMMARY:A\r\nEND:VEVENT\r\n" + other, planner)
        #expect(report.added.sights == 2)
        #expect(report.skipped.map(\.position) == [line, line + 1])
        #expect(report.reasons == Array(repeating: "it is not a line of a calendar", count: 2))
    }

    @Test func `Times in UTC become local times of the place, the calendar or the user`() async throws {
        let planner = try await japan()
        let file = calendar(
            [
                ["UID:1", "SUMMARY:Tea", "DTSTART:20270406T010000Z", "DTEND:20270406T023000Z"],
                [
                    "UID:2", "SUMMARY:JL 515 Tokyo – Sapporo", "DTSTART:20270410T010000Z",
                    "DTEND:20270410T023000Z",
                ],
                ["UID:3", "SUMMARY:Train A1 → B2", "DTSTART:20270411T150000Z", "DTEND:20270411T160000Z"],
                ["UID:4", "SUMMARY:Train 7: Q → R", "DTSTART:20270411T150000Z", "DTEND:20270411T160000Z"],
            ], head: ["X-WR-TIMEZONE:Europe/Rome"])
        _ = try await `import`(file, planner)
        let kyoto = try #require(try planner.destinations.first { $0.name == "Kyoto" })
        #expect(kyoto.sights.first?.schedule == moment("2027-04-06T10:00"))
        #expect(kyoto.sights.first?.duration == 90)
        let legs = try legs(planner)
        #expect(legs.map(\.line).sorted() == ["", "7", "JL 515"])
        #expect(legs[0].departure == moment("2027-04-10T10:00"))
        #expect(legs[0].departureZone == "Asia/Tokyo" && legs[0].duration == 90)
        #expect(legs[1].departure == moment("2027-04-11T17:00") && legs[1].departureZone == "Europe/Rome")
    }

    @Test(arguments: [
        ("LH 716 Frankfurt – Tokyo", LegKind.flight, "LH 716", "Frankfurt", "Tokyo"),
        ("Flight to Paris (AF1235)", .flight, "AF1235", nil, "Paris"),
        ("Train from Kyoto to Tokyo", .train, "", "Kyoto", "Tokyo"),
        ("Nozomi 12: Kyoto → Tokyo", .train, "Nozomi 12", "Kyoto", "Tokyo"),
        ("Pociąg EIP 1300 Kraków - Gdynia", .train, "EIP 1300", "Kraków", "Gdynia"),
        ("Sunrise 1, Kyoto – Tokyo", nil, "Sunrise 1", "Kyoto", "Tokyo"),
        ("Ferry Naples – Capri", .ferry, "", "Naples", "Capri"), ("Dinner", nil, "", nil, nil),
        ("Airbus A320 tour", nil, "", nil, nil), ("Meeting 12:30", nil, "", nil, nil),
    ])
    func `Titles of legs`(
        title: String, kind: LegKind?, line: String, origin: String?, target: String?
    ) {
        let read = LegTitle(title)
        #expect(read.kind == kind, "\(read)")
        #expect(read.line == line, "\(read)")
        #expect(read.origin == origin, "\(read)")
        #expect(read.target == target, "\(read)")
    }

    @Test func `Numbers of trains, flights and lines are known by their forms`() {
        let trains = [
            "ICE", "IC", "EC", "EN", "NJ", "RJ", "RJX", "Railjet", "TGV", "TGV INOUI", "TGV Lyria", "OUIGO",
            "EIP", "EIC", "TLK", "AVE", "Alvia", "Avlo", "Frecciarossa", "Frecciargento", "Frecciabianca",
            "Italo", "InterCity", "Intercity", "Thalys", "Eurostar", "RegioJet", "Acela", "Amtrak", "KTX",
            "Nozomi", "Hikari", "Kodama", "Hayabusa", "Kagayaki", "Alfa Pendular", "Intercidades",
        ]
        for train in trains {
            #expect(LegTitle("(\(train) 505) to Berlin").number == .train, "\(train)")
            #expect(LegTitle("Paris: \(train)505").number == .train, "\(train)")
        }
        for flight in ["LH 716", "LH716", "EJU4623", "U2 1234", "4U 123", "W61234"] {
            #expect(LegTitle("To Rome (\(flight))").number == .flight, "\(flight)")
        }
        for line in ["Bus 12", "FLIGHT 7", "pociąg nr 5", "JÁRAT 12"] {
            #expect(LegTitle(line).number == .word, "\(line)")
        }
    }

    @Test func `An evening past midnight stays a sight, and a night without a place too`() async throws {
        let planner = try await japan()
        let file = calendar([
            [
                "UID:1", "SUMMARY:Opera", "DTSTART:20270406T190000", "DTEND:20270407T003000",
                "LOCATION:Opera house",
            ],
            ["UID:2", "SUMMARY:Stars", "DTSTART:20270406T220000", "DTEND:20270407T060000"],
            ["UID:3", "SUMMARY:Hut", "DTSTART:20270406T170000", "DTEND:20270407T080000", "LOCATION:Hill"],
            [
                "UID:4", "SUMMARY:Inn", "DTSTART;VALUE=DATE:20270407", "DTEND;VALUE=DATE:20270409",
                "LOCATION:Town",
            ],
        ])
        let report = try await `import`(file, planner)
        #expect(report.events.map(\.kind) == [.sight, .sight, .stay, .stay])
        #expect(try stays(planner).map(\.nights).sorted() == [1, 2])
    }
}
