import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import ITour

/// Exports written in November 2026, before 1.0.0. They stay readable; see `docs/import-export.md`.
@MainActor
@Suite("Exports of November 2026")
struct KeptExportTests {
    nonisolated static let files = ["trips.json", "trips.csv"]

    /// Imports an export into an empty store.
    func planner(_ file: String) async throws -> TestPlanner {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let bytes = try Data(contentsOf: tests.appending(path: "Fixtures/export-2026-11/\(file)"))
        let planner = try await TestPlanner()
        let report = try await planner.importBytes(Array(bytes), named: file)
        #expect(report.skipped.isEmpty)
        #expect(report.dropped.isEmpty)
        #expect(report.entries.altered.first.isEmpty)
        #expect(report.entries.unknownFields.isEmpty)
        return planner
    }

    /// Returns the trip to Japan.
    func japan(_ planner: TestPlanner) throws -> Trip {
        let trips = try planner.context.fetch(FetchDescriptor<Trip>())
        return try #require(trips.first { $0.name == "Japonia, wiosną" })
    }

    @Test(arguments: files) func `Destinations have all their values`(_ file: String) async throws {
        let planner = try await planner(file)
        let destinations = try planner.destinations
        #expect(destinations.map(\.name) == ["Kyoto", "Takayama", "Szigliget", "Ísafjörður", "Roma"])
        #expect(
            destinations.map(\.identifier.uuidString) == [
                "6E02E1A7-58CB-425D-9C36-07F8A34E05F8",
                "B2BE7D04-58EB-49AB-B242-A91B4E8E766A",
                "F83B42D2-41CB-4446-AF14-0CC7CB59F91A",
                "F07381A9-6F6F-4CB2-A706-35FFAA037BC0",
                "91D9CB72-52B0-415F-9221-F438FABC182A",
            ])
        #expect(
            destinations.map(\.dates?.description) == [
                "2027-04-05T14:30/2027-04-08T10:00", "2027-04-08", nil, nil, nil,
            ])
        #expect(destinations.map(\.timeZone) == ["Asia/Tokyo", nil, nil, nil, "Europe/Rome"])
        #expect(destinations.map(\.priority) == [.must, .maybe, .meh, .maybe, .maybe])
        #expect(
            destinations.map(\.details) == [
                "Świątynie o świcie;\n\nbez tłumu.", "", "vár, kilátás", "", "",
            ])
        #expect(destinations.map(\.latitude) == [35.0116, nil, nil, nil, 41.89193])
        #expect(destinations.map(\.longitude) == [135.7681, nil, nil, nil, 12.51133])
        #expect(destinations.map(\.country) == [nil, nil, nil, nil, "IT"])
    }

    @Test(arguments: files) func `Sights have their order, places and texts`(_ file: String) async throws {
        let planner = try await planner(file)
        let sights = try #require(try planner.destinations.first).sights
        #expect(sights.map(\.name) == ["Pontochō", "Fushimi Inari", "Nishiki Market", "Gion", "清水寺"])
        #expect(
            sights.map(\.identifier.uuidString) == [
                "90E308DE-A0A9-49F5-A24D-458F4967100B",
                "AEC685D2-8DB0-477D-AD6B-D9999A7B60CC",
                "5E42AE3B-8270-4EEA-9671-29CCD1B4262B",
                "EB8E7B4F-284B-443F-A7E5-043B3F22CCD5",
                "411B2236-BF9F-48B0-8FEE-A4302238F78E",
            ])
        #expect(
            sights.map(\.note) == ["", "Wejść przed szóstą.\nZabrać wodę; „dużo”.", "", "", ""])
        #expect(sights.map(\.address) == ["", "68 Fukakusa Yabunouchicho, Fushimi", "", "", ""])
        #expect(sights.map(\.latitude) == [nil, 34.9671, nil, nil, 34.9949])
        #expect(sights.map(\.longitude) == [nil, 135.7727, nil, nil, 135.785])
        #expect(sights.map(\.isVisited) == [true, false, false, true, false])
        #expect(sights.map(\.source) == [nil, nil, nil, nil, "osm:node/42"])
    }

    @Test func `Sights of a JSON export have their plans, visits, costs and details`() async throws {
        let planner = try await planner("trips.json")
        let destinations = try planner.destinations
        let sights = try #require(destinations.first).sights
        #expect(
            sights.map(\.schedule?.description) == [nil, "2027-04-06T05:45", "2027-04-07", nil, nil])
        #expect(sights.map(\.duration) == [nil, 150, nil, nil, nil])
        #expect(sights.map(\.visitedOn?.description) == ["2024-03-01", nil, nil, nil, nil])
        #expect(sights.map(\.hours) == ["", "24/7", "", "", ""])
        #expect(sights.map(\.link) == ["", "https://inari.jp/en/", "", "", ""])
        #expect(sights.map(\.phone) == ["", "+81 75-641-7331", "", "", ""])
        #expect(sights.map(\.otherName) == ["", "伏見稲荷大社", "", "", "Kiyomizu-dera"])
        #expect(sights.map(\.rating) == [nil, 4, nil, nil, nil])
        #expect(sights.map(\.cost) == [nil, Money(amount("1200.5"), "JPY"), nil, nil, nil])
        #expect(destinations.map(\.sights.count) == [5, 0, 1, 0, 0])
        #expect(destinations[2].sights.map(\.cost) == [Money(amount("3000"), "HUF")])
    }

    @Test func `Trips have their days, details and destinations`() async throws {
        let planner = try await planner("trips.json")
        let trips = try planner.context.fetch(FetchDescriptor<Trip>())
        #expect(trips.map(\.name) == ["Japonia, wiosną", "Őszi „Balaton”"])
        #expect(
            trips.map(\.identifier.uuidString) == [
                "39183AAC-1B98-4AB9-A447-52006A0A1CF9",
                "7ADD9E09-9C47-4F2D-989A-5C64DDD5CE9C",
            ])
        #expect(
            trips.map(\.details) == [
                "Paszporty ważne do 2030.\n„Zielona” walizka, ósme piętro.", "",
            ])
        #expect(trips.map(\.days) == [day(2027, 4, 1)...day(2027, 4, 21), nil])
        #expect(trips.map { $0.destinations.map(\.name) } == [["Kyoto", "Takayama"], ["Szigliget"]])
        #expect(trips[1].expenses.map(\.cost) == [Money(amount("4000"), "HUF")])
    }

    @Test func `Legs have all their values`() async throws {
        let planner = try await planner("trips.json")
        let legs = try japan(planner).legs
        #expect(
            legs.map(\.identifier.uuidString) == [
                "96E36CDA-24C4-4E48-B098-14F3712CAD45",
                "56DBB311-4737-40AD-9486-921115CC0732",
                "C9EDC71B-52BA-80D8-8E1C-5BAAE5CD745E",
            ])
        #expect(legs.map(\.kind) == [.flight, .train, .flight])
        #expect(legs.map(\.origin) == ["Warszawa", "Tokio", "Tokio"])
        #expect(legs.map(\.target) == ["Tokio", "Kyoto", "Warszawa"])
        #expect(
            legs.map(\.departure.description) == ["2027-04-01T14:55", "2027-04-05", "2027-04-20T10:30"])
        #expect(legs.map(\.departureZone) == ["Europe/Warsaw", "Asia/Tokyo", "Asia/Tokyo"])
        #expect(
            legs.map(\.arrival.description) == ["2027-04-02T09:40", "2027-04-05", "2027-04-20T16:00"])
        #expect(legs.map(\.arrivalZone) == ["Asia/Tokyo", "Asia/Tokyo", "Europe/Warsaw"])
        #expect(legs.map(\.line) == ["LO 79", "", "LO 80"])
        #expect(legs.map(\.code) == ["ABC123", "", ""])
        #expect(legs.map(\.seat) == ["27A, 27B", "", ""])
        #expect(legs.map(\.note) == ["Bagaż 23 kg.\nOdprawa; 24 h wcześniej.", "", ""])
        #expect(legs.map(\.cost) == [Money(amount("3899.99"), "PLN"), nil, nil])
        #expect(legs.map(\.source) == [nil, nil, "ics:flight-1@example.org"])
    }

    @Test func `Stays have all their values`() async throws {
        let planner = try await planner("trips.json")
        let stays = try japan(planner).stays
        #expect(
            stays.map(\.identifier.uuidString) == [
                "8F0781CC-5FAE-47C7-B96F-64FA2676DCE2",
                "12D0B4A0-9C93-4FAF-A42C-904F7134A6D3",
                "B7587C4A-4DD3-817C-9A4D-C10809D52560",
            ])
        #expect(stays.map(\.name) == ["Ryokan Sakura „Kwiat”", "Dom Zosi", "Hotel Nikkō"])
        #expect(stays.map(\.checkIn.description) == ["2027-04-05T15:00", "2027-04-08", "2027-04-18T15:00"])
        #expect(stays.map(\.checkOut.description) == ["2027-04-08T11:00", "2027-04-10", "2027-04-20T08:00"])
        #expect(stays.map(\.timeZone) == ["Asia/Tokyo", nil, "Asia/Tokyo"])
        #expect(stays.map(\.address) == ["5 Ōmiya-chō, Kyōto", "", "1-2 Narita"])
        #expect(stays.map(\.latitude) == [35.01, nil, nil])
        #expect(stays.map(\.longitude) == [135.76, nil, nil])
        #expect(stays.map(\.code) == ["R-77", "", ""])
        #expect(stays.map(\.link) == ["https://example.org/r?a=1&b=2", "", ""])
        #expect(stays.map(\.note) == ["Bez obuwia.\nKolacja o 18.", "", ""])
        #expect(stays.map(\.cost) == [Money(amount("90000"), "JPY"), nil, nil])
        #expect(stays.map(\.source) == [nil, nil, "ics:hotel-1@example.org"])
    }

    @Test func `Expenses, budgets and exchange rates have their amounts`() async throws {
        let planner = try await planner("trips.json")
        let japan = try japan(planner)
        #expect(japan.expenses.map(\.name) == ["ubezpieczenie; podróżne", "rāmen"])
        #expect(japan.expenses.map { CivilDate(utc: $0.day) } == [day(2027, 3, 1), day(2027, 4, 6)])
        #expect(japan.expenses.map(\.category) == [.other, .food])
        #expect(
            japan.expenses.map(\.cost) == [Money(amount("85.5"), "EUR"), Money(amount("1250"), "JPY")])
        #expect(japan.budget.map(\.category) == [nil, .food])
        #expect(japan.budget.map(\.amount) == [amount("12000"), amount("40000.5")])
        #expect(japan.budget.map(\.currency) == ["PLN", "JPY"])
        let rates = try planner.context.fetch(FetchDescriptor<ExchangeRate>())
        #expect(rates.map(\.currency) == ["JPY", "PLN"])
        #expect(rates.map(\.value) == [amount("0.0061"), amount("0.235")])
        #expect(rates.map(\.base) == ["EUR", "EUR"])
    }

    @Test func `Checklists have their items in order`() async throws {
        let planner = try await planner("trips.json")
        let items = try japan(planner).checklist
        #expect(items.map(\.name) == ["Paszport; ważny", "Adapter „A”", "Mydło"])
        #expect(items.map(\.list) == ["dokumenty i prąd", "dokumenty i prąd", "packing"])
        #expect(items.map(\.isDone) == [false, true, false])
    }
}

/// Returns the exact amount that a text writes, in contrast to a literal, which is a `Double` first.
private func amount(_ written: String) -> Decimal { Decimal(string: written) ?? .nan }
