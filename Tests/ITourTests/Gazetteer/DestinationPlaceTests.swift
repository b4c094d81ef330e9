import Localization
import Testing

@testable import ITour
@testable import Shell
@testable import ProgramKit

@MainActor
@Suite("Places of destinations")
struct DestinationPlaceTests {
    @Test func `A new destination has the place and the clocks of its city, and keeps the typed name`()
        async throws
    {
        let planner = try await TestPlanner()
        let messages = try await planner.messages("add Rzym")
        #expect(messages == ["Added “Rzym” as number 1.", "Place: Rome, Italy; time zone: Europe/Rome."])
        let rome = try #require(try planner.destinations.first)
        #expect(rome.name == "Rzym")
        #expect(rome.timeZone == "Europe/Rome")
        #expect(rome.country == "IT")
        #expect(rome.latitude == 41.89193)
        #expect(rome.longitude == 12.51133)
        try await planner.run("undo")
        #expect(try planner.destinations.isEmpty)
    }

    @Test func `The user's place and zone are kept`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Rome --at none")
        try await planner.run("add Paris --zone Europe/London")
        try await planner.run("add Kyoto --at 35,135.5")
        try await planner.run("add 'Our honeymoon' --at 'Venice, Italy'")
        let found = try planner.destinations
        #expect(found.map(\.timeZone) == [nil, "Europe/London", "Asia/Tokyo", "Europe/Rome"])
        #expect(found.map(\.country) == [nil, "FR", nil, "IT"])
        #expect(try found[2].place == place(35, 135.5) && found[0].place == nil)
    }

    @Test func `An ambiguous name is added without a place, with a warning, if there is no terminal`()
        async throws
    {
        let planner = try await TestPlanner()
        let output = try await planner.run("add Springfield")
        #expect(try planner.destinations.first?.place == nil)
        let text = String(
            decoding: Renderer.render(
                output, Presentation(format: .accessible, localizer: planner.session.localizer)
            ).output, as: UTF8.self)
        #expect(text.contains("Warning: Several places have this name: "))
        #expect(text.contains("Springfield, Illinois"))
        #expect(text.contains("Set the place with “edit 1 --at \"Springfield, "))
        try await planner.run("edit 1 --at 'Springfield, Illinois'")
        #expect(try planner.destinations.first?.timeZone == "America/Chicago")
    }

    @Test func `At a terminal, the user chooses among several places, or none`() async throws {
        let planner = try await TestPlanner(answers: ["2", " ", "99"])
        try await planner.run("add Springfield")
        #expect(planner.user.questions == ["Which one? Enter its number (blank for none)"])
        guard case .several(let places) = Gazetteer.builtIn.match("Springfield") else {
            Issue.record("the gazetteer has one Springfield or none")
            return
        }
        #expect(try planner.destinations.first?.place == places[1].coordinates)
        try await planner.run("add Springfield")
        #expect(try planner.destinations.last?.place == nil)
        await #expect(throws: (any Error).self) { try await planner.run("add Springfield") }
        #expect(try planner.destinations.count == 2)
    }

    @Test func `Editing sets and removes the place as one change`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Holiday")
        #expect(
            try await planner.messages("edit 1 --at Kyoto") == [
                "Changed “Holiday”: time zone, place and country."
            ])
        #expect(
            try await planner.messages("edit 1 --at Kyoto") == [
                "“Holiday” already has these values. Nothing changed."
            ])
        try await planner.run("edit 1 --at none")
        let holiday = try #require(try planner.destinations.first)
        #expect(holiday.place == nil)
        #expect(holiday.country == nil)
        #expect(holiday.timeZone == "Asia/Tokyo")
        try await planner.run("undo")
        #expect(holiday.place != nil)
        #expect(holiday.country == "JP")
    }

    @Test func `Degrees near the old place keep its country, other degrees remove it`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Rome")
        #expect(try await planner.messages("edit 1 --at 41.9022,12.4539") == ["Changed “Rome”: place."])
        #expect(try planner.destinations.first?.country == "IT")
        try await planner.run("edit 1 --at 35,135")
        #expect(try planner.destinations.first?.country == nil)
        #expect(try planner.destinations.first?.timeZone == "Asia/Tokyo")
    }

    @Test(
        arguments: [
            ("46.02,7.75", "Europe/Zurich"), ("35.2323,139.1069", "Asia/Tokyo"), ("0,-30", nil),
            // Between Haparanda in Sweden and Tornio in Finland.
            ("65.8370,24.1580", nil),
        ] as [(String, String?)])
    func `Degrees have the clocks of the nearest known place, unless a border is near`(
        degrees: String, zone: String?
    ) async throws {
        let planner = try await TestPlanner()
        let messages = try await planner.messages("add 'Our cabin' --at \(degrees)")
        #expect(try planner.destinations.first?.timeZone == zone)
        #expect(messages.count == (zone == nil ? 1 : 2))
    }

    @Test func `Degrees don't replace a zone that the user gave`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Cabin --at 46.02,7.75 --zone Europe/London")
        try await planner.run("edit 1 --at 46.03,7.76")
        #expect(try planner.destinations.first?.timeZone == "Europe/London")
    }

    @Test func `An unknown or ambiguous place is refused with advice`() async throws {
        let planner = try await TestPlanner()
        for (value, advice) in [
            ("Spingfield", "Write degrees north and east"), ("Springfield", "Springfield, Illinois"),
            ("https://maps.app.goo.gl/x", "Open it in a browser"), ("91,0", "must be from -90 to 90"),
        ] {
            await #expect {
                try await planner.run("add X --at \(value)")
            } throws: { error in
                let remedy = (error as? any PresentableError)?.remedy
                return remedy.map { planner.session.localizer.string($0).contains(advice) } ?? false
            }
        }
        #expect(try planner.destinations.isEmpty)
    }

    @Test func `A time that the city's clocks skip is refused`() async throws {
        let planner = try await TestPlanner()
        await #expect(throws: TripError.self) { try await planner.run("add Rome --date '2025-03-30 02:30'") }
        try await planner.run("add Kyoto --date '2025-03-30 02:30'")
    }

    @Test(arguments: ["json", "csv"])
    func `An export keeps the place of a destination`(format: String) async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Kyoto")
        let other = try await TestPlanner()
        _ = try await other.importText(planner.exported(format))
        let (before, after) = (try planner.destinations[0], try #require(try other.destinations.first))
        #expect(after.place == before.place)
        #expect(after.country == "JP")
        #expect(after.timeZone == "Asia/Tokyo")
        #expect(before.place != nil)
    }

    @Test func `Sights near a destination without sights are those around its city`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Rome")
        try planner.add("Elsewhere") { destination in
            let sight = Sight(name: "Colosseum")
            sight.place = try place(41.8902, 12.4922)
            destination.sights = [sight]
        }
        let output = try await planner.run("nearby rome")
        guard case .table(let table) = output.blocks.first else {
            Issue.record("no table")
            return
        }
        #expect(table.rows.count == 1)
    }

    @Test func `Country names are in the user's language`() {
        let rome = Gazetteer.builtIn.places(named: "Rome").first
        #expect(
            rome?.description(in: Language.available.first { $0.code == "pl" } ?? .english) == "Rzym, Włochy")
    }

    @Test func `A renamed destination gets the place of its new name, unless the user set another one`()
        async throws
    {
        let planner = try await TestPlanner()
        try await planner.run("add Kyoto")
        #expect(
            try await planner.messages("edit 1 --name Osaka").last
                == "Place: Osaka, Japan; time zone: Asia/Tokyo.")
        #expect(try planner.destinations.first?.latitude == 34.69379)
        try await planner.run("edit 1 --name Rome")
        #expect(try planner.destinations.first?.timeZone == "Europe/Rome")
        #expect(try planner.destinations.first?.country == "IT")
        // The same place, and a name that no place has.
        #expect(try await planner.messages("edit 1 --name Roma").count == 1)
        try await planner.run("edit 1 --name 'Our honeymoon'")
        #expect(try planner.destinations.first?.timeZone == "Europe/Rome")
        try await planner.run("edit 1 --at 35,135.5")
        try await planner.run("edit 1 --name Paris")
        #expect(try planner.destinations.first?.latitude == 35)
    }

    @Test func `A renamed destination keeps the time zone that comes with the name`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Kyoto")
        try await planner.run("edit 1 --name Paris --zone Europe/London")
        #expect(try planner.destinations.first?.timeZone == "Europe/London")
        #expect(try planner.destinations.first?.country == "FR")
    }
}
