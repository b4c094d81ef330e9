import Foundation
import TestSupport
import Testing

@Suite("Calendars of itour in other programs", .level(.default))
struct CalendarProgramTests {
    /// Returns the path of a program, or `nil` if it isn't installed.
    private static func path(_ program: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The timed events of the calendar, on the clocks of Tokyo.
    private static let events = [
        "2027-04-01 21:05|2027-04-02 10:15|LO 79, Warsaw – Tokyo",
        "2027-04-05 09:12|2027-04-05 11:27|Nozomi 12, Tokyo – Kyoto",
        "2027-04-05 15:00|2027-04-09 10:00|Ryokan",
        "2027-04-06 09:30|2027-04-06 11:30|Nijo Castle; \"old\"",
        "2027-04-12 22:00|2027-04-13 06:30|Osaka – Tokyo",
    ]

    /// Returns a traveller with the calendar of a trip.
    private func planned() throws -> Traveller {
        let traveller = try Traveller(timeZone: "Asia/Tokyo")
        let lines = [
            "trip add Japan --date 2027-04-01 --end 2027-04-21",
            "add Tokyo --date 2027-04-02 --end 2027-04-05", "back",
            "add Kyoto --date 2027-04-05 --end 2027-04-09",
            "sight add 'Nijo Castle; \"old\"'", "sight schedule nijo 2027-04-06 09:30 --for 2h", "back",
            "leg add flight Warsaw Tokyo --depart \"2027-04-01 14:05\" --arrive \"2027-04-02 10:15\" --number \"LO 79\"",
            "leg add train Tokyo Kyoto --depart \"2027-04-05 09:12\" --arrive 11:27 --number \"Nozomi 12\"",
            "leg add bus Osaka Tokyo --depart \"2027-04-12 22:00\" --arrive 06:30",
            "stay add Ryokan --check-in \"2027-04-05 15:00\" --check-out \"2027-04-09 10:00\"",
            "export japan.ics --trip japan",
        ]
        let result = try traveller.itour(stdin: lines.joined(separator: "\n") + "\n")
        try #require(result.status == .exited(0), "\(result.stderr)")
        return traveller
    }

    private func run(_ program: String, _ arguments: [String], _ traveller: Traveller) throws -> String {
        var environment = traveller.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        environment["TZ"] = "Asia/Tokyo"
        environment["LC_ALL"] = "C.UTF-8"
        environment["XDG_CONFIG_HOME"] = traveller.home.file("config")
        let result = try TestSupport.run(
            program, arguments, stdin: "", environment: environment, workingDirectory: traveller.home.path)
        try #require(result.status == .exited(0), "\(arguments): \(result.stdout)\(result.stderr)")
        return result.stdout
    }

    @Test(.enabled(if: path("khal") != nil, "khal is not installed"))
    func `khal imports the calendar with all times, and a later export changes no event`() throws {
        let khal = try #require(Self.path("khal"))
        let traveller = try planned()
        for folder in ["config/khal", "trips"] {
            try FileManager.default.createDirectory(
                atPath: traveller.home.file(folder), withIntermediateDirectories: true)
        }
        try traveller.home.write(
            """
            [calendars]
            [[trips]]
            path = \(traveller.home.file("trips"))
            [locale]
            timeformat = %H:%M
            dateformat = %Y-%m-%d
            longdateformat = %Y-%m-%d
            datetimeformat = %Y-%m-%d %H:%M
            longdatetimeformat = %Y-%m-%d %H:%M
            local_timezone = Asia/Tokyo
            default_timezone = Asia/Tokyo

            """, to: "config/khal/config")
        for _ in 0..<2 {
            _ = try run(khal, ["import", "--batch", "-a", "trips", "japan.ics"], traveller)
            let listed = try run(
                khal,
                ["list", "2027-04-01", "21d", "--day-format", "", "--format", "{start}|{end}|{title}"],
                traveller)
            // An event is listed on each of its days.
            let lines = Set(listed.split(separator: "\n").map(String.init))
            #expect(lines.filter { $0.contains(":") }.sorted() == Self.events)
            #expect(lines.isSuperset(of: ["2027-04-02|2027-04-05|Tokyo", "2027-04-05|2027-04-09|Kyoto"]))
            try traveller.itour("export", "japan.ics", "--trip", "japan", "--overwrite")
        }
    }

    @Test(.enabled(if: path("calcurse") != nil, "calcurse is not installed"))
    func `calcurse imports the calendar with all times`() throws {
        let calcurse = try #require(Self.path("calcurse"))
        let traveller = try planned()
        let folder = traveller.home.file("calcurse")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let report = try run(calcurse, ["-D", folder, "-i", "japan.ics"], traveller)
        #expect(report.contains("5 apps / 2 events / 0 todos / 0 skipped"), "\(report)")
        let listed = try run(
            calcurse,
            [
                "-D", folder, "-Q", "--from", "04/01/2027", "--to", "04/21/2027", "--format-apt",
                "%(start:%Y-%m-%d %H:%M)|%(end:%Y-%m-%d %H:%M)|%m\\n",
            ], traveller)
        let lines = Set(listed.split(separator: "\n").map(String.init).filter { $0.contains("|") })
        #expect(lines.sorted() == Self.events)
    }
}
