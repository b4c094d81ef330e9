import Localization
import Shell
import Testing

@testable import MyBooks

@Suite("Ratings in quarter stars")
struct StarRatingTests {
    @Test(arguments: [
        ("4", 16), ("4.5", 18), ("4,5", 18), ("4.25", 17), ("4.0", 16), ("★★★★½", 18), ("****", 16),
        ("⭐⭐", 8),
        ("★★★☆☆", 12), ("4.5/5", 18), ("9/10", 18), ("0.25", 1), ("5", 20), ("90/100", 18),
    ])
    func `A rating is written as a number, a fraction or stars`(written: String, quarters: Int) {
        #expect(StarRating(written)?.quarters == quarters)
    }

    @Test(arguments: ["0", "5.25", "-1", "4.3", "x", "", "9", "11/10", "4/7", "★x", "1e0", "nan", "★★★★★★"])
    func `Other values are no ratings`(written: String) {
        #expect(StarRating(written) == nil)
    }

    @Test func `The error of another value says which ratings are allowed`() throws {
        let parsing = ParseContext(localizer: Localizer(.english), today: TestLog.today)
        let error = #expect(throws: ValueError.self) {
            try ValueType<StarRating>.rating.parse("4.3", parsing)
        }
        let texts = [error?.problem, error?.remedy].compactMap(\.self).map(Localizer(.english).string)
        #expect(
            texts == [
                "“4.3” is not a rating.",
                "Give a number from 0.25 to 5 in steps of 0.25, such as 4, 4.5 or 4.75.",
            ])
    }

    @Test(arguments: [
        ("4", 16...19), ("4.5", 18...18), ("4.75", 19...19), ("5", 20...20), ("3..4", 12...19),
        ("..2", 1...11), ("4.5..", 18...20), ("3.5..4.25", 14...17),
    ])
    func `A whole number in a condition includes the quarters above it, and no more`(
        written: String, quarters: ClosedRange<Int>
    ) throws {
        let parsing = ParseContext(localizer: Localizer(.english), today: TestLog.today)
        #expect(try ValueType<ClosedRange<Int>>.ratings.parse(written, parsing) == quarters)
    }

    @Test func `Every rating is read back as it is written`() {
        for quarters in 1...20 {
            let rating = StarRating(quarters: quarters)
            #expect(rating != nil)
            #expect(StarRating(rating?.description ?? "") == rating)
        }
    }

    @Test @MainActor func `A stored number that isn't a rating doesn't count`() async throws {
        let book = try await TestLog().add("Solaris") { $0.stars = StarRating(4.75) }
        #expect(book.rating == 4.75)
        for number in [0, -1, 5.25, 4.3, .infinity] {
            book.rating = number
            #expect(book.stars == nil, "\(number)")
        }
    }
}
