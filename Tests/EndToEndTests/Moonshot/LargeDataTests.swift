import Foundation
import TestSupport
import Testing

/// Commands take time in proportion to the number of missions, not to its square.
@Suite("Large data files of moonshot", .level(.slow))
struct LargeDataTests {
    /// Writes a number of missions, each with an astronaut of its own, dates, an event, a site and a backup crew.
    private static func write(_ count: Int, to home: TemporaryDirectory, backup: (Int) -> String) throws {
        let astronauts = (0..<count).map {
            #""ada\#($0)": {"id": "ada\#($0)", "name": "Ada Nr\#($0)", "description": "", "born": "1930-01-02"}"#
        }
        let missions = (0..<count).map { number in
            func day(_ days: Int) -> String {
                "\(1960 + number % 60)-0\(1 + number % 9)-1\(days + number % 7)"
            }
            return
                #"{"id": \#(number), "program": "Own", "launchDate": "\#(day(0))", "launchTime": "10:00:00", "#
                + #""splashdownDate": "\#(day(2))", "crew": [{"name": "ada\#(number)", "role": "Commander"}], "#
                + #""landingCoordinates": {"latitude": \#(number % 90), "longitude": \#(number % 80)}, "#
                + #""backupCrew": ["\#(backup(number))"], "events": ["landing \#(day(1))T12:00Z"], "#
                + #""description": "A flight."}"#
        }
        try home.write("{\(astronauts.joined(separator: ",\n"))}", to: "data/astronauts.json")
        try home.write("[\(missions.joined(separator: ",\n"))]", to: "data/missions.json")
    }

    /// Returns the processor time of a command and its whole output, in seconds.
    private static func processorTime(_ command: String, _ person: Person) throws -> Double {
        // The second line of `times` is that of the program, user and system.
        let result = try run(
            "/bin/sh", ["-c", "\"$0\" --data data \(command) >output 2>errors; times", person.path],
            environment: person.environment, workingDirectory: person.home.path, timeout: .seconds(300))
        let line = try #require(result.stdout.split(separator: "\n").dropFirst().first)
        return try line.split(separator: " ").reduce(0) { sum, part in
            let time = try #require(part.wholeMatch(of: /([0-9]+)m([0-9.]+)s/))
            return sum + (Double(time.1) ?? 0) * 60 + (Double(time.2) ?? 0)
        }
    }

    private static let commands = [
        "check", "missions", "astronauts", "timeline", "timeline --accessible", "timeline --format html",
        "timeline --json", "map --accessible", "map --csv", "facts", "now", "today", "compare 5 6",
        "timeline 5",
        "search ada", "missions samples:none --columns name,backup-crew", "mission own 5",
        "quiz --seed 7 --answers 1,1,1,1,1,1,1,1,1,1", "export all.json", "export cards.csv --deck",
    ]

    @Test(arguments: [("ada", true), ("bob", false)])
    func `Four times as many missions take at most six times as long`(backup: String, isKnown: Bool) throws {
        var times: [String: [Double]] = [:]
        for count in [1_000, 4_000] {
            let person = try Person("moonshot")
            try Self.write(count, to: person.home) { "\(backup)\($0)" }
            // With unknown names in the backup crews, only `check` has more to do.
            for command in isKnown ? Self.commands : ["check"] {
                let time = try Self.processorTime(command, person)
                times[command, default: []].append(time)
                let errors = try String(contentsOfFile: person.home.file("errors"), encoding: .utf8)
                #expect(errors.isEmpty == isKnown, "\(command): \(errors.prefix(300))")
            }
        }
        for (command, pair) in times {
            #expect(pair[1] < 6 * pair[0], "\(command): \(pair)")
        }
    }
}
