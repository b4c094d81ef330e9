import TestSupport
import Testing

@Suite("Dates of itour in the forms of a country", .level(.default))
struct RegionalDateTests {
    @Test func `British dates and weeks are written and read`() throws {
        let traveller = try Traveller(locale: "en_GB.UTF-8")
        try traveller.itour("add", "Rome", "--date", "2031-05-01 14:30")
        #expect(try traveller.itour("show", "rome").stdout.contains("1 May 2031, 14:30"))
        try traveller.itour("edit", "rome", "--date", "2 May 2031, 15:45")
        #expect(
            try traveller.itour("show", "rome", "--json").object["start"] as? String == "2031-05-02T15:45")
        try traveller.itour("edit", "rome", "--date", "3/5/2031 9.30")
        #expect(
            try traveller.itour("show", "rome", "--json").object["start"] as? String == "2031-05-03T09:30")
        let month = try traveller.itour("--format", "table", "calendar", "2031-05").stdout
        #expect(month.contains("\nMo"))
    }

    @Test func `Settings choose the clock and the first weekday`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--date", "2031-05-01 14:30")
        #expect(try traveller.itour("show", "rome").stdout.contains("May 1, 2031, 2:30\u{202F}PM"))
        #expect(try traveller.itour("--format", "table", "calendar", "2031-05").stdout.contains("\nSu"))
        #expect(try traveller.itour("set", "clock", "24").stdout == "“clock” is now 24.\n")
        try traveller.itour("set", "first-weekday", "monday")
        #expect(try traveller.itour("show", "rome").stdout.contains("May 1, 2031, 14:30"))
        #expect(try traveller.itour("--format", "table", "calendar", "2031-05").stdout.contains("\nMo"))
        #expect(try traveller.itour("set", "clock", "13").status == .exited(64))
    }
}
