import Foundation
import TestSupport
import Testing

@Suite("Screens of moonshot", .level(.default))
struct MoonshotScreenTests {
    @Test func `Every text of every screen is localized`() throws {
        let stargazer = try Stargazer(adding: ["COLUMNS": "100"])
        let screens = [
            "missions", "missions --year 1950", "search zzz", "timeline", "facts", "favourites", "notes",
            "favourite 11",
            "unfavourite 11", "note 9", "check", "history", "layout grid", "mission 18", "next",
            "quiz --answers 1",
        ]
        let result = try stargazer.moonshot(
            "--format", "table", "--keep-going", "--language", "en-XA",
            stdin: screens.joined(separator: "\n") + "\n")
        // Words that aren't localized: names in the data, and words that users type.
        let known: Set<String> = [
            "Sea", "of", "Tranquility", "Ocean", "Storms", "Fra", "Mauro", "Hadley", "Apennine", "Descartes",
            "Highlands",
            "Taurus", "Littrow", "cernan", "lovell", "scott", "young", "Eugene", "A", "Cernan", "James",
            "Lovell", "Jr",
            "David", "R", "Scott", "John", "W", "Young", "zzz", "moonshot", "undo", "armstrong", "answers",
            "missions",
            "favourite", "favourites", "mission", "astronaut", "note", "MISSION", "TEXT", "AM", "PM",
        ]
        // “facts” lists everyone who flew more than once.
        let data = try Document("Sources/Moonshot/Data/en.lproj/astronauts.json").text
        let names = Set(
            data.split(separator: "\n").filter { $0.contains("\"name\":") || $0.contains("\"id\":") }.flatMap
            {
                $0.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            })
        let lines = (result.stdout + result.stderr).split(separator: "\n")
        #expect(lines.count > 60)
        for line in lines {
            let words = line.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            let unknown = words.filter {
                !known.union(names).contains($0) && $0.count > 1 && !Self.months.contains($0)
            }
            #expect(unknown.isEmpty, "\(line)")
        }
    }

    private static let months: Set<String> = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    @Test func `A copy of the program alone works in every language`() throws {
        let stargazer = try Stargazer()
        // A shell copies the program. If this process wrote the copy, it couldn't be executed while a child
        // process holds the file open.
        let result = try run(
            "/bin/sh",
            [
                "-c",
                "mkdir alone && cp \"$moonshot\" alone/ && cd alone && for l in en pl hu; do ./moonshot mission 11 --language $l; done",
            ], stdin: "", environment: stargazer.environment.merging(["moonshot": stargazer.program]) { $1 },
            workingDirectory: stargazer.home.path)
        for words in ["Sea of Tranquility", "Morze Spokoju", "Nyugalom tengere"] {
            #expect(result.stdout.contains(words), "\(result.stderr)")
        }
    }
}
