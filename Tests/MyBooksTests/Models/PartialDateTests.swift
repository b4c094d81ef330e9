import Localization
import Shell
import Testing

@testable import MyBooks

@Suite("Days, months and years of reading")
struct PartialDateTests {
    @Test(arguments: ["2010", "2010-05", "2010-05-23"])
    func `A date keeps the precision in which it was written`(written: String) throws {
        let date = try #require(PartialDate(written))
        #expect(date.description == written)
        #expect(PartialDate(utc: date.first.utcDate, precision: date.precision) == date)
    }

    @Test(arguments: ["", "10", "2010-13", "2010-02-30", "2010-5-x", "20100523", "2010--1", "may"])
    func `Other texts are no dates`(written: String) {
        #expect(PartialDate(written) == nil)
    }

    @Test func `A year sorts before its months, and a month before its days`() {
        let sorted = ["2009-12-31", "2010", "2010-01", "2010-01-01", "2010-05", "2010-05-01", "2011"]
        #expect(sorted.shuffled().compactMap { PartialDate($0) }.sorted().map(\.description) == sorted)
    }

    @Test func `A precision that doesn't match the day no longer counts`() {
        #expect(PartialDate(utc: day(2010, 5, 23).utcDate, precision: .month).description == "2010-05-23")
        #expect(PartialDate(utc: day(2010, 5, 1).utcDate, precision: .year).description == "2010-05-01")
    }

    @Test func `Months are typed with their names, and a word alone is no month`() {
        let polish = Localizer(.init(matching: "pl") ?? .english)
        #expect(PartialDate.parse("maj 2010", polish, today: TestLog.today)?.description == "2010-05")
        #expect(PartialDate.parse("2010", polish, today: TestLog.today)?.description == "2010")
        #expect(PartialDate.parse("maj", polish, today: TestLog.today) == nil)
        #expect(PartialDate.parse("2010-05-23", polish, today: TestLog.today) == nil)
    }
}
