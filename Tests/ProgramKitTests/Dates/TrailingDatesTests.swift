import Localization
import ProgramKit
import Testing

@testable import Shell

@Suite("Dates at the end of a line")
struct TrailingDatesTests {
    /// A Saturday.
    private static let today = CivilDate("2026-11-28") ?? .first
    private static let context = ParseContext(localizer: Localizer(.english), today: today)

    /// A month or a year, for commands that take them.
    private static func partial(_ text: String) throws(ValueError) -> String? {
        if let day = try context.dayIfAny(text) { return day.description }
        if text.count == 4, Int(text) != nil { return text }
        guard text.contains(where: \.isNumber), text.contains(where: \.isLetter) else { return nil }
        return context.localizer.parseMonth(text, today: today).map { String($0.description.prefix(7)) }
    }

    /// Parses a line and returns the words before the dates, and the dates.
    private func parse(
        _ line: String, most: Int = 1, leaving minimum: Int = 1, isPartial: Bool = false,
        isComing: Bool = false,
        titles: [String] = []
    ) throws -> [String] {
        let words = try Tokenizer.words(of: line).map(\.text)
        let parsed = try TrailingDates(
            words, most: most, leaving: minimum,
            date: { (text) throws(ValueError) in
                isPartial
                    ? try Self.partial(text)
                    : try Self.context.dayIfAny(text, isComing: isComing)?.description
            },
            title: { text in
                let wanted = text.lowercased()
                if titles.contains(where: { $0.lowercased() == wanted }) { return .whole }
                return titles.first { " \($0.lowercased()) ".contains(" \(wanted) ") }.map { .part(of: $0) }
                    ?? .none
            })
        return [parsed.words.joined(separator: " ")] + parsed.dates
    }

    @Test(arguments: [
        ("emma 25.11.2026", ["emma", "2026-11-25"]), ("emma 25.11.", ["emma", "2026-11-25"]),
        ("emma friday", ["emma", "2026-11-27"]), ("emma nov 25", ["emma", "2026-11-25"]),
        ("emma 20 nov", ["emma", "2026-11-20"]), ("emma 31/12/2025", ["emma", "2025-12-31"]),
        ("emma \"nov 25\"", ["emma", "2026-11-25"]),
        ("emma solaris last friday", ["emma solaris", "2026-11-27"]),
        ("emma two weeks ago", ["emma", "2026-11-14"]),
        ("emma the 3rd of April 2025", ["emma", "2025-04-03"]),
        ("emma november 25, 2026", ["emma", "2026-11-25"]), ("12 20 nov", ["12", "2026-11-20"]),
        ("emma", ["emma"]), ("friday", ["friday"]), ("emma 12", ["emma 12"]), ("20 nov", ["20 nov"]),
        ("catch-22", ["catch-22"]), ("emma march", ["emma march"]), ("emma may 2016", ["emma may 2016"]),
        ("emma 1984", ["emma 1984"]), ("title:friday", ["title:friday"]),
        ("emma title:friday", ["emma title:friday"]),
    ])
    func `A day at the end is a date, and other words stay`(line: String, expected: [String]) throws {
        #expect(try parse(line) == expected)
    }

    @Test(arguments: [
        ("emma may 2016", ["emma", "2016-05"]), ("emma 1984", ["emma", "1984"]),
        ("emma 2016-05", ["emma 2016-05"]),
        ("12 may 2016", ["12", "2016-05"]), ("emma 12 may 2016", ["emma", "2016-05-12"]),
        ("45 46 february 2015", ["45 46", "2015-02"]), ("emma march", ["emma march"]), ("1984", ["1984"]),
        ("emma 22", ["emma 22"]), ("1984 1984", ["1984", "1984"]),
    ])
    func `A month or a year alone is a date only where the command takes them`(
        line: String, expected: [String]
    ) throws {
        #expect(try parse(line, isPartial: true) == expected)
    }

    @Test(arguments: [
        ("emma 1984", ["emma 1984"]), ("blade runner 2049", ["blade runner 2049"]),
        ("emma blade runner 2049", ["emma blade runner 2049"]), ("catch-22", ["catch-22"]),
        ("march", ["march"]),
        ("emma May", ["emma May"]), ("emma friday", ["emma friday"]), ("1984 1984", ["1984 1984"]),
        ("emma 31.11.2026", ["emma 31.11.2026"]), ("march 2016", ["march", "2016"]),
        ("1984 march 2016", ["1984", "2016-03"]), ("1984 20 may", ["1984", "2026-05-20"]),
    ])
    func `Words that are a title name the entry`(line: String, expected: [String]) throws {
        let titles = ["1984", "Blade Runner 2049", "Catch-22", "March", "May", "Friday", "31.11.2026"]
        #expect(try parse(line, isPartial: true, titles: titles) == expected)
    }

    @Test(arguments: [
        ("emma friday", "friday", "Freaky Friday"), ("freaky friday", "friday", "Freaky Friday"),
        ("emma 2015", "2015", "Stories of 2015"), ("emma 20 may", "20 may", "The 20 May Plot"),
    ])
    func `A date that is also a part of a title is refused with both meanings`(
        line: String, typed: String, title: String
    ) throws {
        let titles = ["My Freaky Friday", "Freaky Friday Again", "Stories of 2015", "The 20 May Plot"]
        let error = try #require(throws: TrailingDateError.self) {
            try parse(line, isPartial: true, titles: titles)
        }
        let problem = Localizer(.english).string(error.problem)
        #expect(problem.contains("“\(typed)”"))
        #expect(problem.contains(title))
    }

    @Test(arguments: [
        ("emma 31.11.2026", ValueError.impossibleDay("31.11.2026")),
        ("emma february 31, 2015", .impossibleDay("february 31, 2015")),
        ("emma 2023-02-30", .impossibleDay("2023-02-30")),
    ])
    func `Words that look like a date and aren't one are answered as a date`(line: String, error: ValueError)
    {
        #expect(throws: error) { try parse(line) }
    }

    @Test(arguments: [
        ("Kyoto 2027-04-05 2027-04-08", ["Kyoto", "2027-04-05", "2027-04-08"]),
        ("Kyoto 5 April 8 April", ["Kyoto", "2027-04-05", "2027-04-08"]),
        ("Kyoto 5 April 2027 8 April 2027", ["Kyoto", "2027-04-05", "2027-04-08"]),
        ("Kyoto April 5 April 8", ["Kyoto", "2027-04-05", "2027-04-08"]),
        ("New York friday next week", ["New York", "2026-12-04", "2026-11-30"]),
        ("Kyoto 2027-04-05", ["Kyoto", "2027-04-05"]),
        ("2027-04-05 2027-04-08", ["2027-04-05", "2027-04-08"]),
    ])
    func `A command can take two dates`(line: String, expected: [String]) throws {
        #expect(try parse(line, most: 2, isComing: true) == expected)
    }

    @Test func `A command that needs no words takes a line of dates`() throws {
        #expect(try parse("friday", leaving: 0, isComing: true) == ["", "2026-12-04"])
        #expect(try parse("12 friday", leaving: 0, isComing: true) == ["12", "2026-12-04"])
        #expect(try parse("emma 120 friday", leaving: 2) == ["emma 120", "2026-11-27"])
        #expect(try parse("emma friday", leaving: 2) == ["emma friday"])
    }
}
