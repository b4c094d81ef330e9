import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import ITour

@MainActor
@Suite("Reservations in e-mails and pages")
struct ReservationImportTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appending(path: "Fixtures/mail/\(name)")))
    }

    private func planner(importing file: String, timeZone: String = "UTC", language: String = "en")
        async throws -> (planner: TestPlanner, report: TripImportReport)
    {
        let planner = try await TestPlanner(language: language, timeZone: timeZone)
        return (planner, try await planner.importBytes(try fixture(file), named: file))
    }

    private func page(_ json: String) -> String {
        "<html><script type=\"application/ld+json\">\(json)</script></html>"
    }

    private func legs(_ planner: TestPlanner) throws -> [Leg] {
        try planner.context.fetch(FetchDescriptor<Leg>()).sorted { $0.departure < $1.departure }
    }

    @Test(arguments: ["UTC", "America/New_York"])
    func `The flights of an airline are on the clocks of their airports`(timeZone: String) async throws {
        let (planner, report) = try await planner(importing: "airline.eml", timeZone: timeZone)
        let legs = try legs(planner)
        #expect(legs.map(\.kind) == [.flight, .flight])
        #expect(legs.map(\.line) == ["LO 79", "LO 80"])
        #expect(legs.map(\.origin) == ["Warszawa, Lotnisko Chopina (WAW)", "Tokyo Narita (NRT)"])
        #expect(legs.map(\.target) == ["Tokyo Narita (NRT)", "Warszawa, Lotnisko Chopina (WAW)"])
        #expect(legs.map(\.departure.description) == ["2027-03-27T14:20", "2027-04-17T10:30"])
        #expect(legs.map(\.departureZone) == ["Europe/Warsaw", "Asia/Tokyo"])
        #expect(legs.map(\.arrival.description) == ["2027-03-28T09:40", "2027-04-17T16:35"])
        #expect(legs.map(\.arrivalZone) == ["Asia/Tokyo", "Europe/Warsaw"])
        #expect(legs.map(\.code) == ["QX7K2M", "QX7K2M"])
        #expect(legs.map(\.platform) == ["Terminal A", "Terminal 1"])
        // The price of the booking counts once.
        #expect(legs.map(\.cost) == [Money(1234.5, "EUR"), nil])
        #expect(report.unknownZones.isEmpty)
    }

    @Test(arguments: [
        ("en", "Arrival terminal: 3\nArrival gate: B7"), ("pl", "Terminal przylotu: 3\nBramka przylotu: B7"),
        ("hu", "Érkezési terminál: 3\nÉrkezési kapu: B7"),
    ])
    func `The place of the arrival within the airport is in the note`(language: String, note: String)
        async throws
    {
        let planner = try await TestPlanner(language: language)
        let json = """
            {"@context": "https://schema.org", "@type": "FlightReservation", "reservationNumber": "9QWERT",
             "reservationFor": {"@type": "Flight", "flightNumber": "NH212", "departureAirport": {"iataCode": "LHR"},
              "departureTime": "2027-10-02T19:00:00+01:00", "departureTerminal": "2", "arrivalAirport": {"iataCode": "HND"},
              "arrivalTime": "2027-10-03T16:55:00+09:00", "arrivalTerminal": "3", "arrivalGate": "B7"}}
            """
        _ = try await planner.importText(page(json), named: "ticket.html")
        let leg = try #require(try legs(planner).first)
        #expect(leg.note == note)
        #expect(leg.departure.description == "2027-10-02T19:00")
        #expect(leg.arrival.description == "2027-10-03T16:55")
    }

    @Test func `The seats of two travellers are those of one flight`() async throws {
        let (planner, _) = try await planner(importing: "airline.eml")
        #expect(try legs(planner).map(\.seat) == ["23K, 23J", "5A"])
    }

    @Test func `A train has its number, coach, platform and price`() async throws {
        let (planner, report) = try await planner(importing: "train.eml")
        let leg = try #require(try legs(planner).first)
        #expect(leg.kind == .train)
        #expect(leg.line == "ICE 505")
        #expect(leg.origin == "Berlin Hbf")
        #expect(leg.target == "München Hbf")
        #expect(leg.departureZone == "Europe/Berlin")
        #expect(leg.seat == "41 (Wagen 23)")
        #expect(leg.platform == "7")
        #expect(leg.code == "TR-4411")
        #expect(leg.cost == Money(try #require(Decimal(string: "79.9")), "EUR"))
        #expect(leg.note == "Ticket: 998877")
        #expect(report.events.count == 1)
    }

    @Test func `A hotel has the clocks of its city, also with the offset of another season`() async throws {
        let (planner, report) = try await planner(importing: "hotel.html")
        let stay = try #require(try planner.context.fetch(FetchDescriptor<Stay>()).first)
        #expect(stay.name == "Hotel Adria")
        #expect(stay.checkIn.description == "2027-05-10T15:00")
        #expect(stay.checkOut.description == "2027-05-13T11:00")
        #expect(stay.timeZone == "Europe/Rome")
        #expect(stay.address == "Via Roma 12, 00184 Roma, IT")
        #expect(stay.place?.latitude == 41.8986)
        #expect(stay.code == "abc-456")
        #expect(stay.cost == Money(360.5, "EUR"))
        #expect(stay.link == "https://hotel.example/adria")
        #expect(stay.note == "Camera doppia\n+39 06 555 0100")
        #expect(report.unknownZones.isEmpty)
    }

    @Test func `Reservations in the attributes of a page are read as those in scripts`() async throws {
        let page = """
            <html><body><!-- <div itemscope> --><p>Thank you > all
            <div itemscope itemtype="http://schema.org/FlightReservation">
            <meta itemprop="reservationNumber" content="K7QX2M"/><br>
            <link itemprop="reservationStatus" href='http://schema.org/Confirmed'>
            <div itemprop=reservationFor itemscope itemtype=http://schema.org/Flight>
            <span itemprop="flightNumber">247</span>
            <div itemprop="airline" itemscope itemtype="http://schema.org/Airline">
            <span itemprop="name">Example &amp; <b>Air</b></span><meta itemprop="iataCode" content="BA"></div>
            <div itemprop="departureAirport" itemscope itemtype="http://schema.org/Airport">
            <span itemprop="name">London &#72;eathrow</span><meta itemprop="iataCode" content="LHR"></div>
            <div itemprop="arrivalAirport" itemscope itemtype="http://schema.org/Airport">
            <span itemprop="name">S&#xE3;o Paulo</span><meta itemprop="iataCode" content="GRU"></div>
            <time itemprop="departureTime" datetime="2027-06-11T12:15:00+01:00">11 June</time>
            <meta itemprop="arrivalTime" content="2027-06-11T19:10:00-03:00">
            </div></div>
            <div itemscope itemtype="http://schema.org/LodgingReservation"><p>
            <div itemprop="reservationFor" itemscope itemtype="http://schema.org/LodgingBusiness">
            <span itemprop="name">Hotel Adria</span></div>
            <meta itemprop="checkinDate" content="2027-06-12"><meta itemprop="checkoutDate" content="2027-06-14">
            """
        let planner = try await TestPlanner()
        _ = try await planner.importText(page, named: "page.html")
        let leg = try #require(try legs(planner).first)
        #expect(leg.line == "BA 247")
        #expect(leg.code == "K7QX2M")
        #expect(leg.origin == "London Heathrow (LHR)")
        #expect(leg.target == "São Paulo (GRU)")
        #expect(leg.departure.description == "2027-06-11T12:15")
        #expect(leg.arrival.description == "2027-06-11T19:10")
        #expect(leg.arrivalZone == "America/Sao_Paulo")
        let stay = try #require(try planner.context.fetch(FetchDescriptor<Stay>()).first)
        #expect(stay.name == "Hotel Adria")
        #expect(stay.checkIn.description == "2027-06-12")
    }

    @Test(arguments: [
        "<", "<div itemscope ", "<div itemscope itemprop=a>", "<b itemprop='x", "&#;", "</div>", "<!--",
    ])
    func `Attributes that are cut off or nested without an end are read to their end`(part: String) {
        let page = "<div itemscope>" + String(repeating: part, count: 20_000)
        #expect(Microdata.texts(in: page).isEmpty == false)
    }

    @Test(
        arguments: [
            (#""1,184.60", "priceCurrency": "NZD""#, "1184.6", "NZD"),
            (#""1,184", "priceCurrency": "NZD""#, "1184", "NZD"),
            (#""612,30", "priceCurrency": "EUR""#, "612.3", "EUR"), (#""USD 1,184.60""#, "1184.6", "USD"),
            (#""$214.87 CAD""#, "214.87", "CAD"), (#""€ 79,90""#, "79.9", "EUR"),
            (#""Rs. 500", "priceCurrency": "INR""#, "500", "INR"),
            (#"816.4, "priceCurrency": "usd""#, "816.4", "USD"),
        ], ["en", "pl", "hu"])
    func `A price may have groups of digits and a sign`(
        price: (json: String, amount: String, currency: String), language: String
    ) async throws {
        let planner = try await TestPlanner(language: language)
        let json = """
            {"@type": "LodgingReservation", "reservationFor": {"name": "Hotel", "address": {"addressLocality": "Salem",
              "addressRegion": "OR", "addressCountry": "US"}}, "checkinTime": "2027-03-14T16:00:00-07:00",
             "checkoutTime": "2027-03-17T11:00:00-07:00", "totalPrice": \(price.json)}
            """
        _ = try await planner.importText(page(json), named: "hotel.html")
        let stay = try #require(try planner.context.fetch(FetchDescriptor<Stay>()).first)
        let amount = try #require(Decimal(string: price.amount))
        #expect(stay.cost == Money(amount, price.currency))
        #expect(stay.address == "Salem, OR, US")
        #expect(stay.timeZone == "America/Los_Angeles")
    }

    @Test(arguments: ["-5 EUR", "50 EUR per night", "12 XYZ", "free"])
    func `Another amount than a price with a currency is no cost`(price: String) {
        #expect(BookingDetails.money(price, Localizer(.english)) == nil)
    }

    @Test func `A rental car is an entry of its day, not a stay`() async throws {
        let (planner, _) = try await planner(importing: "car.eml", language: "pl")
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == "Example Cars: Kompakt")
        #expect(sight.schedule?.description == "2027-05-13T12:00")
        #expect(sight.address == "Rome Airport (FCO), Roma, Italy")
        #expect(sight.note.hasPrefix("Kod rezerwacji: CAR99\nZwrot: "))
        #expect(sight.note.hasSuffix("Napoli Centrale"))
        #expect(sight.cost == Money(120, "EUR"))
        #expect(try planner.context.fetch(FetchDescriptor<Stay>()).isEmpty)
    }

    @Test func `The ticket of a museum in a forwarded message becomes a sight`() async throws {
        let (planner, _) = try await planner(importing: "museum.eml")
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == "Galleria d'Arte")
        #expect(sight.schedule?.description == "2027-05-12T10:30")
        #expect(sight.duration == 90)
        #expect(sight.note == "Booking code: M-77\nSeat: A / 3 / 12\nTicket: T1")
        #expect(sight.cost == Money(17, "EUR"))
    }

    @Test func `Importing again adds nothing, a newer mail changes, and an older one doesn't`() async throws {
        let (planner, _) = try await planner(importing: "airline.eml")
        let mail = try fixture("airline.eml")
        let again = try await planner.importBytes(mail, named: "airline.eml")
        #expect(again.added.legs == 0)
        let text = String(decoding: mail, as: UTF8.self)
        let newer = text.replacing("18 Nov 2026", with: "20 Nov 2026").replacing("14:20:00", with: "15:05:00")
        let changed = try await planner.importText(newer, named: "airline.eml")
        #expect(changed.updated.count == 1)
        #expect(try legs(planner).first?.departure.description == "2027-03-27T15:05")
        let older = try await planner.importBytes(mail, named: "airline.eml")
        #expect(older.olderEvents == 2)
        #expect(try legs(planner).first?.departure.description == "2027-03-27T15:05")
    }

    @Test func `A cancelled reservation cancels its booking, and is never added`() async throws {
        let (planner, _) = try await planner(importing: "hotel.html")
        let cancelled = String(decoding: try fixture("hotel.html"), as: UTF8.self)
            .replacing("schema.org/Confirmed", with: "schema.org/ReservationCancelled")
        let report = try await planner.importText(cancelled, named: "hotel.html")
        #expect(report.cancelled.count == 1)
        let empty = try await TestPlanner()
        #expect(try await empty.importText(cancelled, named: "hotel.html").added.stays == 0)
    }

    @Test func `A mail without reservations brings its calendar`() async throws {
        let planner = try await TestPlanner()
        let mail = """
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/calendar; method=REQUEST

            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:1@example.org
            SUMMARY:Train to Kyoto
            DTSTART:20270404T090000
            DTEND:20270404T112000
            END:VEVENT
            END:VCALENDAR
            --b--
            """
        #expect(try await planner.importText(mail, named: "mail.eml").added.legs == 1)
    }

    @Test(arguments: [
        "MIME-Version: 1.0\n\nHello",
        "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x",
        "MIME-Version: 1.0\nContent-Type: text/html\n\n<script type=\"application/ld+json\">{\"@type\": \"Hotel\"}</script>",
    ])
    func `A mail without reservations is refused`(text: String) async throws {
        let planner = try await TestPlanner()
        await #expect(throws: TripFileError.self) {
            try await planner.importText(text, named: "mail.eml")
        }
    }

    @Test func `A page without reservations is refused as a page`() async throws {
        let planner = try await TestPlanner()
        await #expect(throws: ImportFileError.self) {
            try await planner.importText(page(#"{"@type": "Hotel", "name": "A"}"#), named: "page.html")
        }
    }

    @Test(arguments: [
        (#"{"@type": "LodgingReservation", "reservationFor": {"name": "A"}}"#, "the date is missing"),
        (
            #"{"@type": "LodgingReservation", "reservationFor": {"name": "A"}, "checkinTime": "soon"}"#,
            "it is not a date"
        ),
        (#"{"@type": "LodgingReservation", "checkinTime": "2027-05-10"}"#, "the name is missing"),
        (#"{"@type": "FlightReservation", "reservationFor": {}}"#, "the places are missing"),
        (#"{"@type": "FlightReservation", }"#, "the reservation isn't valid JSON"),
    ])
    func `A reservation without what it needs is skipped with the reason, and the others come in`(
        json: String, reason: String
    ) async throws {
        let planner = try await TestPlanner()
        let good = String(decoding: try fixture("hotel.html"), as: UTF8.self)
        let report = try await planner.importText(good + page(json), named: "page.html")
        #expect(report.reasons == [reason])
        #expect(report.added.stays == 1)
    }
}
