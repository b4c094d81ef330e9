import Foundation
import Localization
import ModelData
import Shell
import Testing

@testable import Formats
@testable import ITour

@MainActor
@Suite("Passes of Apple Wallet")
struct PassImportTests {
    private static let boarding = """
        {"formatVersion": 1, "passTypeIdentifier": "pass.example.air", "serialNumber": "0042",
         "organizationName": "Example Air", "description": "Boarding pass",
         "relevantDate": "2027-04-04T13:45+02:00",
         "boardingPass": {"transitType": "PKTransitTypeAir",
          "headerFields": [{"key": "gate", "label": "GATE", "value": "A12"}],
          "primaryFields": [{"key": "origin", "label": "Frankfurt", "value": "FRA"},
                            {"key": "destination", "label": "Tokyo", "value": "NRT"}],
          "secondaryFields": [{"key": "flight", "label": "FLIGHT", "value": "LH 716"}],
          "auxiliaryFields": [{"key": "seat", "label": "SEAT", "value": "7A"}],
          "backFields": [{"key": "pnr", "label": "Booking code", "value": "ABC123"},
                         {"key": "terms", "label": "Terms", "value": "TERMS"}]}}
        """.replacing("TERMS", with: String(repeating: "Words without end. ", count: 40))

    private func `import`(_ pass: String, _ planner: TestPlanner) async throws -> TripImportReport {
        try await planner.importBytes(
            ZipWriter.archive("pass.json", Array(pass.utf8)), named: "ticket.pkpass")
    }

    private func leg(_ planner: TestPlanner) throws -> Leg {
        try #require(try planner.context.fetch(FetchDescriptor<Leg>()).first)
    }

    @Test(arguments: ["UTC", "America/New_York"])
    func `A boarding pass becomes a flight on the clocks of its airports`(timeZone: String) async throws {
        let planner = try await TestPlanner(timeZone: timeZone)
        let report = try await `import`(Self.boarding, planner)
        #expect(report.events.map(\.kind) == [.leg(.flight)])
        let leg = try leg(planner)
        #expect(leg.line == "LH 716")
        #expect(leg.origin == "FRA")
        #expect(leg.target == "NRT")
        #expect(leg.departure.description == "2027-04-04T13:45")
        #expect(leg.departureZone == "Europe/Berlin")
        #expect(leg.seat == "7A")
        #expect(leg.code == "ABC123")
        #expect(!leg.note.contains("without end"))
        #expect(try planner.session.tripsInOrder().map(\.name) == ["ticket"])
    }

    @Test func `A newer pass with the same number updates the flight, and a voided one cancels it`()
        async throws
    {
        let planner = try await TestPlanner()
        _ = try await `import`(Self.boarding, planner)
        let later = Self.boarding.replacing("13:45", with: "14:30").replacing("7A", with: "8B")
        let report = try await `import`(later, planner)
        #expect(report.added.legs == 0)
        #expect(try leg(planner).departure.description == "2027-04-04T14:30")
        #expect(try leg(planner).seat == "8B")
        _ = try await `import`(
            later.replacing("\"formatVersion\"", with: "\"voided\": true, \"formatVersion\""), planner)
        #expect(try leg(planner).isCancelled)
    }

    @Test func `The semantic tags of a pass say both times`() async throws {
        let planner = try await TestPlanner()
        let pass = """
            {"serialNumber": "1", "boardingPass": {"transitType": "PKTransitTypeTrain"},
             "semantics": {"departureStationName": "Berlin Hbf", "destinationStationName": "Wien Hbf",
              "originalDepartureDate": "2027-05-06T09:04:00+02:00", "originalArrivalDate": "2027-05-06T16:50:00+02:00"}}
            """
        _ = try await `import`(pass, planner)
        let leg = try leg(planner)
        #expect(leg.kind == .train)
        #expect(leg.origin == "Berlin Hbf")
        #expect(leg.target == "Wien Hbf")
        #expect(leg.departure.description == "2027-05-06T09:04")
        #expect(leg.arrival.description == "2027-05-06T16:50")
    }

    @Test func `The ticket of a museum becomes a sight`() async throws {
        let planner = try await TestPlanner()
        let pass = """
            {"serialNumber": "2", "relevantDate": "2027-05-06T10:00Z", "locations": [{"latitude": 48.2, "longitude": 16.4}],
             "eventTicket": {"primaryFields": [{"key": "event", "label": "Event", "value": "Museum of Art"}],
              "secondaryFields": [{"key": "venue", "label": "Venue", "value": "Kyoto"}],
              "auxiliaryFields": [
               {"key": "date", "label": "Date", "value": "2027-05-06T10:00Z", "timeStyle": "PKDateStyleShort"},
               {"key": "until", "label": "Until", "value": "2027-05-06T12:00Z", "timeStyle": "PKDateStyleShort"},
               {"key": "price", "label": "PRICE", "value": 24.5, "currencyCode": "EUR"}]}}
            """
        _ = try await `import`(pass, planner)
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == "Museum of Art")
        #expect(sight.schedule?.description == "2027-05-06T19:00")
        #expect(sight.place?.latitude == 48.2)
        #expect(sight.address == "Kyoto")
        #expect(sight.cost == Money(24.5, "EUR"))
        // The address and the time are fields of their own.
        #expect(sight.note == "Until: 2027-05-06 12:00\nPRICE: 24.5 EUR")
    }

    @Test(arguments: [
        ("en", "Monet: \"Late Waterlilies\"", "Admits: 2 adults"),
        ("pl", "Monet: późne lilie wodne", "Wstęp: 2 osoby dorosłe"),
        ("hu", "Monet: \"Late Waterlilies\"", "Admits: 2 adults"),
    ])
    func `A pass has its texts in the user's language, or else in English`(
        language: String, name: String, note: String
    ) async throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let pass = try Data(contentsOf: tests.appending(path: "Fixtures/passes/museum.pkpass"))
        let planner = try await TestPlanner(language: language)
        try await planner.run("trip add Pacific 2027-03-10 2027-03-18")
        let report = try await planner.importBytes(Array(pass), named: "museum.pkpass")
        let sight = try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first)
        #expect(sight.name == name)
        #expect(sight.note == note)
        #expect(sight.schedule?.description == "2027-03-16T10:30")
        #expect(sight.destination?.name == "Portland")
        #expect(sight.destination?.timeZone == "America/Los_Angeles")
        #expect(report.unknownZones.isEmpty)
    }

    @Test(arguments: ["", "\"", "\"a", "\"a\" = \"b", "\"a\" = \"b\\", "/*", "//", "/"])
    func `Texts of a pass that are cut off are read to their end`(file: String) {
        let texts = PassSource.texts(in: ["en": Array(file.utf8)], .english)
        #expect(texts.keys.allSatisfy { $0 == "a" })
    }

    @Test func `A ticket goes to the destination of its city in the trip on its day`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Portugal 2027-05-08 2027-05-15")
        func ticket(_ number: Int, _ place: String) -> String {
            """
            {"serialNumber": "\(number)", "relevantDate": "2027-05-12T10:30+01:00",
             "eventTicket": {"primaryFields": [{"key": "event", "label": "Event", "value": "Museum \(number)"}],
              "secondaryFields": [{"key": "venue", "label": "Venue", "value": "\(place)"}]}}
            """
        }
        for (number, place) in [
            "Rua D. João de Castro 210, 4150-417 Porto", "Porto Airport (OPO), Maia", "Somewhere else",
        ].enumerated() { _ = try await `import`(ticket(number, place), planner) }
        let destinations = try planner.destinations.sorted { $0.number < $1.number }
        #expect(destinations.map(\.name) == ["Porto", "ticket"])
        #expect(destinations.map(\.timeZone) == ["Europe/Lisbon", nil])
        #expect(destinations.map { $0.trip?.name } == ["Portugal", "Portugal"])
        #expect(destinations.map(\.sights.count) == [2, 1])
    }

    @Test(arguments: [
        (#"{"serialNumber": "3", "storeCard": {}}"#, "the date is missing"),
        (#"{"relevantDate": "soon", "generic": {}}"#, "it is not a date"),
        (#"{"relevantDate": "2027-05-06T10:00Z", "generic": {}}"#, "the name is missing"),
    ])
    func `A pass without what it needs is skipped with the reason`(pass: String, reason: String) async throws
    {
        let planner = try await TestPlanner()
        #expect(try await `import`(pass, planner).reasons == [reason])
    }

    @Test func `A pass that is cut off or isn't JSON is refused`() async throws {
        let planner = try await TestPlanner()
        let archive = ZipWriter.archive("pass.json", Array(Self.boarding.utf8))
        await #expect(throws: TripFileError.self) {
            try await planner.importBytes(Array(archive.prefix(200)), named: "ticket.pkpass")
        }
        await #expect(throws: TripFileError.self) { try await `import`("no pass", planner) }
        #expect(try planner.context.fetch(FetchDescriptor<Leg>()).isEmpty)
    }
}
