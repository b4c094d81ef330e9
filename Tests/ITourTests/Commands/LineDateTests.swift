import Foundation
import Localization
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Dates at the end of a line in itour")
struct LineDateTests {
    /// Runs lines after the trip “Japan” was added and opened. Today is Friday, 15 March 2024.
    private func planner(
        _ lines: [String] = [], language: String = "en", answers: [String]? = nil
    ) async throws -> TestPlanner {
        let planner = try await TestPlanner(language: language, answers: answers)
        try await planner.run("trip add Japan")
        for line in lines { try await planner.run(line) }
        return planner
    }

    @Test(
        arguments: [
            ("trip add Korea 2027-04-01 2027-04-21", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 1 April 2027 21 April 2027", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 1 April 21 April 2027", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 1 April 2027 21 April", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea from 1 April to 21 April 2027", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 2027-04-01 - 2027-04-21", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 2027-04-01..2027-04-21", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add South Korea 1.4.2027 21.4.2027", "South Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea friday sunday", "Korea", "2024-03-22", "2024-03-24"),
            ("trip add Korea 28 December 3 January", "Korea", "2024-12-28", "2025-01-03"),
            ("trip add Korea 2027-04-01", "Korea", "2027-04-01", "2027-04-01"),
            ("trip add Korea 2027-04-21 --date 2027-04-01", "Korea", "2027-04-01", "2027-04-21"),
            ("trip add Korea 2027", "Korea 2027", nil, nil),
            ("trip add Korea April", "Korea April", nil, nil),
            ("trip add Korea April 2027", "Korea April 2027", nil, nil), ("trip add 1984", "1984", nil, nil),
            ("trip add Blade Runner 2049", "Blade Runner 2049", nil, nil),
            ("trip add March", "March", nil, nil),
            ("trip add Iceland 2 weeks", "Iceland 2 weeks", nil, nil),
            ("trip add Iceland 10 days", "Iceland 10 days", nil, nil),
            ("trip add 5 April", "5 April", nil, nil),
            ("trip add \"Korea friday\"", "Korea friday", nil, nil),
            ("trip add Route 66", "Route 66", nil, nil),
        ] as [(String, String, String?, String?)])
    func `A trip takes its first and its last day after the name`(
        line: String, name: String, first: String?, last: String?
    ) async throws {
        let planner = try await planner([line])
        let trip = try #require(try planner.session.tripsInOrder().first { $0.name != "Japan" })
        #expect(trip.name == name)
        #expect(trip.days?.lowerBound.description == first)
        #expect(trip.days?.upperBound.description == last)
    }

    @Test(arguments: [
        ("trip add Korea 1 Apirl 2027", "“1 Apirl 2027” is not a date."),
        ("trip add Korea 1 Apirl", "“1 Apirl” is not a date."), ("trip add Le Marche 2027", nil),
        ("trip add Iceland 2 months", nil), ("trip add \"Korea 1 Apirl\"", nil),
        ("sight visited forum yesteday", "“yesteday” is not a date."),
        ("sight schedule forum tomorow", "“tomorow” is not a date."),
        ("sight visited forum colosseum", "Nothing here matches “colosseum”."),
    ])
    func `A mistyped date at the end of a line is answered as a date`(line: String, problem: String?)
        async throws
    {
        let planner = try await planner(["add Rome", "sight add Forum"])
        var said: String?
        do {
            try await planner.run(line)
        } catch let error as any PresentableError {
            said = planner.session.localizer.string(error.problem)
        }
        #expect(said == problem)
    }

    @Test(
        arguments: [
            ("add Kyoto 5 April 2027 8 April 2027", "Kyoto", "2027-04-05", "2027-04-08"),
            ("add Kyoto 5 April 8 April", "Kyoto", "2024-04-05", "2024-04-08"),
            ("add Kyoto --date 2027-04-05 2027-04-08", "Kyoto", "2027-04-05", "2027-04-08"),
            ("add --date 2027-04-05 2027-04-08 Kyoto", "Kyoto", "2027-04-05", "2027-04-08"),
            ("add --date 5 April 8 April Kyoto", "Kyoto", "2024-04-05", "2024-04-08"),
            ("add date:5 April 2027 8 April 2027 Kyoto", "Kyoto", "2027-04-05", "2027-04-08"),
            ("add Kyoto date:5 April 8 April", "Kyoto", "2024-04-05", "2024-04-08"),
            ("add --date April 5 April 8 Kyoto", "Kyoto", "2024-04-05", "2024-04-08"),
            (
                "add Kyoto --date 2027-04-05 18:30 2027-04-08 9:00", "Kyoto", "2027-04-05T18:30",
                "2027-04-08T09:00"
            ),
            ("add Kyoto 2027-04-05 18:30 2027-04-08 9:00", "Kyoto", "2027-04-05T18:30", "2027-04-08T09:00"),
            ("add Kyoto 2027-04-05 9:30 18:00", "Kyoto", "2027-04-05T09:30", "2027-04-05T18:00"),
            ("add Kyoto tomorrow", "Kyoto", "2024-03-16", nil),
            ("add Kyoto in 2 weeks", "Kyoto", "2024-03-29", nil),
            ("add Kyoto on 2027-04-05", "Kyoto", "2027-04-05", nil),
            ("add New York 5 April", "New York", "2024-04-05", nil),
            ("add Summer house", "Summer house", nil, nil),
            ("add Catch 22", "Catch 22", nil, nil), ("add Bar 9:30", "Bar 9:30", nil, nil),
        ] as [(String, String, String?, String?)])
    func `A destination takes its dates after the name`(
        line: String, name: String, start: String?, end: String?
    ) async throws {
        let planner = try await planner([line])
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == name)
        #expect(destination.dates?.start.description == start)
        #expect(destination.dates?.end?.description == end)
    }

    @Test(arguments: [
        ("en", "date:5 May 2027", "2027-05-05"), ("en", "--date 5 May 2027", "2027-05-05"),
        ("en", "date:May 5, 2027", "2027-05-05"), ("en", "date:5 May", "2024-05-05"),
        ("en", "date:5 May 2027 18:30", "2027-05-05T18:30"),
        ("en", "date:wednesday 5 May 2027", "2027-05-05"), ("pl", "date:5 maja 2027", "2027-05-05"),
        ("hu", "date:2027. május 5.", "2027-05-05"),
    ])
    func `The words of a date after a key or an option belong together`(
        language: String, date: String, start: String
    ) async throws {
        let planner = try await planner(["add \(date) Kyoto"], language: language)
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == "Kyoto")
        #expect(destination.dates?.start.description == start)
    }

    @Test(arguments: [
        ("pl", "add Kioto 5 kwietnia 8 kwietnia", "Kioto"), ("pl", "add Kioto 5.4. 8.4.", "Kioto"),
        ("pl", "add Kioto 5 kwietnia do 8 kwietnia", "Kioto"),
        ("hu", "add Kiotó április 5. április 8.", "Kiotó"),
        ("hu", "add Kiotó április 5-én április 8-án", "Kiotó"),
    ])
    func `The dates can be written in the user's language`(
        language: String, line: String, name: String
    ) async throws {
        let planner = try await planner([line], language: language)
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == name)
        #expect(try destination.dates == dates("2024-04-05", "2024-04-08"))
    }

    @Test(arguments: [
        ("leg add train Kyoto Tokyo 2027-04-08 09:12 11:27", "2027-04-08T09:12", "2027-04-08T11:27"),
        (
            "leg add train Kyoto Tokyo 8 April 2027 9:12 AM 8 April 2027 11:27 AM", "2027-04-08T09:12",
            "2027-04-08T11:27"
        ),
        ("leg add bus Kyoto Nara 2027-04-08", "2027-04-08", "2027-04-08"),
        (
            "leg add train Kyoto Tokyo 2027-04-08 23:12 06:27 --number 12", "2027-04-08T23:12",
            "2027-04-09T06:27"
        ),
        (
            "leg add train Kyoto Tokyo --depart 2027-04-08 09:12 --arrive 11:27", "2027-04-08T09:12",
            "2027-04-08T11:27"
        ),
        ("leg add train Kyoto Tokyo 11:27 --depart 2027-04-08 09:12", "2027-04-08T09:12", "2027-04-08T11:27"),
    ])
    func `Transport takes its two times after the places`(
        line: String, departure: String, arrival: String
    ) async throws {
        let planner = try await planner([line])
        let leg = try #require(try planner.session.tripsInOrder().first?.legs.first)
        #expect(leg.departure.description == departure)
        #expect(leg.arrival.description == arrival)
        #expect(leg.origin == "Kyoto")
    }

    @Test(arguments: [
        ("en", "leg add from:Kyoto to:Tokyo train 2027-04-08"),
        ("en", "leg add from:Kyoto train Tokyo 2027-04-08"),
        ("pl", "leg add from:Kyoto to:Tokyo pociąg 2027-04-08"),
    ])
    func `Places with keys can stand before the means of transport`(
        language: String, line: String
    ) async throws {
        let planner = try await planner([line], language: language)
        let leg = try #require(try planner.session.tripsInOrder().first?.legs.first)
        #expect(leg.kind == .train)
        #expect(leg.origin == "Kyoto")
        #expect(leg.target == "Tokyo")
    }

    @Test(arguments: [
        "leg add train from:\"New York\" Boston 2027-04-08",
        "leg add train Boston to:\"New York\" 2027-04-08",
    ])
    func `A place in quotation marks after a key is complete`(line: String) async throws {
        let planner = try await planner([line])
        let leg = try #require(try planner.session.tripsInOrder().first?.legs.first)
        #expect(Set([leg.origin, leg.target]) == ["New York", "Boston"])
        #expect(leg.departure.description == "2027-04-08")
    }

    @Test(arguments: ["leg add train Kyoto Station Tokyo 2027-04-08", "leg add train Kyoto Tokyo 09:12"])
    func `Words that aren't the times of transport are refused`(line: String) async throws {
        let planner = try await planner()
        await #expect(throws: TripError.self) { try await planner.run(line) }
        #expect(try planner.session.tripsInOrder().first?.legs.isEmpty == true)
    }

    @Test(arguments: [
        ("stay add Ryokan 2027-04-05 2027-04-08", "Ryokan", "2027-04-05", "2027-04-08"),
        (
            "stay add Ryokan 2027-04-05 15:00 2027-04-08 10:00", "Ryokan", "2027-04-05T15:00",
            "2027-04-08T10:00"
        ),
        ("stay add Hotel 21 5 April 8 April", "Hotel 21", "2024-04-05", "2024-04-08"),
        (
            "stay add Ryokan 2027-04-08 --check-in 2027-04-05 15:00", "Ryokan", "2027-04-05T15:00",
            "2027-04-08"
        ),
        ("stay add Ryokan 2027-04-05", "Ryokan", "2027-04-05", "2027-04-06"),
    ])
    func `A stay takes the check-in and the check-out after the name`(
        line: String, name: String, checkIn: String, checkOut: String
    ) async throws {
        let planner = try await planner([line])
        let stay = try #require(try planner.session.tripsInOrder().first?.stays.first)
        #expect(stay.name == name)
        #expect(stay.checkIn.description == checkIn)
        #expect(stay.checkOut.description == checkOut)
    }

    @Test(arguments: [
        ("expense add 1250 JPY Ramen yesterday", "Ramen", "2024-03-14"),
        ("expense add 1250 JPY Ramen friday", "Ramen", "2024-03-08"),
        ("expense add 12 Bus 10 march", "Bus", "2024-03-10"), ("expense add 12 Bus", "Bus", "2024-03-15"),
        ("expense add 12 Bus 205", "Bus 205", "2024-03-15"),
        ("expense add 12 \"Bus yesterday\" --on 2024-03-01", "Bus yesterday", "2024-03-01"),
        ("expense add 12 EUR yesterday", "yesterday", "2024-03-15"),
    ])
    func `An expense takes its day after the name`(line: String, name: String, day: String) async throws {
        let planner = try await planner([line])
        let expense = try #require(try planner.session.tripsInOrder().first?.expenses.first)
        #expect(expense.name == name)
        #expect(CivilDate(utc: expense.day).description == day)
    }

    @Test(arguments: [
        ("sight schedule trevi fountain 5 April 2027 9:30", "2027-04-05T09:30"),
        ("sight schedule trevi 2027-04-05", "2027-04-05"),
        ("sight schedule trevi tomorrow 9:30", "2024-03-16T09:30"),
        ("sight schedule trevi --date 2027-04-05 9:30", "2027-04-05T09:30"),
        ("sight schedule 1 friday", "2024-03-22"),
    ])
    func `A sight of several words is scheduled without quotation marks`(
        line: String, expected: String
    ) async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Trevi Fountain", "Forum"])
        try await planner.run(line)
        #expect(try planner.destinations.first?.sights.first?.schedule?.description == expected)
    }

    @Test func `Visited sights take a date after them`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Trevi Fountain", "Forum", "Friday Market"])
        try await planner.run("sight visited trevi forum yesterday")
        let sights = try #require(try planner.destinations.first?.sights)
        #expect(sights.map { $0.visitedOn?.description } == ["2024-03-14", "2024-03-14", nil])
        await #expect(throws: TrailingDateError.self) { try await planner.run("sight visited trevi friday") }
    }

    @Test(arguments: [
        ("sight schedule trevi 2027-04-05 25:00", "25:00"), ("sight schedule trevi 2027-04-31", "2027-04-31"),
        ("sight schedule trevi 2027-04-05 noonish", "noonish"), ("add Kyoto 31.4.2027", "31.4.2027"),
        ("trip add Korea 2027-02-29 2027-03-04", "2027-02-29"), ("sight schedule trevi", "day"),
    ])
    func `A word that looks like a date or a time and isn't one is answered as such`(
        line: String, typed: String
    ) async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Trevi Fountain"])
        var problem: LocalizedText?
        do { try await planner.run(line) } catch let error as any PresentableError { problem = error.problem }
        #expect(Localizer(.english).string(try #require(problem)).contains(typed))
        #expect(try planner.destinations.count == 1)
    }

    /// Returns the problem and the remedy of a line in English; checks that it adds nothing to the trip “Japan” and the
    /// destination “Rome” with the sight “Forum”.
    private func refusal(of line: String) async throws -> (problem: String, remedy: String) {
        let planner = try await planner(["add Rome", "sight add Forum"])
        var refusal: (problem: String, remedy: String)?
        do {
            try await planner.run(line)
        } catch let error as any PresentableError {
            let localizer = planner.session.localizer
            refusal = (localizer.string(error.problem), error.remedy.map(localizer.string) ?? "")
        }
        let trips = try planner.session.tripsInOrder()
        #expect(trips.map(\.name) == ["Japan"])
        #expect(trips.allSatisfy { $0.legs.isEmpty && $0.stays.isEmpty && $0.expenses.isEmpty })
        #expect(try planner.destinations.map(\.name) == ["Rome"])
        #expect(try planner.sights(of: "Rome") == ["Forum"])
        return try #require(refusal)
    }

    @Test(arguments: [
        ("stay add Inn 2027-04-08 2027-04-12 check-in:2027-04-09", "--check-in"),
        ("stay add Inn 2027-04-08 2027-04-12 --check-in 2027-04-09", "--check-in"),
        ("stay add Inn 2027-04-08 2027-04-12 check-out:2027-04-13", "--check-out"),
        ("stay add Inn 2027-04-08 2027-04-12 15 May", "--check-out"),
        ("expense add 9 Tea 2027-04-05 on:2027-04-06", "--on"),
        ("expense add 9 Tea 2027-04-05 2027-04-06", "--on"),
        ("expense add 12 Bus yesterday --on 2024-03-01", "--on"),
        ("trip add Korea 2027-04-05 2027-04-06 date:2027-04-07", "--date"),
        ("trip add Korea 2027-04-05..2027-04-06 end:2027-04-07", "--end"),
        ("add Oslo 2027-04-05 2027-04-06 --end 2027-04-07", "--end"),
        ("sight add Nijo 2027-04-06 date:2027-04-07", "--date"),
        ("sight add Nijo 2027-04-06 2027-04-07", "--date"),
        ("sight schedule forum 2027-04-06 --date 2027-04-07", "--date"),
        ("sight visited forum 2024-03-10 --on 2024-03-11", "--on"),
        ("leg add train Kyoto Tokyo 2027-04-08 09:12 11:27 --depart 2027-04-09", "--depart"),
    ])
    func `A date that a line gives twice is refused, and isn't a part of the name`(
        line: String, option: String
    ) async throws {
        let refusal = try await refusal(of: line)
        #expect(refusal.problem == "The option \(option) is given more than once.")
        #expect(!refusal.remedy.isEmpty)
    }

    @Test(arguments: [
        "edit rome start:2040-05-01 start:2040-06-01", "edit rome --date 2040-05-01 start:2040-06-01",
        "edit rome priority:must priority:meh",
        "edit --where name:rome priority:must --priority meh", "add name:Oslo name:Bergen",
        "trip edit japan details:a details:b", "trip add Korea details:a --details b",
        "sight edit forum note:a note:b", "sight edit forum note:a --note b",
        "checklist add Passport due:friday --due monday", "poi add Museum city:Oslo city:Bergen",
    ])
    func `A field that a line gives twice is refused`(line: String) async throws {
        #expect(try await refusal(of: line).problem.contains("is given more than once"))
    }

    @Test func `Each item of a checklist can have a key`() async throws {
        let planner = try await planner([])
        try await planner.run("checklist add name:Passport name:Umbrella")
        let names = try planner.session.tripsInOrder().flatMap { $0.checklist.map(\.name) }
        #expect(Set(names) == ["Passport", "Umbrella"])
    }

    @Test(arguments: [
        ("sight add Nijo 2027-04-06 10:00-12:00", "10:00-12:00", "2027-04-06 10:00 --for 2h"),
        ("sight schedule forum 2027-04-06 10:00-12:00", "10:00-12:00", "2027-04-06 10:00 --for 2h"),
        ("sight add Nijo 2027-04-06 10:00 to 11:30", "to 11:30", "2027-04-06 10:00 --for 1h30m"),
        ("sight add Nijo 2027-04-06 at 10:00", "at 10:00", "2027-04-06 10:00"),
        ("sight schedule forum 2027-04-06 at 10:00", "at 10:00", "2027-04-06 10:00"),
        ("sight add Nijo 2027-04-06 noonish", "noonish", "2027-04-06 18:30"),
        ("sight add Nijo tomorrow 10:00-12:00", "10:00-12:00", "2024-03-16 10:00 --for 2h"),
        ("add Oslo 2027-04-05 10:00-12:00", "10:00-12:00", "2027-04-05 10:00 12:00"),
        ("stay add \"Park Inn\" 2027-04-08 3 nights", "3 nights", "2027-04-08 2027-04-11"),
        ("stay add Inn 2027-04-08 at 15:00", "at 15:00", "2027-04-08 15:00"),
        ("stay add Inn 2027-04-08 nice 2027-04-12", "nice", "2027-04-08 2027-04-12"),
        ("stay add Inn 2027-04-08 10:00-12:00", "10:00-12:00", "2027-04-08 2027-04-09"),
        ("stay add Inn 2027-04-08 late --check-out 2027-04-12", "late", "2027-04-08"),
        ("add Oslo 2027-04-05 10:00 3 nights", "3 nights", "2027-04-05 10:00 2027-04-08 10:00"),
        ("trip add Korea 2027-04-01 2 weeks", "2 weeks", "2027-04-01 2027-04-15"),
        ("expense add 9 Tea 2027-04-05 with Ann", "with Ann", "Tea with Ann 2027-04-05"),
        ("leg add train Kyoto Tokyo 2027-04-08 09:12-11:27", "09:12-11:27", "2027-04-08 09:12 11:27"),
    ])
    func `Words after a date that aren't its time are refused with the words to type`(
        line: String, words: String, example: String
    ) async throws {
        let refusal = try await refusal(of: line)
        #expect(refusal.problem.hasPrefix("“\(words)” can't follow the date “"))
        #expect(refusal.remedy.hasPrefix("Write it as \(example)"), "\(refusal.remedy)")
    }

    @Test(arguments: [
        ("stay add Inn 2027-04-08 10:00-12:00", "2027-04-08 10:00-12:00"),
        ("stay add Inn 2027-04-08 late --check-out 2027-04-12", "2027-04-08 late"),
        ("stay add Inn 2027-04-12 late --check-in 2027-04-08", "2027-04-12 late"),
        ("add Oslo 2027-04-05 10:00 3 nights", "2027-04-05 10:00 3 nights"),
        ("add Oslo 2027-04-05 10:00-12:00", "2027-04-05 10:00-12:00"),
        ("trip add Korea 2027-04-01 2 weeks", "2027-04-01 2 weeks"),
    ])
    func `A line with the proposed dates is understood`(line: String, dates: String) async throws {
        let remedy = try await refusal(of: line).remedy
        let proposed = try #require(remedy.dropFirst("Write it as ".count).split(separator: ", or").first)
        _ = try await planner([line.replacing(dates, with: proposed)])
    }

    @Test(arguments: [
        "sight add Bar 9:30 2027-04-05", "sight add Bar 9:30 date:2027-04-05", "stay add Bar 9:30 2027-04-05",
    ])
    func `A time that isn't beside its day is refused`(line: String) async throws {
        let refusal = try await refusal(of: line)
        #expect(refusal.problem.contains("“9:30” belongs to --"))
        #expect(refusal.remedy.contains("9:30\"” or “\"Bar 9:30\"”"), "\(refusal.remedy)")
    }

    @Test(arguments: [
        ("sight add \"Nijo 2027-04-06 10:00-12:00\"", "Nijo 2027-04-06 10:00-12:00"),
        ("sight add \"Nijo 2027-04-06\" 2027-04-07", "Nijo 2027-04-06"),
        ("sight add Nijo 2027-04-06 10am", "Nijo"), ("sight add Nijo 2027-04-06 10.00", "Nijo"),
        ("sight add 25 April Bridge", "25 April Bridge"), ("sight add Room 3.5 stars", "Room 3.5 stars"),
        ("sight add the friday market", "the friday market"), ("sight add Bar 9:30", "Bar 9:30"),
    ])
    func `Quotation marks, and numbers that are no date, make a name`(
        line: String, name: String
    ) async throws {
        let planner = try await planner(["add Rome", line])
        #expect(try planner.sights(of: "Rome") == [name])
    }

    @Test func `A pasted text of ten thousand words with a date is a name`() async throws {
        let text = ["2027-04-06"] + (1...10_000).map { "word\($0)" }
        let planner = try await planner(["add Rome", "sight add Notes " + text.joined(separator: " ")])
        #expect(try planner.sights(of: "Rome").first?.hasPrefix("Notes 2027-04-06 word1 ") == true)
    }

    @Test func `A date that may belong to a new name is refused in a script with both meanings`() async throws
    {
        let planner = try await planner()
        let error = try await #require(throws: TrailingDateError.self) {
            try await planner.run("add Black Friday")
        }
        let english = Localizer(.english)
        #expect(english.string(error.problem).contains("Black Friday"))
        #expect(english.string(try #require(error.remedy)).contains("--date Friday"))
        #expect(english.string(try #require(error.remedy)).contains("\"Black Friday\""))
        #expect(try planner.destinations.isEmpty)
        try await planner.run("add \"Black Friday\"")
        try await planner.run("add Rome Friday --date 2027-04-05 --end 2027-04-06")
        #expect(try planner.destinations.map(\.name) == ["Black Friday", "Rome Friday"])
    }

    @Test(
        arguments: [("yes", "Picnic", "2024-03-22"), ("no", "Picnic Friday", nil)]
            as [(String, String, String?)])
    func `At a terminal, a date that may belong to a new name is asked`(
        answer: String, name: String, day: String?
    ) async throws {
        let planner = try await planner(["add Picnic Friday"], answers: [answer])
        #expect(planner.user.questions == ["Is “%1$@” the date, not a part of “%2$@”?"])
        let destination = try #require(try planner.destinations.first)
        #expect(destination.name == name)
        #expect(destination.dates?.start.description == day)
    }

    @Test(arguments: [
        ("details 5 April", "5 April"), ("details Meet friday", "Meet friday"),
    ])
    func `Texts contain dates as they are`(line: String, details: String) async throws {
        let planner = try await planner(["add Kyoto", line])
        #expect(try planner.destinations.first?.details == details)
        try await planner.run("checklist add passport friday")
        #expect(try planner.session.tripsInOrder().first?.checklist.map(\.name) == ["passport", "friday"])
    }
}
