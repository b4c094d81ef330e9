import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Importing trips from JSON exports")
struct ItineraryImportTests {
    /// Returns the JSON export of everything.
    private func export(_ planner: TestPlanner) throws -> String {
        let export = TripExport(
            destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
            rates: try planner.context.fetch(FetchDescriptor<ExchangeRate>()), now: TestPlanner.noon,
            localizer: planner.session.localizer)
        return String(decoding: TripJSON.write(export).bytes, as: UTF8.self)
    }

    /// Returns a planner with a trip that uses every field.
    private func planned() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2027-04-01 --end 2027-04-20 --details 'Spring, \"cherry\" trees'",
            "add Kyoto --zone Asia/Tokyo --date 2027-04-05 --end 2027-04-08", "back", "back",
            "add Tokyo --zone Asia/Tokyo --trip japan", "back", "back", "add Rome", "back",
            "trip move tokyo first --to japan", "trip open japan",
            "leg add train Kyoto Tokyo --depart '2027-04-08 22:15' --arrive 06:30 --number 'Sunrise 1' --code ABC123 --seat 7A --cost '12000.50 JPY' --note 'Buy food' --platform 3",
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out 2027-04-08 --address 'Gion 1' --cost '300 EUR' --code X1",
            "expense add '1200 JPY' Ramen --category food --on 2027-04-06",
            "expense add '5 EUR' Ramen --category food --on 2027-04-02", "budget set total '1500 EUR'",
            "budget set food '400 EUR'", "checklist add passport",
            "checklist add 'rain coat' --list packing",
            "checklist done passport", "rate JPY 0.0061 --in EUR", "back",
            "sight add kyoto 'Fushimi Inari' --at 34.9671,135.7727 --hours 'Mo-Su 00:00-24:00' --link https://inari.jp --cost '5.50 EUR' --rating 5",
            "sight add kyoto Nijo", "sight schedule inari 2027-04-06 09:30 --for 2h",
            "sight schedule nijo 2027-04-07",
        ] {
            do {
                try await planner.run(line)
            } catch {
                Issue.record("\(line): \(error)")
            }
        }
        let sights = try planner.destinations.first { $0.name == "Kyoto" }?.sights ?? []
        for sight in sights {
            sight.phone = "+81 75"
            sight.otherName = "伏見稲荷"
            sight.isVisited = true
            sight.visitedOn = day(2024, 3, 1)
        }
        try planner.context.save()
        return planner
    }

    @Test func `An export that is imported into an empty store is exported the same`() async throws {
        let planner = try await planned()
        let file = try export(planner)
        #expect(file.contains("\"rates\""))
        #expect(file.contains("\"scheduled\": \"2027-04-06T09:30\""))
        let other = try await TestPlanner()
        let report = try await other.importText(file)
        #expect(report.skipped.isEmpty)
        #expect(report.ignored.isEmpty)
        #expect(report.known == 0)
        #expect(report.added.trips == 1)
        #expect(report.added.legs == 1)
        #expect(report.added.stays == 1)
        #expect(report.added.expenses == 2)
        #expect(report.added.budgetLines == 2)
        #expect(report.added.checklistItems == 2)
        #expect(report.added.rates == 1)
        #expect(try export(other) == file)
        let trip = try #require(try other.session.tripsInOrder().first)
        #expect(trip.destinations.map(\.name) == ["Tokyo", "Kyoto"])
    }

    @Test func `Another import adds nothing, and keeps what the user changed`() async throws {
        let planner = try await planned()
        let file = try export(planner)
        let other = try await TestPlanner()
        _ = try await other.importText(file)
        for line in [
            "trip edit japan --name Nippon", "leg edit sunrise --seat 9Z", "rate JPY 0.007 --in EUR",
            "sight unschedule inari", "budget set food '500 EUR' --in nippon",
        ] { try await other.run(line) }
        let changed = try export(other)
        let again = try await other.importText(file)
        #expect(again.added.trips == 0)
        #expect(again.added.legs == 0)
        #expect(again.added.stays == 0)
        #expect(again.added.expenses == 0)
        #expect(again.added.budgetLines == 0)
        #expect(again.added.checklistItems == 0)
        #expect(again.added.rates == 0)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(try export(other) == changed)
        // A deleted leg is added again.
        try await other.run("leg delete sunrise --yes")
        #expect(try await other.importText(file).added.legs == 1)
    }

    @Test func `A dry run counts everything and adds nothing`() async throws {
        let file = try export(try await planned())
        let other = try await TestPlanner()
        let report = try await other.importText(file, dryRun: true)
        #expect(report.added.trips == 1)
        #expect(report.added.legs == 1)
        #expect(report.added.rates == 1)
        #expect(try other.session.tripsInOrder().isEmpty && other.destinations.isEmpty)
        #expect(try other.context.fetchCount(FetchDescriptor<ExchangeRate>()) == 0)
    }

    @Test(arguments: [
        ("en", "Imported a.json: 1 trip, 2 legs, 5 checklist items and 1 exchange rate."),
        (
            "pl",
            "Import z pliku a.json: 1 podróż, 2 przejazdy, 5 pozycji listy i 1 kurs waluty."
        ),
        ("hu", "Importálva (a.json): 1 utazás, 2 útszakasz, 5 listatétel és 1 árfolyam."),
    ])
    func `The label of the step names the parts of trips`(_ language: String, _ label: String) async throws {
        let planner = try await TestPlanner(language: language)
        var report = TripImportReport()
        (report.added.trips, report.added.legs, report.added.checklistItems, report.added.rates) = (
            1, 2, 5, 1
        )
        #expect(planner.session.localizer.string(report.label(path: "a.json")) == label)
    }

    @Test func `Destinations of an earlier import join a new trip, unless they belong to another one`()
        async throws
    {
        let planner = try await planned()
        let file = try export(planner)
        let former = try #require(file.range(of: ",\n  \"trips\""))
        let other = try await TestPlanner()
        let report = try await other.importText(String(file[..<former.lowerBound]) + "}")
        #expect(report.added.trips == 0)
        #expect(report.ignored == [.tripOfDestination: 2])
        try await other.run("trip add Elsewhere")
        try await other.run("edit kyoto --trip elsewhere")
        #expect(try await other.importText(file).added.trips == 1)
        let trips = try other.session.tripsInOrder()
        #expect(trips.first { $0.name == "Japan" }?.destinations.map(\.name) == ["Tokyo"])
        #expect(trips.first { $0.name == "Elsewhere" }?.destinations.map(\.name) == ["Kyoto"])
    }

    @Test
    func `Parts of a trip that lack what they need are skipped, and bad values of others cost their fields`()
        async throws
    {
        let planner = try await TestPlanner()
        let file = """
            {"format": "itour", "version": 1, "destinations": [], "trips": [{"name": "Japan", "start": "2027-04-01",
              "legs": [{"kind": "rocket", "from": "A", "to": "B", "departure": "2027-04-01", "arrival": "2027-04-01"},
                {"kind": "train", "from": "A", "to": "B", "departure": "2027-04-02T10:00", "arrival": "2027-04-02T09:00"},
                {"kind": "train", "from": [], "to": "B", "departure": "2027-04-02", "arrival": "2027-04-02"},
                {"kind": "train", "from": "A", "to": "B", "departure": "2027-04-03", "arrival": "2027-04-03"},
                {"kind": "train", "from": "A", "to": "B", "departure": "2027-04-03", "arrival": "2027-04-03",
                 "seat": [1], "colour": "red", "note": null}],
              "mood": "good", "stays": [{"name": "Inn", "checkIn": "2027-04-03", "checkOut": "2027-04-02"},
                {"name": "Inn", "checkIn": "2027-04-03", "checkOut": "2027-04-04", "cost": 50}],
              "expenses": [{"name": "Tea", "day": "soon", "category": "food", "amount": 1, "currency": "EUR"},
                {"name": "Tea", "day": "2027-04-01", "category": "food", "amount": 1000000000, "currency": "EUR"},
                {"name": "Tea", "day": "2027-04-01", "category": "food", "amount": 1, "currency": "euro"},
                {"name": "Tip", "day": "2027-04-01", "category": "gifts", "amount": 1, "currency": "EUR"}],
              "destinations": ["Kyoto"]},
             {"start": "2027-04-01"}, {"name": "Backwards", "start": "2027-04-02", "end": "2027-04-01"}],
             "rates": [{"currency": "JPY", "value": -1, "base": "EUR"},
               {"currency": "EUR", "value": 1, "base": "EUR"}]}
            """
        let report = try await planner.importText(file)
        #expect(
            report.reasons.map { $0.replacing("\u{202F}", with: " ") } == [
                "in the trip “Japan”, number 1 of “legs”: “kind” (rocket): it is not one of the possible values",
                "in the trip “Japan”, number 2 of “legs”: the times contradict each other: It can't arrive on Apr 2, 2027, 9:00 AM, before it leaves on Apr 2, 2027, 10:00 AM.",
                "in the trip “Japan”, number 3 of “legs”: “from” ([]): the value has the wrong type",
                "in the trip “Japan”, number 1 of “stays”: the times contradict each other: The check-out on Apr 2, 2027 can't be before the check-in on Apr 3, 2027.",
                "in the trip “Japan”, number 1 of “expenses”: “day” (soon): it is not a date",
                "in the trip “Japan”, number 2 of “expenses”: “amount” (1000000000): it is not one of the possible values",
                "in the trip “Japan”, number 3 of “expenses”: “currency” (euro): it is not one of the possible values",
                "in the list “trips”: the name is missing",
                "in the list “rates”: “value” (-1): it is not one of the possible values",
                "in the list “rates”: “base” (EUR): it is not one of the possible values",
            ])
        #expect(report.skipped.map(\.position) == [1, 1, 1, 1, 1, 1, 1, 2, 1, 2])
        #expect(
            report.dropped == [
                "1 Japan: destinations (Kyoto)", "1 A – B: seat ([1])", "1 Inn: cost (50)",
                "1 Tip: category (gifts)", "3 Backwards: end (2027-04-01)",
            ])
        #expect(report.entries.unknownFields == ["legs.colour", "trips.mood"])
        // Two equal legs stay two, also after another import.
        #expect(report.added.trips == 2)
        #expect(report.added.legs == 2)
        #expect(report.added.stays == 1)
        #expect(report.added.expenses == 1)
        let again = try await planner.importText(file)
        #expect(again.added.trips == 0)
        #expect(again.added.legs == 0)
        #expect(again.known == 6)
    }

    @Test func `Lists of trips and rates in other JSON files are not imported but named`() async throws {
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            #"{"type": "FeatureCollection", "trips": [{"name": "X"}], "rates": [1], "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.5, 41.9]}, "properties": {"name": "Trevi"}}]}"#
        )
        #expect(report.added.trips == 0)
        #expect(report.added.rates == 0)
        #expect(report.skipped.isEmpty)
        #expect(report.added.sights == 1)
        #expect(report.entries.unknownFields == ["rates", "trips"])
    }
}
