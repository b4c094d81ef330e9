import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Dates that the user types")
struct TypedDateTests {
    @Test(arguments: ["add Rome --date '2031-05-01 2031-05-04'", "add Rome --date 2031-05-01..2031-05-04"])
    func `add takes two dates, as date does`(line: String) async throws {
        let planner = try await TestPlanner()
        try await planner.run(line)
        #expect(try planner.destinations.map(\.dates) == [dates("2031-05-01", "2031-05-04")])
        await #expect(throws: TripError.self) {
            try await planner.run("edit --date 2031-05-01..2031-05-04 --end 2031-05-05")
        }
    }

    @Test(arguments: ["date 2031-06-01", "edit --date 2031-06-01"])
    func `date and edit --date keep the length of the trip and say it`(line: String) async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Rome --date 2031-05-01..2031-05-04")
        #expect(
            try await planner.messages(line) == ["Changed “Rome”: date and end.", "The trip takes 4 days."])
        #expect(try planner.destinations.map(\.dates) == [dates("2031-06-01", "2031-06-04")])
    }

    @Test(arguments: [
        ("en", "Apr 3, 2027, 2:30\u{202F}PM", "2027-04-03T14:30"), ("en", "3 April", "2024-04-03"),
        ("en", "friday", "2024-03-22"), ("en", "+3d", "2024-03-18"),
        ("en", "tomorrow 14.30", "2024-03-16T14:30"),
        ("en", "friday 9:00", "2024-03-22T09:00"), ("pl", "3 kwi 2027, 14:30", "2027-04-03T14:30"),
        ("hu", "2027. ápr. 3. 14:30", "2027-04-03T14:30"), ("pl", "w sobotę", "2024-03-16"),
        ("pl", "w sobotnik", nil),
        ("pl", "sobotę", "2024-03-16"),
    ])
    func `What the program prints as a date or a time, it also reads`(
        language: String, text: String, expected: String?
    ) async throws {
        let planner = try await TestPlanner(language: language)
        let line = "add Rome --date \"\(text)\""
        guard let expected else {
            await #expect(throws: (any Error).self) { try await planner.run(line) }
            return
        }
        try await planner.run(line)
        #expect(try planner.destinations.map(\.dates) == [dates(expected)])
    }

    @Test(arguments: ["en_US", "en_GB", "en_AU", "pl_PL", "hu_HU"], DayStyle.allCases)
    func `Every form in which a moment is written can be read`(locale: String, style: DayStyle) throws {
        for hours in [HoursOfDay?.none, .twelve, .twentyFour] {
            let localizer = Localizer(
                try #require(Language(matching: locale)), dayStyle: style,
                territory: Territory(environment: ["LANG": locale]), hours: hours)
            let reader = MomentReader(context: ParseContext(localizer: localizer, today: TestPlanner.today))
            for offset in stride(from: 0, to: 700, by: 41) {
                let moment = Moment(TestPlanner.today.adding(days: offset), minute: offset * 37 % 1440)
                let shown = localizer.string(LocalizedText("%@", table: "", [moment.text]))
                #expect(try reader.moment(shown) == moment, "\(shown)")
            }
        }
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `A moment as the program writes it is read as the same moment`(language: String) async throws {
        let planner = try await TestPlanner(language: language)
        for offset in stride(from: 0, to: 700, by: 41) {
            let moment = Moment(TestPlanner.today.adding(days: offset), minute: offset * 37 % 1440)
            let shown = planner.session.localizer.string(LocalizedText("%@", table: "", [moment.text]))
            try await planner.run("add Rome --date \"\(shown)\"")
            #expect(try planner.destinations.last?.dates?.start == moment, "\(shown)")
        }
    }

    @Test func `Words after an option's value are refused, and never become part of the name`() async throws {
        let planner = try await TestPlanner()
        await #expect(throws: (any Error).self) { try await planner.run("add New York --details quiet City") }
        await #expect(throws: (any Error).self) {
            try await planner.run("add Rome --date 2031-05-01 2031-05-04 2031-05-05 --priority must")
        }
        #expect(try planner.destinations.isEmpty)
    }

    @Test func `A search for several words finds destinations whose parts contain them`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Osaka", sights: ["Castle", "Aquarium"])
        try planner.add("Himeji", sights: ["Castle"])
        try planner.add("Osaka castle")
        func found(_ text: String) async throws -> [String] {
            let output = try await planner.run("search \(text)")
            guard case .table(let table)? = output.data.first ?? output.blocks.first else { return [] }
            return table.rows.map { "\($0[1].raw)" }
        }
        #expect(try await found("osaka castle") == ["string(\"Osaka castle\")"])
        #expect(try await found("castle himeji") == ["string(\"Himeji\")"])
        #expect(try await found("aquarium osaka") == ["string(\"Osaka\")"])
        #expect(try await found("aquarium himeji") == [])
    }

    @Test func `A search finds destinations by the second name of a sight, and keeps the filter`()
        async throws
    {
        let planner = try await TestPlanner()
        try planner.add("Kyoto", sights: ["二条城"]) { kyoto in
            kyoto.sights[0].otherName = "Nijō Castle"
            kyoto.setDates(try dates("2020-01-01"))
        }
        try planner.add("Nara", sights: ["Deer"])
        func found(_ text: String) async throws -> [String] {
            let output = try await planner.run("search \(text)")
            guard case .table(let table)? = output.data.first ?? output.blocks.first else { return [] }
            return table.rows.map { "\($0[1].raw)" }
        }
        #expect(try await found("nijo") == ["string(\"Kyoto\")", "string(\"二条城\")"])
        #expect(try await found("kyoto castle") == ["string(\"Kyoto\")"])
        #expect(try await found("castle --future") == [])
    }

    @Test func `Tab offers time zones, also by their city, and months`() async throws {
        let planner = try await TestPlanner(language: "pl")
        #expect(try planner.session.candidates(for: TripCompletions.zones, matching: "tok") == ["Asia/Tokyo"])
        #expect(
            try planner.session.candidates(for: TripCompletions.zones, matching: "Asia/Tok") == ["Asia/Tokyo"]
        )
        #expect(try planner.session.candidates(for: TripCompletions.months, matching: "mar") == ["marzec"])
    }
}
