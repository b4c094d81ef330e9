import Foundation
import Localization
import Shell
import Testing

@testable import Moonshot
@testable import ProgramKit

@Suite("Mission lists")
@MainActor
struct MissionListTests {
    private func list(_ moon: TestMoon, _ layout: MissionLayout) throws -> Output {
        let missions = try moon.session.missions().map {
            MissionDetails($0, isFavourite: $0.number == 11)
        }
        return MissionList(
            missions: missions, missionsForPrograms: missions, layout: layout,
            context: moon.session.fieldContext
        ).output
    }

    @Test(arguments: Language.available)
    func `The help calls an astronaut the same in every command`(language: Language) {
        let localizer = Localizer(language)
        let option = localizer.string(MissionOptions.crew.declaration.placeholder)
        #expect(option == localizer.string(AstronautCommand.astronaut.declaration.placeholder))
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `The grid is never wider than the terminal and uses its width`(language: String) async throws {
        let moon = try await TestMoon(language: language)
        let grid = try list(moon, .grid)
        let names = [1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map { moon.session.name(ofMission: $0) }
        for width in 20...200 {
            let lines = moon.rendered(grid, width: width).split(separator: "\n")
            let tooWide = lines.filter { DisplayWidth.of(String($0)) > width }
            #expect(tooWide == [], "at \(width)")
            let top = "  .-------."
            let columns = lines.first?.components(separatedBy: ".-------.").count ?? 0
            // Because of its badge, a card is at least 13 columns wide. A longer date makes the card wider.
            let widest = lines.filter { !$0.hasPrefix(top) }.count
            #expect(widest > 0, "at \(width)")
            #expect(columns - 1 >= min(12, (width + 3) / 19), "\(columns - 1) cards at \(width)")
            let missing = names.filter { name in !lines.contains { $0.contains(name) } }
            #expect(missing == [], "at \(width)")
        }
    }

    @Test func `A mission without a launch is marked in every language`() async throws {
        for (language, words) in ["en": "N/A", "pl": "brak daty", "hu": "nincs adat"] {
            let moon = try await TestMoon(language: language)
            for layout in MissionLayout.allCases {
                #expect(moon.rendered(try list(moon, layout)).contains(words))
            }
        }
    }

    @Test func `Launch dates are localized`() async throws {
        for (language, day) in ["en": "Jul 16, 1969", "pl": "16 lip 1969", "hu": "1969. júl. 16."] {
            let moon = try await TestMoon(language: language)
            #expect(moon.rendered(try list(moon, .grid)).contains(day))
        }
    }

    @Test func `Grid and list give the same data with raw values in every language`() async throws {
        let english = try await TestMoon(), hungarian = try await TestMoon(language: "hu")
        let rows = english.rendered(try list(english, .grid), .json)
        #expect(rows == english.rendered(try list(english, .list), .json))
        let other = hungarian.rendered(try list(hungarian, .list), .json)
        for part in [#""id": 11, "name": "Apollo 11", "launchDate": "1969-07-16""#, #""favourite": true"#] {
            #expect(rows.contains(part))
            #expect(other.contains(part))
        }
    }

    @Test func `Missing values are last in every order, also in reverse`() async throws {
        let moon = try await TestMoon()
        let context = moon.session.fieldContext, fields = MissionDetails.fields
        let missions = try moon.session.details(of: moon.session.missions())
        func sorted(_ key: String, reversed: Bool) -> [MissionDetails] {
            fields.sorted(missions, byCellsOf: key, reversed: reversed, context, asData: false)
        }
        for key in MissionDetails.choices.map(\.value) {
            let field = try #require(fields[key])
            for reversed in [false, true] {
                let isKnown = sorted(key, reversed: reversed)
                    .map { field.cell(of: $0, context).raw.csvText != "" }
                #expect(isKnown == isKnown.sorted { $0 && !$1 }, "\(key)")
            }
        }
        #expect(sorted("days", reversed: false).prefix(2).map(\.mission.number) == [8, 13])
        #expect(sorted("id", reversed: true).first?.mission.number == 17)
        #expect(sorted("splashdownDate", reversed: false).first?.mission.number == 7)
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `Every page works in accessible mode and is never wider than the terminal`(language: String)
        async throws
    {
        let moon = try await TestMoon(language: language)
        let missions = try moon.session.missions(), astronauts = try moon.session.astronauts()
        let pages =
            try missions.map { try MissionPage.output($0, in: moon.session) }
            + astronauts.map { try AstronautPage.output($0, in: moon.session) }
        for page in pages {
            let heard = moon.rendered(page, .accessible, width: nil)
            #expect(!heard.isEmpty)
            #expect(!heard.contains { "★─│┌".contains($0) })
            for width in [20, 40, 80, 200] {
                for line in moon.rendered(page, width: width).split(separator: "\n") {
                    #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
                }
            }
        }
    }

    @Test func `Each field that conditions ask for has the type of its data`() async throws {
        let moon = try await TestMoon()
        let missions = try moon.session.details(of: moon.session.missions())
        let astronauts = try moon.session.details(of: moon.session.astronauts())
        func check<Details>(_ fields: FieldTable<Details>, _ records: [Details], _ label: String) throws {
            for field in fields.fields {
                // Favourites are asked for by “is:”, and the names of spaceflights have the key of their number.
                if field.key == "favourite" || field.column == nil && field.key == "spaceflights" { continue }
                let ask = try #require(field.values.ask, "\(label): \(field.key)")
                let isPresent = try ask(.any, moon.session.fieldContext, false)
                let column = try #require(field.values.columns.first)
                for record in records {
                    let raw = column.cell(record, moon.session.fieldContext).raw
                    let hasValue = raw != .null && raw != .list([])
                    #expect(try isPresent.holds(record) == hasValue, "\(label): \(field.key)")
                }
            }
        }
        try check(MissionDetails.fields, missions, "missions")
        try check(AstronautDetails.fields, astronauts, "astronauts")
    }

    @Test(arguments: [
        "missions samples:many", "missions moonwalks:several", "missions launch:soon",
        "missions surface:long", "missions days:3..x", "missions rocket:>saturn",
        "missions launch-place:florida", "missions launch-time:noon", "missions surface:>24",
        "missions moonwalk-time:>=7", "missions surface:90..100",
        "astronauts born:then", "astronauts walked:yes", "astronauts age:>old",
    ])
    func `A value that a field can't have is an error`(line: String) async throws {
        let moon = try await TestMoon()
        await #expect(throws: ConditionError.self) { try await moon.run(line) }
    }

    @Test(arguments: [
        ("90", ["90d", "90h", "90min"]), ("500", ["500d", "500min"]), ("20000", []), (".", []),
    ])
    func `A number without a unit is answered with the durations that it can mean`(
        number: String, meant: [String]
    ) async throws {
        let moon = try await TestMoon()
        let error = await #expect(throws: ConditionError.self) {
            try await moon.run("missions surface:>\(number)")
        }
        let remedy = error?.remedy.map { moon.session.localizer.string($0) } ?? ""
        for unit in ["d", "h", "min"] {
            #expect(remedy.contains(number + unit) == meant.contains(number + unit), "\(remedy)")
        }
        for duration in meant { _ = try await moon.run("missions surface:>\(duration)") }
    }

    @Test func `Conditions ask for long numbers of own missions, too`() async throws {
        let found = try await TestMoon().csv("missions number:<12345 --columns number")
        #expect(found.contains("17"))
    }

    @Test(arguments: [
        ("launch-time:13:32", ["11"]), ("launch-time:13:32:00", ["11"]), ("launch-time:1:32pm", ["11"]),
        ("launch-time:13.32", ["11"]), ("launch-time:13:00..14:00", ["11", "15"]),
        ("surface:>3d", ["17"]), ("surface:>72h", ["17"]), ("surface:<1d", ["11"]),
        ("surface:>2.9dnia", ["17"]),
    ])
    func `Times of day and durations are compared`(condition: String, numbers: [String]) async throws {
        let moon = try await TestMoon()
        let found = try await moon.csv("missions \(condition) --columns number")
        for number in numbers { #expect(found.contains(number)) }
        for number in ["8", "9"] { #expect(!found.contains(number)) }
    }

    @Test(arguments: [
        ("pl", "is:wylądowała", "is:landed"), ("pl", "is:lądowanie", "is:landed"),
        ("hu", "is:leszállt", "is:landed"),
        ("hu", "is:leszállás", "is:landed"), ("pl", "lądowanie:1969", "landing:1969"),
        ("hu", "leszállás:1969", "landing:1969"), ("pl", "miejsce:morze", "site:morze"),
        ("hu", "helyszín:tenger", "site:tenger"), ("pl", "pobyt:>60h", "surface:>60h"),
        ("hu", "felszín:>60h", "surface:>60h"), ("hu", "minta:>50", "samples:>50"),
        ("hu", "indítás:1969", "launch:1969"),
    ])
    func `Everyday words in the user's language ask of missions what the English ones ask`(
        code: String, word: String, english: String
    ) async throws {
        let moon = try await TestMoon(language: code)
        let found = try await moon.csv("missions \(word) --columns number")
        #expect(found.count > 1)
        #expect(try await moon.csv("missions \(english) --columns number") == found)
    }

    @Test func `Everyday words in the user's language ask of astronauts what the English ones ask`()
        async throws
    {
        let moon = try await TestMoon(language: "pl")
        for (word, english) in [("urodzony:1930", "born:1930"), ("zmarł:2012", "died:2012")] {
            let found = try await moon.csv("astronauts \(word)")
            #expect(found.count > 1)
            #expect(try await moon.csv("astronauts \(english)") == found)
        }
    }

    @Test func `Conditions for a text find what the screen shows, and what data have`() async throws {
        let moon = try await TestMoon(language: "pl")
        for site in ["morze spokoju", "sea of tranq"] {
            #expect(try await moon.csv("missions site:\"\(site)\" --columns number") == ["id", "11"])
        }
    }
}
