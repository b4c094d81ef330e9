import Foundation
import Localization
import ModelData
import Testing

@testable import ITour

@MainActor
@Suite("Bookings in calendars")
struct BookingImportTests {
    private func planner(importing file: String, timeZone: String = "UTC") async throws -> (
        planner: TestPlanner, report: TripImportReport
    ) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let bytes = try Data(contentsOf: tests.appending(path: "Fixtures/calendars/\(file)"))
        let planner = try await TestPlanner(timeZone: timeZone)
        return (planner, try await planner.importBytes(Array(bytes), named: file))
    }

    /// Imports events; each is a list of lines.
    private func imported(
        _ events: [[String]], head: [String] = [], into planner: TestPlanner? = nil
    ) async throws -> (planner: TestPlanner, report: TripImportReport) {
        let planner = if let planner { planner } else { try await TestPlanner() }
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0"] + head + lines + ["END:VCALENDAR", ""]).joined(
            separator: "\r\n")
        return (planner, try await planner.importText(text, named: "bookings.ics"))
    }

    private func legs(_ planner: TestPlanner) throws -> [Leg] {
        try planner.context.fetch(FetchDescriptor<Leg>()).sorted { $0.departure < $1.departure }
    }

    private func stays(_ planner: TestPlanner) throws -> [Stay] {
        try planner.context.fetch(FetchDescriptor<Stay>())
    }

    @Test(arguments: ["UTC", "Europe/Warsaw", "America/New_York"])
    func `Times in UTC are on the clocks of their places, whatever the computer's are`(
        timeZone: String
    ) async throws {
        let (planner, report) = try await planner(importing: "google-flights.ics", timeZone: timeZone)
        let legs = try legs(planner)
        #expect(legs.map(\.kind) == [.train, .flight])
        #expect(legs.map(\.origin) == ["Odawara Station", "Tokyo NRT"])
        #expect(legs.map(\.target) == ["Kyoto", "Warsaw"])
        #expect(legs.map(\.departure.description) == ["2027-04-04T11:00", "2027-04-17T10:30"])
        #expect(legs.map(\.arrival.description) == ["2027-04-04T13:12", "2027-04-17T16:35"])
        #expect(legs.map(\.departureZone) == ["Asia/Tokyo", "Asia/Tokyo"])
        #expect(legs.map(\.arrivalZone) == ["Asia/Tokyo", "Europe/Warsaw"])
        #expect(legs.map(\.line) == ["", "LO 80"])
        let stay = try #require(try stays(planner).first)
        #expect(stay.name == "Hotel Example Kyoto")
        #expect(stay.checkIn.description == "2027-04-04")
        #expect(stay.checkOut.description == "2027-04-10")
        #expect(report.utcEvents == 0)
        #expect(try planner.session.tripsInOrder().map(\.name) == ["google-flights"])
    }

    @Test func `The files of a trip program become a trip with its flight and one stay`() async throws {
        let (planner, report) = try await planner(importing: "trip-tool.ics")
        let trips = try planner.session.tripsInOrder()
        #expect(trips.map(\.name) == ["Tokyo, Japan, March 2027"])
        #expect(trips.first?.days?.lowerBound.description == "2027-03-27")
        #expect(trips.first?.days?.upperBound.description == "2027-04-17")
        let leg = try #require(try legs(planner).first)
        #expect(leg.trip === trips.first)
        #expect(leg.line == "LO79")
        #expect(leg.origin == "WAW")
        #expect(leg.target == "NRT")
        #expect(leg.departure.description == "2027-03-27T14:20")
        #expect(leg.arrival.description == "2027-03-28T09:40")
        #expect(leg.code == "AB12CD")
        #expect(leg.seat == "23K")
        let stays = try stays(planner)
        #expect(stays.map(\.name) == ["Hotel Example Asakusa"])
        #expect(stays.map(\.checkIn.description) == ["2027-03-28T15:00"])
        #expect(stays.map(\.checkOut.description) == ["2027-04-02T11:00"])
        #expect(stays.map(\.code) == ["123456"])
        #expect(report.events.map(\.kind) == [.trip, .leg(.flight), .stay])
        #expect(report.added.sights == 0)
    }

    @Test func `A train ticket is read by its description, and no flight or stay is invented`() async throws {
        let (planner, report) = try await planner(importing: "train-ticket.ics")
        let legs = try legs(planner)
        #expect(legs.map(\.kind) == [.train])
        let leg = try #require(legs.first)
        #expect(leg.line == "ICE 505")
        #expect(leg.origin == "Berlin Hbf")
        #expect(leg.target == "München Hbf")
        #expect(leg.departure.description == "2027-05-06T09:04")
        #expect(leg.arrival.description == "2027-05-06T13:12")
        #expect(leg.departureZone == "Europe/Berlin")
        #expect(leg.arrivalZone == "Europe/Berlin")
        #expect(leg.code == "ABC123")
        #expect(leg.seat == "41 (Wagen 23)")
        #expect(try stays(planner).isEmpty)
        #expect(report.events.map(\.kind) == [.leg(.train), .sight, .sight, .sight])
        // The zone of the dinner has no place that confirms it.
        #expect(report.unknownZones == ["Local1"])
    }

    @Test func `A flight and a hotel have their code, seat and terminal`() async throws {
        let (planner, report) = try await planner(importing: "airline-and-hotel.ics")
        let leg = try #require(try legs(planner).first)
        #expect(leg.line == "LO79")
        #expect(leg.origin == "Warsaw (WAW)")
        #expect(leg.target == "Tokyo (NRT)")
        #expect(leg.code == "ABC123")
        #expect(leg.seat == "22A")
        #expect(leg.platform == "Terminal A")
        let stay = try #require(try stays(planner).first)
        #expect(stay.name == "Ryokan Sawanoya")
        #expect(stay.code == "998877")
        #expect(stay.nights == 4)
        #expect(report.added.sights == 2)
    }

    @Test(arguments: [
        ("PyCon JP 2027", "Tokyo", EventKind.sight), ("Dinner table AB 12", "Kyoto", .sight),
        ("AB 12 – Dinner", "", .sight), ("Bus tour – Old Town", "", .sight),
        ("Meeting with LO 80 crew", "", .sight),
        ("Online check-in for flight LO79", "", .sight), ("Train museum", "Kyoto", .sight),
        ("LH 716 Frankfurt – Tokyo", "", .leg(.flight)), ("LO79", "Warsaw (WAW)", .leg(.flight)),
        ("LO79 WAW-NRT", "WAW", .leg(.flight)), ("Flight AF1235", "", .leg(.flight)),
        ("ICE 505 Berlin", "", .leg(.train)), ("Train to Kyoto", "", .leg(.train)),
        ("Berlin Hbf → München Hbf", "", .leg(.other)), ("Bus from Kyoto to Nara", "", .leg(.bus)),
        ("Ferry Naples – Capri", "", .leg(.ferry)), ("Pociąg do Krakowa", "", .leg(.train)),
        ("Pociąg Warszawa – Kraków", "", .leg(.train)), ("Rome – a history", "", .sight),
        ("Check-in: Hotel Adria", "", .stay), ("Check-out: Hotel Adria", "", .sight),
        ("TGV INOUI 6607 - Paris Gare de Lyon → Lyon Part Dieu", "", .leg(.train)),
        ("Frecciarossa 9612 Roma Termini - Milano Centrale", "", .leg(.train)),
        ("Tren Alvia 4111: Madrid-Chamartín - Gijón", "", .leg(.train)),
        ("RE 4711 Nürnberg Hbf – Bamberg", "", .leg(.train)),
        ("easyJet flight EJU4623 Milan Malpensa (MXP) to Lisbon (LIS)", "", .leg(.flight)),
        ("Lisboa Oriente → Porto Campanhã", "", .leg(.other)),
        ("Alfa Pendular 123 Lisboa - Oriente → Porto - Campanhã", "", .leg(.train)),
        ("COP29 notes for Rome", "Rome", .sight),
        ("Q3 review IT 300 with the Lyon team", "Teams Meeting", .sight),
        ("Dinner at FR 24", "Budapest", .sight),
    ])
    func `An event between two times is transport only with evidence`(
        title: String, location: String, kind: EventKind
    ) async throws {
        let (_, report) = try await imported([
            [
                "UID:1", "SUMMARY:\(title)", "DTSTART:20270406T100000", "DTEND:20270406T113000",
                "LOCATION:\(location)",
            ]
        ])
        #expect(report.events.map(\.kind) == [kind])
    }

    @Test(arguments: [
        ("Rental car: Example Cars", "20270507T100000", "20270509T100000", EventKind.sight),
        ("Sleep at Anna's", "20270507T180000", "20270508T090000", .stay),
        ("Hackathon", "20270507T100000", "20270509T180000", .sight),
        ("Hotel Adria", "20270507T150000", "20270509T200000", .stay),
    ])
    func `An event over nights is a stay only with evidence`(
        title: String, start: String, end: String, kind: EventKind
    ) async throws {
        let (_, report) = try await imported([
            ["UID:1", "SUMMARY:\(title)", "DTSTART:\(start)", "DTEND:\(end)", "LOCATION:Long Street 1"]
        ])
        #expect(report.events.map(\.kind) == [kind])
    }

    @Test(
        arguments: [
            ("(UTC+09:00) Osaka, Sapporo, Tokyo", 540), ("GMT+2", 120), ("+0530", 330), ("UTC-03:30", -210),
            ("Tokyo", nil), ("Etc", nil),
        ] as [(String, Int?)])
    func `Names of zones say offsets`(name: String, minutes: Int?) {
        #expect(CalendarTime.offset(named: name) == minutes)
    }

    @Test func `A zone that only the file describes is the one of the place`() async throws {
        let (planner, report) = try await imported([
            [
                "UID:1", "SUMMARY:Train to Kyoto", "LOCATION:Odawara Station",
                "DTSTART;TZID=\"(UTC+09:00) Osaka, Sapporo, Tokyo\":20270404T110000",
                "DTEND;TZID=\"(UTC+09:00) Osaka, Sapporo, Tokyo\":20270404T131200",
            ]
        ])
        let leg = try #require(try legs(planner).first)
        #expect(leg.departureZone == "Asia/Tokyo")
        #expect(leg.departure.description == "2027-04-04T11:00")
        #expect(report.unknownZones.isEmpty)
    }

    @Test func `A time in UTC without a known place says so`() async throws {
        let (planner, report) = try await imported([
            ["UID:1", "SUMMARY:Train 7: Q → R", "DTSTART:20270411T150000Z", "DTEND:20270411T160000Z"]
        ])
        let leg = try #require(try legs(planner).first)
        #expect(leg.departureZone == "UTC")
        #expect(leg.departure.description == "2027-04-11T15:00")
        #expect(report.utcEvents == 2)
    }

    @Test(arguments: [
        ("Train from London Kings Cross to Edinburgh Waverley", "", "Europe/London", "2027-07-09T07:30"),
        ("Flight to Lisbon (TP 1261)", "Warsaw Chopin Airport", "Europe/Warsaw", "2027-07-09T08:30"),
    ])
    func `The report has the clocks on which the times of transport are`(
        title: String, location: String, zone: String, start: String
    ) async throws {
        let (planner, report) = try await imported([
            [
                "UID:1", "SUMMARY:\(title)", "LOCATION:\(location)", "DTSTART:20270709T063000Z",
                "DTEND:20270709T091500Z",
            ]
        ])
        let leg = try #require(try legs(planner).first)
        #expect(leg.departureZone == zone)
        #expect(leg.departure.description == start)
        #expect(report.events.map(\.start.description) == [start])
        #expect(report.utcEvents == 0)
    }

    @Test func `If only one end of a flight is known, the report counts the other one`() async throws {
        let (planner, report) = try await imported([
            [
                "UID:1", "SUMMARY:Flight LO 79 Warsaw – Qqqq", "DTSTART:20270709T063000Z",
                "DTEND:20270709T091500Z",
            ]
        ])
        let leg = try #require(try legs(planner).first)
        #expect(leg.departureZone == "Europe/Warsaw")
        #expect(leg.arrivalZone == "UTC")
        #expect(report.utcEvents == 1)
    }

    @Test func `A seat in a coach says that the number with the form of a flight is that of a train`()
        async throws
    {
        let (planner, _) = try await imported([
            [
                "UID:1", "SUMMARY:AP 123 Lisboa - Oriente → Porto - Campanhã", "LOCATION:Lisboa - Oriente",
                "DTSTART:20270510T080900Z", "DTEND:20270510T105700Z",
                "DESCRIPTION:Número da reserva: 8812034\\nCarruagem 4\\, Lugar 53\\nPreço: 36\\,60 EUR",
            ],
            [
                "UID:2", "SUMMARY:Nozomi 217 Tokyo → Kyoto", "DTSTART:20270511T000300Z",
                "DTEND:20270511T021500Z", "DESCRIPTION:Reservation number: 2217\\nCar 7\\, Seat 12-E",
            ],
            [
                "UID:3", "SUMMARY:Train from London Kings Cross to Edinburgh Waverley",
                "DTSTART:20270512T080000Z", "DTEND:20270512T103000Z", "DESCRIPTION:Coach B\\, Seat 32A",
            ],
        ])
        let legs = try legs(planner)
        #expect(legs.map(\.kind) == [.train, .train, .train])
        #expect(legs.map(\.origin) == ["Lisboa - Oriente", "Tokyo", "London Kings Cross"])
        #expect(legs.map(\.target) == ["Porto - Campanhã", "Kyoto", "Edinburgh Waverley"])
        #expect(
            legs.map(\.departure.description) == ["2027-05-10T09:09", "2027-05-11T09:03", "2027-05-12T09:00"])
        #expect(legs.map(\.code) == ["8812034", "2217", ""])
        #expect(legs.map(\.seat) == ["53 (Carruagem 4)", "12-E (Car 7)", "32A (Coach B)"])
        #expect(legs.map(\.cost) == [Money(Decimal(string: "36.60") ?? 0, "EUR"), nil, nil])
    }

    @Test func `The clock of a station is that of the city with which its name begins`() async throws {
        let (planner, report) = try await imported([
            [
                "UID:1", "SUMMARY:Tren AVE 03082: Madrid-Puerta de Atocha - Barcelona-Sants",
                "DTSTART:20270709T063000Z", "DTEND:20270709T091500Z",
            ],
            [
                "UID:2", "SUMMARY:Example Air flight DL 404: New York Midtown - Tokyo/Narita",
                "DTSTART:20270710T063000Z", "DTEND:20270710T191500Z",
            ],
            [
                "UID:3", "SUMMARY:easyJet flight EJU4623 Milan Malpensa (MXP) to Lisbon (LIS)",
                "DTSTART:20270711T053500Z", "DTEND:20270711T075500Z",
            ],
        ])
        let legs = try legs(planner)
        #expect(
            legs.map(\.origin) == ["Madrid-Puerta de Atocha", "New York Midtown", "Milan Malpensa (MXP)"])
        #expect(legs.map(\.target) == ["Barcelona-Sants", "Tokyo/Narita", "Lisbon (LIS)"])
        #expect(legs.map(\.line) == ["AVE 03082", "DL 404", "EJU4623"])
        #expect(legs.map(\.departureZone) == ["Europe/Madrid", "America/New_York", "Europe/Rome"])
        #expect(legs.map(\.arrivalZone) == ["Europe/Madrid", "Asia/Tokyo", "Europe/Lisbon"])
        #expect(
            legs.map(\.note) == [
                "", "Example Air flight DL 404: New York Midtown - Tokyo/Narita",
                "easyJet flight EJU4623 Milan Malpensa (MXP) to Lisbon (LIS)",
            ])
        #expect(report.utcEvents == 0)
    }

    @Test func `A rental of several days has the day of its end`() async throws {
        let (planner, _) = try await imported([
            [
                "UID:1", "SUMMARY:Rental car: Example Cars", "DTSTART:20270715T090000",
                "DTEND:20270718T180000",
            ]
        ])
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        let time = try #require(ItineraryText.time(of: sight))
        #expect(planner.session.localizer.string(time).contains("Jul 18, 2027"))
    }

    @Test func `An event's degrees or the city in its address say its clock, and its description the cost`()
        async throws
    {
        let (planner, report) = try await imported([
            [
                "UID:1", "SUMMARY:Tile museum", "DTSTART:20270511T093000Z", "DTEND:20270511T113000Z",
                "GEO:38.7249;-9.1137", "DESCRIPTION:Order: AZ-31337\\nTotal: 16.00 EUR",
            ],
            [
                "UID:2", "SUMMARY:Fado dinner", "DTSTART:20270512T190000Z", "DTEND:20270512T210000Z",
                "LOCATION:Rua do Salvador 22\\, 1100-465 Lisboa\\, Portugal",
            ],
        ])
        let sights = try planner.context.fetch(FetchDescriptor<Sight>()).sorted { $0.name < $1.name }
        #expect(sights.map { $0.schedule?.description } == ["2027-05-12T20:00", "2027-05-11T10:30"])
        #expect(sights.map(\.cost) == [nil, Money(16, "EUR")])
        #expect(report.utcEvents == 0)
        #expect(report.events.map(\.start.description) == ["2027-05-11T10:30", "2027-05-12T20:00"])
    }

    @Test(arguments: [
        "Your stay at Hotel Adria", "Hotel booking: Hotel Adria", "Pobyt w Hotel Adria",
        "Szállásfoglalás: Hotel Adria",
    ])
    func `The words before the name of a stay aren't a part of it`(title: String) async throws {
        let (planner, _) = try await imported([
            ["UID:1", "SUMMARY:\(title)", "DTSTART;VALUE=DATE:20270507", "DTEND;VALUE=DATE:20270508"]
        ])
        #expect(try stays(planner).map(\.name) == ["Hotel Adria"])
    }

    @Test(arguments: [
        ("Booking reference: AB12CD", "AB12CD", "", ""), ("Kod rezerwacji: X7Y8Z9", "X7Y8Z9", "", ""),
        ("Foglalási kód: QWE123", "QWE123", "", ""), ("Booking confirmed", "", "", ""),
        ("Coach 7, seat 12A", "", "12A (Coach 7)", ""), ("Miejsce 41, wagon 23", "", "41 (wagon 23)", ""),
        ("Gate B12", "", "", "Gate B12"), ("Gleis 7", "", "", "Gleis 7"),
        ("Seat belts are required", "", "", ""),
        ("Lufthansa Conf. #: 7A8B9C", "7A8B9C", "", ""), ("Numer biletu: EIC81234567", "EIC81234567", "", ""),
        ("Localizador: 7YH2KQ, Coche: 5, Plaza: 08C", "7YH2KQ", "08C (Coche 5)", ""),
        ("Booking number 301 234 5678", "3012345678", "", ""), ("Order of the day: rest", "", "", ""),
        ("Terminal information", "", "", ""), ("PNR ABC123 Seat 7A", "ABC123", "7A", ""),
    ])
    func `The description's lines say the code, the seat and the platform`(
        line: String, code: String, seat: String, platform: String
    ) {
        let details = BookingDetails("Dear guest\n" + line, Localizer(.english))
        #expect(details.code == code)
        #expect(details.seat == seat)
        #expect(details.platform == platform)
    }

    @Test(
        arguments: [
            ("Total: 123.45 EUR", Money(Decimal(string: "123.45") ?? 0, "EUR")),
            ("Price: €54", Money(54, "EUR")),
            ("Total: 3", nil), ("We offer 20 EUR", nil),
        ] as [(String, Money?)])
    func `A price in the description is the cost`(line: String, cost: Money?) {
        #expect(BookingDetails(line, Localizer(.english)).cost == cost)
    }

    @Test(arguments: [(["METHOD:CANCEL"], [String]()), ([], ["STATUS:CANCELLED"])])
    func `A cancelled booking is never added, and one in the store is named`(
        head: [String], status: [String]
    ) async throws {
        let event = [
            "UID:1", "SUMMARY:LH 716 Frankfurt – Tokyo", "DTSTART;TZID=Europe/Berlin:20270404T134500",
            "DTEND;TZID=Asia/Tokyo:20270405T091500",
        ]
        let (empty, none) = try await imported([event + status], head: head)
        #expect(try legs(empty).isEmpty)
        #expect(none.ignored == [.cancelledEvent: 1])
        #expect(none.cancelled.isEmpty)
        let (planner, _) = try await imported([event])
        let (_, report) = try await imported([event + status], head: head, into: planner)
        #expect(report.cancelled == ["LH 716, Frankfurt – Tokyo"])
        #expect(report.ignored.isEmpty)
    }

    @Test func `A cancelled check-out ends no stay, and a cancelled booking makes no trip`() async throws {
        func event(_ number: Int, _ title: String, _ day: String, _ others: String...) -> [String] {
            ["UID:\(number)", "SUMMARY:\(title)", "DTSTART:\(day)T110000", "DTEND:\(day)T120000"] + others
        }
        let (planner, report) = try await imported([
            event(1, "Check-in: Hotel Adria", "20270401"), event(2, "Check-out: Hotel Adria", "20270405"),
            event(3, "Check-out: Hotel Adria", "20270409", "STATUS:CANCELLED"),
            event(4, "ICE 505 Berlin", "20280302", "STATUS:CANCELLED"),
            [
                "UID:5", "SUMMARY:Tokyo, Japan, March 2028", "DTSTART;VALUE=DATE:20280301",
                "DTEND;VALUE=DATE:20280310",
            ],
        ])
        #expect(try stays(planner).map(\.checkOut.description) == ["2027-04-05T11:00"])
        #expect(report.ignored[.cancelledEvent] == 2)
        #expect(report.events.map(\.kind) == [.stay, .sight])
    }

    @Test func `The address of a person names no trip`() async throws {
        let (planner, _) = try await imported(
            [["UID:1", "SUMMARY:Bus 12", "DTSTART:20290101T100000", "DTEND:20290101T110000"]],
            head: ["X-WR-CALNAME:ewa@example.org"])
        #expect(try planner.session.tripsInOrder().map(\.name) == ["bookings"])
    }
}
