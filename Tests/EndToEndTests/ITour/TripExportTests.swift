import Foundation
import TestSupport
import Testing

@Suite("Exporting and importing trips with itour", .level(.default))
struct TripExportTests {
    @Test
    func `An export of everything comes back in an empty store, and changes nothing when imported again`()
        throws
    {
        let traveller = try Traveller()
        let planned = try traveller.script(
            "trip add Japan --date 2027-04-01 --end 2027-04-20",
            "add Kyoto --date 2027-04-05 --end 2027-04-08", "add Tokyo",
            "sight add kyoto 'Fushimi Inari' --cost '5.50 EUR' --rating 5",
            "sight schedule inari 2027-04-06 09:30 --for 2h",
            "leg add train Kyoto Tokyo --depart '2027-04-08 22:15' --arrive 06:30 --code ABC123 --in japan",
            "stay add Ryokan --check-in '2027-04-05 15:00' --check-out 2027-04-08 --cost '300 EUR' --in japan",
            "expense add '1200 JPY' Ramen --category food --on 2027-04-06 --in japan",
            "budget set total '1500 EUR' --in japan", "checklist add passport --in japan",
            "rate JPY 0.0061 --in EUR",
            "export trips.json")
        try #require(planned.status == .exited(0), "\(planned.stderr)")
        let file = try Data(contentsOf: URL(fileURLWithPath: traveller.home.file("trips.json")))

        let other = try Traveller()
        try file.write(to: URL(fileURLWithPath: other.home.file("trips.json")))
        let report = try other.itour("import", "trips.json", "--json").object
        #expect(report["destinations"] as? Int == 2)
        #expect(report["sights"] as? Int == 1)
        for part in ["trips", "legs", "stays", "expenses", "budgetLines", "checklistItems", "rates"] {
            #expect(report[part] as? Int == 1, "\(part)")
        }
        #expect(report["known"] as? Int == 0)
        #expect(report["skipped"] as? Int == 0)
        try other.itour("export", "copy.json")
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.home.file("copy.json"))) == file)

        let again = try other.itour("import", "trips.json")
        #expect(again.stdout.contains("Added 0 destinations and 0 sights"))
        #expect(!again.stdout.contains("Also added"))
        try other.itour("export", "again.json")
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.home.file("again.json"))) == file)
        // The import is one step of undo.
        try other.itour("undo")
        #expect(try other.itour("trip", "list", "--json").objects.isEmpty)
    }

    @Test func `The message says what an import adds, and which part of a trip it can't read`() throws {
        let traveller = try Traveller()
        try Data(
            """
            {"format": "itour", "version": 1, "destinations": [], "trips": [{"name": "Japan", "legs": [
              {"kind": "train", "from": "A", "to": "B", "departure": "2027-04-02", "arrival": "2027-04-02"},
              {"kind": "rocket", "from": "A", "to": "B", "departure": "2027-04-02", "arrival": "2027-04-02"}]}]}
            """.utf8
        ).write(to: URL(fileURLWithPath: traveller.home.file("trips.json")))
        let result = try traveller.itour("import", "trips.json")
        let shown = result.stdout + result.stderr
        #expect(shown.contains("Also added: 1 trip and 1 leg."))
        #expect(
            shown.contains(
                "Entry 1 was skipped: in the trip “Japan”, number 2 of “legs”: “kind” (rocket): it is not one of the possible values."
            ))
    }
}
