import Localization
import Shell
import Testing

@testable import ITour

@Suite("Typed distances")
struct DistanceReaderTests {
    private func read(_ text: String, _ language: String) throws -> Double {
        let context = ParseContext(
            localizer: Localizer(Language(matching: language) ?? .english), today: TestPlanner.today)
        return try ValueType<Double>.kilometres.parse(text, context)
    }

    @Test(
        arguments: [
            ("2", "en", 2), ("2.5", "en", 2.5), ("2,5", "en", 2.5), ("1,000", "en", 1000),
            ("20,100", "en", 20_100), ("1,000.5", "en", 1000.5), ("1.125", "en", 1.125),
            ("0,125", "en", 0.125), ("1000,125", "en", 1000.125),
            ("2,5", "pl", 2.5), ("1,125", "pl", 1.125), ("20,100", "pl", 20.1), ("20 100", "pl", 20_100),
            ("20\u{A0}100", "pl", 20_100), ("1\u{202F}000,5", "pl", 1000.5), ("1000", "pl", 1000),
            ("2.5", "hu", 2.5), ("1,125", "hu", 1.125), ("20 100", "hu", 20_100),
            ("20\u{A0}100", "hu", 20_100),
        ] as [(String, String, Double)])
    func `Commas and spaces group digits or mark decimals depending on the language`(
        text: String, language: String, kilometres: Double
    ) throws {
        #expect(try read(text, language) == kilometres)
    }

    @Test(arguments: [
        ("", "en"), ("far", "en"), ("-1", "en"), ("20,101", "en"), ("1,000,5", "en"), ("20 100", "en"),
        ("1,0000,000", "en"), ("1e3", "en"), ("1,000,", "en"), ("20 10", "pl"), ("1  000", "pl"),
        ("20 101", "pl"), ("1,000,000", "hu"),
    ])
    func `Invalid distances and distances longer than any on Earth are refused`(
        text: String, language: String
    ) {
        #expect(throws: ValueError.self) { try read(text, language) }
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `The largest distance is read in the form in which the error message shows it`(language: String)
        throws
    {
        let localizer = Localizer(Language(matching: language) ?? .english)
        let written = localizer.integer(20_100)
        let refusal = try #require(throws: ValueError.self) { try read("far", language) }
        #expect(refusal.remedy.map { localizer.string($0) }?.contains(written) == true)
        #expect(try read(written, language) == 20_100)
    }
}
