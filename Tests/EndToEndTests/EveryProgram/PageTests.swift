import Foundation
import TestSupport
import Testing

@Suite("HTML pages of every program", .level(.default))
struct PageTests {
    @Test(arguments: Transcript.all, ["en", "hu"])
    func `Every command of the transcript writes a well-formed page in the user's language`(
        program: String, language: String
    ) throws {
        let lines = try Transcript(of: program).lines.map { line in
            ["quit", "echo", "completions"].contains { line.hasPrefix($0) } ? line : "\(line) --format html"
        }
        var pages = 0
        for screen in try Person.screens(program, lines, ["--language", language], hasErrors: false) {
            guard screen.text.hasPrefix("<!DOCTYPE") else { continue }
            pages += 1
            #expect(HTMLOutline(screen.text).problems == [], "\(screen.line)")
            #expect(screen.text.contains("<html lang=\"\(language)\">"), "\(screen.line)")
        }
        #expect(pages >= 20, "\(pages)")
    }

    @Test func `A year of reading has its facts, charts, days and books`() throws {
        let reader = try Reader()
        for (title, author, day) in [
            ("Solaris", "Lem", "2026-01-14"), ("<b>Lalka</b>", "Author & Co", "2026-03-02"),
        ] {
            try reader.mybooks("add", title, author, "--rating", "4.5")
            try reader.mybooks("finish", title, day)
        }
        let page = try reader.mybooks("review", "2026", "--format", "html").stdout
        #expect(HTMLOutline(page).problems == [])
        #expect(page.contains("<h1>2026 in books</h1>"))
        #expect(page.contains("<figcaption>Days read</figcaption>"))
        #expect(page.contains("<dt>Books read</dt><dd>2</dd>"))
        #expect(page.contains("<td>&lt;b&gt;Lalka&lt;/b&gt;</td><td>Author &amp; Co</td>"))
        // The days, months, ratings and authors.
        #expect(HTMLOutline(page).counts["figure"] == 4)
        #expect(page.contains("By rating"))
        let polish = try reader.mybooks("review", "2026", "--format", "html", "--language", "pl").stdout
        #expect(polish.contains("<h1>Rok 2026 w książkach</h1>"))
    }

    @Test func `The burn-up is one chart with two lines`() throws {
        let developer = try Person("portfolio")
        try developer.run("samples")
        let page = try developer.run("stats", "--format", "html").stdout
        #expect(HTMLOutline(page).problems == [])
        #expect(page.contains(">closed issues</text>"))
        #expect(page.matches(of: #/<path class="course( later)?" d="M[0-9]+ [0-9]+L/#).count == 4)
    }

    @Test func `A trip has a section for each day, with a map if the day has several places`() throws {
        let traveller = try Traveller()
        try traveller.itour("trip", "add", "Kraj", "<Japan>", "--date", "2031-05-01", "--end", "2031-05-03")
        try traveller.itour(
            "add", "Kyoto", "--date", "2031-05-01", "--end", "2031-05-03", "--at", "35.01,135.77",
            "--details",
            "l1 <i>", "--trip", "Kraj <Japan>")
        try traveller.itour("sight", "add", "--in", "Kyoto", "--name", "Temple \"&\"", "--at", "35.02,135.78")
        try traveller.itour("sight", "schedule", "Temple", "2031-05-02", "10:00")
        try traveller.itour("sight", "add", "--in", "Kyoto", "--name", "Garden", "--at", "35.03,135.79")
        try traveller.itour("sight", "schedule", "Garden", "2031-05-02", "14:00")
        try traveller.itour("sight", "add", "--in", "Kyoto", "--name", "Someday")
        try traveller.itour("checklist", "add", "Passport", "--in", "1")
        let written = try traveller.itour("export", "trip.html", "--trip", "1")
        #expect(written.status == .exited(0), "\(written.stderr)")
        let page = try String(contentsOfFile: traveller.home.file("trip.html"), encoding: .utf8)
        let outline = HTMLOutline(page)
        #expect(outline.problems == [])
        // The title, three days, the sight without a day, and the checklist.
        #expect(outline.headings == [1, 2, 2, 2, 2, 2])
        #expect(page.contains("<h1>Kraj &lt;Japan&gt;</h1>"))
        #expect(outline.counts["figure"] == 1)
        // What follows the days starts a sheet. Without bookings, the days share that of the overview.
        #expect(page.components(separatedBy: "<div class=\"tiles days\">").count == 2)
        #expect(page.components(separatedBy: "<div class=\"tiles days paper\">").count == 2)
        #expect(page.contains("<h2>Friday, May 2, 2031 <span>Kyoto</span></h2>"))
        #expect(page.contains("<p>Temple &quot;&amp;&quot;</p>"))
        #expect(page.contains("<td>☐</td><td>Passport</td>"))
        #expect(page.contains("<dd>l1 &lt;i&gt;</dd>"))
        #expect(try traveller.itour("export", "trip.html").status != .exited(0))
    }

    @Test func `All trips and other destinations are sections of one page`() throws {
        let traveller = try Traveller()
        try traveller.itour("samples")
        try traveller.itour("trip", "add", "Summer", "--date", "2031-05-01")
        #expect(try traveller.itour("export", "all.html").status == .exited(0))
        let page = try String(contentsOfFile: traveller.home.file("all.html"), encoding: .utf8)
        #expect(HTMLOutline(page).problems == [])
        #expect(page.contains("<h1>Trips</h1>"))
        #expect(page.contains("<h2>Summer</h2>\n"))
        #expect(page.contains("<h2>Rome</h2>"))
        #expect(page.contains("<h3>Thursday, May 1, 2031</h3>"))
    }

    @Test func `The missions have a timeline, a map and a section each`() throws {
        let stargazer = try Person("moonshot")
        #expect(try stargazer.run("export", "apollo.html").status == .exited(0))
        let page = try String(contentsOfFile: stargazer.home.file("apollo.html"), encoding: .utf8)
        #expect(HTMLOutline(page).problems == [])
        #expect(HTMLOutline(page).counts["figure"] == 2)
        #expect(page.contains("<h1>The Apollo missions</h1>"))
        #expect(page.contains("<h2>Apollo 11</h2>"))
    }

    @Test func `A page is no answer to a question: a script that must ask fails as without the option`()
        throws
    {
        let reader = try Reader()
        let result = try reader.mybooks("add", "--format", "html")
        #expect(result.status != .exited(0))
        #expect(result.stdout.isEmpty)
        #expect(!result.stderr.contains("<"))
    }
}
