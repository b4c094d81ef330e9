import Foundation
import TestSupport
import Testing

@Suite("Importing calendars with itour", .level(.default))
struct CalendarFileTests {
    private static let bookings = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:1@example.org\r
        SUMMARY:LH 716 Frankfurt – Tokyo\r
        DTSTART;TZID=Europe/Berlin:20270404T134500\r
        DTEND;TZID=Asia/Tokyo:20270405T091500\r
        RRULE:FREQ=YEARLY\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:2@example.org\r
        SUMMARY:Museum\r
        DTSTART;VALUE=DATE:20270406\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    @Test func `A dry run shows the events, and an import is one step of undo`() throws {
        let traveller = try Traveller()
        try Data(Self.bookings.utf8).write(to: URL(fileURLWithPath: traveller.home.file("bookings.ics")))
        try traveller.itour("trip", "add", "Japan", "--date", "2027-04-04", "--end", "2027-04-20")
        let trial = try traveller.itour("import", "bookings.ics", "--dry-run")
        #expect(trial.status == .exited(0), "\(trial.stdout)\(trial.stderr)")
        #expect(trial.stdout.contains("flight"), "\(trial.stdout)\(trial.stderr)")
        #expect(trial.stdout.contains("Would also add: 1 leg."))
        #expect(try traveller.itour("leg", "list", "--json", "japan").objects.isEmpty)

        let result = try traveller.itour("import", "bookings.ics")
        #expect(result.stdout.contains("Added 1 destination and 1 sight"))
        #expect(result.stdout.contains("Not imported: the repetitions of 1 event."))
        let legs = try traveller.itour("leg", "list", "japan", "--json").objects
        #expect(legs.map { $0["line"] as? String } == ["LH 716"])
        #expect(legs.first?["minutes"] as? Int == 750)
        try traveller.itour("undo")
        #expect(try traveller.itour("leg", "list", "japan", "--json").objects.isEmpty)
    }

    @Test(arguments: [
        ("en_US.UTF-8", "is only for calendars"), ("pl_PL.UTF-8", "jest tylko dla kalendarzy"),
        ("hu_HU.UTF-8", "csak naptárakhoz és foglalásokhoz való"),
    ])
    func `The options for calendars are refused with other files`(language: String, words: String) throws {
        let traveller = try Traveller(locale: language)
        try traveller.itour("add", "Rome", "--at", "none")
        try traveller.itour("export", "trips.json")
        let result = try traveller.itour("import", "trips.json", "--as", "leg")
        #expect(result.status == .exited(64), "\(result.stderr)")
        #expect(result.stderr.contains(words), "\(result.stderr)")
    }
}
