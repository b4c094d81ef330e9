import Foundation
import TestSupport
import Testing

/// Files that one or both of two devices import.
@Suite("Imported trips on two devices", .level(.default), .serialized)
struct TripImportSyncTests {
    private static let bookings = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:1@example.org\r
        SUMMARY:LH 716 Frankfurt – Tokyo\r
        DTSTART;TZID=Europe/Berlin:20270404T134500\r
        DTEND;TZID=Asia/Tokyo:20270405T091500\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:2@example.org\r
        SUMMARY:Museum\r
        DTSTART;TZID=Asia/Tokyo:20270406T100000\r
        DTEND;TZID=Asia/Tokyo:20270406T120000\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:3@example.org\r
        SUMMARY:Ryokan\r
        LOCATION:Gion 1\\, Kyoto\r
        DTSTART;TZID=Asia/Tokyo:20270405T150000\r
        DTEND;TZID=Asia/Tokyo:20270408T100000\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private let server: SyncServerProcess
    private let laptop: SyncDevice
    private let desktop: SyncDevice

    init() throws {
        server = try SyncServerProcess()
        (laptop, desktop) = try SyncDevice.pair("itour", server)
    }

    private func act(_ device: SyncDevice, _ line: String) throws {
        let result = try device.run("-c", line)
        try #require(result.status == .exited(0), "\(line): \(result.stderr)")
    }

    private func synchronize() throws {
        for device in [laptop, desktop, laptop] { try act(device, "sync") }
    }

    /// Returns the values of a field on both devices.
    private func values(_ key: String, _ line: String) throws -> [[String]] {
        try [laptop, desktop].map { device in
            let arguments = line.split(separator: " ").map(String.init) + ["--json"]
            let result = try TestSupport.run(
                device.program, arguments, stdin: "", environment: device.home.environment(),
                workingDirectory: device.home.path)
            try #require(result.status == .exited(0), "\(line): \(result.stderr)")
            return try result.objects.map { "\($0[key] ?? "-")" }.sorted()
        }
    }

    private func expect(_ values: [String], _ key: String, _ line: String) throws {
        #expect(try self.values(key, line) == [values, values], "\(line)")
    }

    /// Imports a file on the laptop and on the desktop.
    ///
    /// - Parameter isBefore: Whether both import before the first synchronization.
    private func importTwice(_ name: String, _ content: String, isBefore: Bool) throws {
        for device in [laptop, desktop] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: device.home.file(name)))
            try act(device, "import \(name)")
            if !isBefore { try synchronize() }
        }
        try synchronize()
    }

    @Test(arguments: [true, false])
    func `A calendar imported on both devices gives each event once`(isBefore: Bool) throws {
        try act(laptop, "trip add Japan --date 2027-04-04 --end 2027-04-20")
        try act(laptop, "add Kyoto --trip japan --date 2027-04-05 --end 2027-04-08")
        try synchronize()
        try importTwice("bookings.ics", Self.bookings, isBefore: isBefore)
        try expect(["LH 716"], "line", "leg list japan")
        try expect(["750"], "minutes", "leg list japan")
        try expect(["Ryokan"], "name", "stay list japan")
        try expect(["Museum"], "name", "sight list kyoto")
        try expect(["2027-04-06T10:00"], "scheduled", "sight list kyoto")
        try expect(["Kyoto"], "name", "list")
        // A deletion and its undo reach both devices.
        try act(laptop, "leg delete frankfurt --yes")
        try synchronize()
        try expect([], "line", "leg list japan")
        try act(laptop, "undo")
        try synchronize()
        try expect(["LH 716"], "line", "leg list japan")
    }

    @Test(arguments: [true, false])
    func `A JSON export imported on both devices gives each part of a trip once`(isBefore: Bool) throws {
        let elsewhere = try SyncDevice("itour")
        for line in [
            "trip add Japan --date 2027-04-01 --end 2027-04-21", "add Kyoto --trip japan",
            "sight add Castle --in kyoto", "sight schedule castle 2027-04-05 09:30",
            "leg add train Kyoto Tokyo --depart \"2027-04-08 09:12\" --arrive 11:27 --in japan",
            "stay add Ryokan --check-in 2027-04-05 --check-out 2027-04-08 --in japan",
            "expense add \"1000 JPY\" Ramen --category food --on 2027-04-05 --in japan",
            "budget set food 300 --in japan", "checklist add Passport --in japan", "rate JPY 0.0061",
            "export trips.json",
        ] { try act(elsewhere, line) }
        let text = try String(contentsOfFile: elsewhere.home.file("trips.json"), encoding: .utf8)
        try importTwice("trips.json", text, isBefore: isBefore)
        try expect(["Japan"], "name", "trip list")
        try expect(["Japan"], "trip", "list")
        try expect(["2027-04-05T09:30"], "scheduled", "sight list kyoto")
        try expect(["135"], "minutes", "leg list japan")
        try expect(["Ryokan"], "name", "stay list japan")
        try expect(["Ramen"], "name", "expense list japan")
        try expect(["Passport"], "name", "checklist japan")
        try expect(["0.0061"], "value", "rate")
        // Changes on one device to what another one imported arrive.
        try act(desktop, "leg edit kyoto --seat 7A")
        try synchronize()
        try expect(["7A"], "seat", "leg list japan")
    }
}
