import Localization
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Names, texts and ratings of imported files")
struct ImportedTextTests {
    @Test(arguments: [
        ("Kurt Vonnegut, Jr.", ["Kurt Vonnegut, Jr."]),
        ("Terry Pratchett, Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]),
        ("Ann Lee, Ph.D., Bo Ek, III", ["Ann Lee, Ph.D.", "Bo Ek, III"]), ("Jr., A", ["Jr.", "A"]),
        (" , ", []),
        ("Ibn, Ivo", ["Ibn", "Ivo"]),
    ])
    func `A suffix belongs to the name before it`(written: String, names: [String]) {
        #expect(ServiceValues.names(written) == names)
    }

    @Test(arguments: [
        ("Le Guin, Ursula K.", "Ursula K. Le Guin"), ("King, Martin Luther, Jr.", "Martin Luther King, Jr."),
        ("Vonnegut, Jr.", "Vonnegut, Jr."), ("Homer", "Homer"), ("Lem,", "Lem,"),
    ])
    func `A name with the family name first is turned`(written: String, name: String) {
        #expect(ServiceValues.unsorted(written) == name)
    }

    @Test(arguments: [
        (
            "<div><p>Discover <b>magic</b>.</p><h3>Review</h3><p>\"Good\" &amp; <i>more</i></p><ul><li>one</li><li>two</li></ul></div>",
            "Discover magic.\nReview\n\"Good\" & more\none\ntwo"
        ),
        ("a &#8217;b&#x2019; &mdash; &#0;&#xD800;&nix;", "a ’b’ — &#0;&#xD800;&nix;"),
        ("1 < 2 <3 <hx> <h7> <H2 class=\"a\">T</H2>", "1 < 2 <3 <hx> <h7> \nT"),
        ("<DIV>one<hr/>two</DIV>", "one\ntwo"), ("<table><tr><td>a</td><td>b</td></tr></table>", "a\nb"),
    ])
    func `No HTML tag stays in an imported text`(written: String, plain: String) {
        #expect(ReviewMarkup.plainText(written) == plain)
    }

    @Test(arguments: [
        ("3.7", "ratings have steps of a quarter, such as 3.5 or 3.75"),
        ("7", "it is not a rating from 0 to 5"), ("good", "it is not a rating from 0 to 5"),
    ])
    func `The message of an unfit rating names its cause`(rating: String, cause: String) async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "Title,Authors,Read Status,Star Rating\nSolaris,Stanisław Lem,read,\(rating)\n")
        #expect(report.dropped.first.map { log.session.localizer.string($0.reason) } == [cause])
        let mapped = try await TestLog()
        let other = try await mapped.importText(
            "T,A,R\nSolaris,Stanisław Lem,\(rating)\n", map: "T=title,A=author,R=rating")
        let reason = try #require(
            other.dropped.first.first.map { mapped.session.localizer.string($0.reason) })
        #expect(reason.hasPrefix(cause))
    }

    @Test func `Progress beyond the end of a book is refused`() async throws {
        let log = try await TestLog()
        try log.add("Emma", "Jane Austen") {
            $0.pages = 400
            $0.minutes = 300
        }
        #expect(
            try await log.problem("progress emma 500")
                == "“Emma” ends with page 400; page 500 is beyond its end.")
        #expect(
            try await log.problem("progress emma 5h01") == "“Emma” ends with 5h; 5h01 is beyond its end.")
        #expect(try log.book("Emma").status == .onShelf)
        try await log.run("progress emma 390")
        #expect(try await log.problem("progress emma +20") != nil)
        try await log.run("progress emma 400")
        #expect(try log.book("Emma").progress.count == 2)
    }

    @Test func `Statistics of an author count books without dates, and name books and readings apart`()
        async throws
    {
        let log = try await TestLog()
        try log.add("Good Omens", "Terry Pratchett") {
            $0.contributors = "Neil Gaiman"
            $0.latestReading = ReadingValues(status: .completed)
        }
        try await log.run("start omens 2024-01-01")
        try await log.run("finish omens 2024-02-01")
        let output = try await log.run("stats --author gaiman")
        guard case .record(let record)? = output.data.first else {
            Issue.record("no record")
            return
        }
        let values = Dictionary(uniqueKeysWithValues: record.fields.map { ($0.key, $0.cell.raw) })
        #expect(values["readings"] == .integer(2))
        #expect(values["books"] == .integer(1))
        #expect(record.fields.suffix(2).map(\.key) == ["books", "unfinishedPages"])
        let titles = record.fields.filter(\.isShown).map { log.session.localizer.string($0.title) }
        #expect(titles.contains("Readings"))
        #expect(titles.contains("Books read"))
    }
}
