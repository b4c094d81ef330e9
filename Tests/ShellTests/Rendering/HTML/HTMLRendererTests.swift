import Localization
import TestSupport
import Testing

@testable import Shell

@Suite("HTML pages")
struct HTMLRendererTests {
    /// Texts that would run something, request something or break the structure if they weren't escaped.
    private static let hostile = [
        "<script>alert(1)</script>", "\" onload=\"alert(1)", "</title></style></svg>", "<!--", "]]>", "&#60;",
        "\u{1B}[31m\u{9B}\u{0}", "\u{202E}x\u{2066}", "\u{FFFE}\u{FFFF}", "<img src=x onerror=alert(1)>",
        "l1\r\nl2\u{2028}l3",
    ]

    /// Returns an output with every kind of block, with a text in all places.
    private func everything(_ string: String) -> Output {
        let day = CivilDate("2031-05-07")
        let text = plain(string)
        let cell = Cell.text(string)
        let symbol = Cell(.null, .symbol(string, ascii: "x", spoken: text))
        let place = GlobeMap.Place(cell, Globe.Position(latitude: 1, longitude: 2))
        return Output([
            .message(text), .warning(text), .heading(text),
            .table(
                Table(
                    columns: [
                        .init("a", text, spokenTitle: plain("A")), .init("b", text, alignsRight: true),
                    ],
                    rows: [[cell, symbol], [cell]], count: text)),
            .record(Record(fields: [.init("b", text, cell), .init("c", text, symbol)])),
            .chart(BarChart("c", title: text, bars: [.init(cell, 1)])),
            .chart(BarChart("c", title: text, bars: [.init(cell, 1)], isSparkline: true)),
            .chart(
                BarChart(
                    "c", title: text, series: [.init("d", text), .init("e", text)],
                    bars: [.init(cell, [1, 2]), .init(cell, [2, 3])], isCourse: true)),
            .timeline(Timeline("t", title: text, marks: [.init(cell, day), .init(cell, nil)])),
            .map(GlobeMap("m", title: text, places: [place, place], isRoute: true)),
            .month(
                MonthCalendar(
                    year: 2031, month: 5, today: day,
                    entries: [.init(string, from: day, to: day)].compactMap(\.self))),
            .picture(Picture(["<_&>"], spokenDescription: text)),
            .cards(
                Cards(
                    [
                        .init(
                            picture: Picture(["<"], spokenDescription: text), title: cell,
                            details: [.init("d", text, cell)])
                    ], spokenTitle: text, pictureTitle: text, count: text)),
            .definitions([Definition(text, text)]),
        ])
    }

    @Test(arguments: hostile)
    func `No text breaks the structure, runs anything or requests anything`(_ string: String) {
        for unicode in [true, false] {
            let page = rendered(everything(string), .html, unicode: unicode)
            #expect(HTMLOutline(page).problems == [], "\(string.debugDescription)")
            let scalars = page.unicodeScalars
            #expect(scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
            #expect(
                !scalars.contains {
                    (0x202A...0x202E).contains($0.value) || $0.value >= 0xFFFE && $0.value <= 0xFFFF
                })
        }
    }

    @Test func `A page is complete: a language, a title, a heading, a policy, and no other file`() throws {
        let page = rendered(Output([.message(plain("Cześć"))]), .html, localizer: polish, unicode: false)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"pl\">\n<head>\n<meta charset=\"utf-8\"/>\n"))
        #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none'; "))
        #expect(page.contains("prefers-color-scheme:dark"))
        #expect(page.contains("@media print"))
        // A page has Unicode even if the terminal doesn't.
        #expect(page.contains("<p>Cześć</p>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(!page.contains("http:"))
        #expect(!page.contains("https:"))
        #expect(!page.contains("url("))
    }

    @Test func `An output without blocks is no page`() {
        #expect(rendered(Output(), .html).isEmpty)
    }

    @Test func `A table has scopes, a caption, and classes instead of attributes of cells`() {
        let table = Table(
            columns: [
                .init("n", plain("#"), alignsRight: true, spokenTitle: plain("Number")),
                .init("t", plain("Title")), .init("x", plain("X"), isShown: false), .init("e", plain("")),
                .init("p", plain("Pages"), alignsRight: true),
            ],
            rows: [[.identifier(1200), .text("Solaris"), .text("hidden"), .empty, .number(1200)]],
            count: plain("1 book"))
        let page = rendered(Output([.table(table)]), .html)
        #expect(page.contains("<table class=\"e1 e4\">\n<caption>1 book</caption>\n<thead><tr>"))
        #expect(
            page.contains(
                "<th scope=\"col\"><abbr title=\"Number\">#</abbr></th><th scope=\"col\">Title</th>"))
        #expect(page.contains("<td></td><th scope=\"col\">Pages</th></tr></thead>"))
        #expect(page.contains("<tr><td>1200</td><td>Solaris</td><td></td><td>1,200</td></tr>\n"))
        #expect(page.contains(".e4 tr>:nth-child(4)"))
        #expect(!page.contains(">hidden<"))
        #expect(
            !rendered(Output([.table(Table(columns: table.columns, rows: []))]), .html).contains("<table"))
    }

    @Test func `Stars have a text alternative, and a column of single symbols is written as words`() {
        func symbol(_ symbol: String, _ spoken: String) -> Cell {
            Cell(.null, .symbol(symbol, ascii: "x", spoken: plain(spoken)))
        }
        let table = Table(
            columns: [.init("s", plain("Status")), .init("r", plain("Rating"))],
            rows: [[symbol("●", "completed"), stars(1)], [symbol("○", "on shelf"), stars(3)]])
        let page = rendered(Output([.table(table)]), .html)
        #expect(
            page.contains(
                "<td>completed</td><td><span role=\"img\" aria-label=\"rated 1 of 5\">★</span></td>"))
        #expect(
            page.contains(
                "<td>on shelf</td><td><span role=\"img\" aria-label=\"rated 3 of 5\">★★★</span></td>"))
    }

    @Test func `Only texts from right to left have a direction, and only long words may be broken`() {
        let long = String(repeating: "x", count: 40)
        let table = Table(
            columns: [.init("t", plain("T"))], rows: [[.text("موسم")], [.text("Lalka")], [.text(long)]])
        let page = rendered(Output([.table(table), .message(plain("שלום"))]), .html)
        #expect(page.contains("<td dir=\"auto\">موسم</td>"))
        #expect(page.contains("<td>Lalka</td>"))
        #expect(page.contains("<td class=\"long\">\(long)</td>"))
        #expect(page.contains("<p dir=\"auto\">שלום</p>"))
    }

    @Test func `Drawings have a title and a description with every value`() {
        let chart = BarChart(
            "c", title: plain("By month"), bars: [.init(.text("May"), 3), .init(.text("June"), 0)],
            isSparkline: true)
        let page = rendered(Output([.chart(chart), .chart(chart)]), .html)
        let outline = HTMLOutline(page)
        #expect(outline.problems == [])
        #expect(outline.identifiers == ["t1", "d1", "t2", "d2"])
        #expect(
            page.contains(
                "role=\"img\" aria-labelledby=\"t1\" aria-describedby=\"d1\"><title id=\"t1\">By month</title>"
            ))
        #expect(page.contains("<desc id=\"d1\">May: 3\nJune: 0</desc>"))
        // A column of zero has no height.
        #expect(outline.counts["rect"] == 2)
        #expect(outline.counts["figcaption"] == 2)
    }

    @Test func `Bars are rows of a table, so that no label touches a bar, and charts are beside each other`()
    {
        let chart = BarChart(
            "c", title: plain("By rating"), bars: [.init(stars(5), 3), .init(.text("not rated"), 0)])
        let page = rendered(Output([.chart(chart), .chart(chart)]), .html)
        let outline = HTMLOutline(page)
        #expect(outline.problems == [])
        #expect(
            page.contains(
                "<tr><th scope=\"row\"><span role=\"img\" aria-label=\"rated 5 of 5\">★★★★★</span></th><td>3</td>"
            ))
        #expect(
            page.contains(
                "<td><svg aria-hidden=\"true\"><rect class=\"bar\" width=\"100.0%\" height=\"100%\"/></svg></td>"
            ))
        #expect(page.contains("<tr><th scope=\"row\">not rated</th><td>0</td><td></td></tr>"))
        let one = BarChart("c", title: plain("By rating"), bars: [.init(stars(1), 3)])
        #expect(rendered(Output([.chart(one)]), .html).contains("aria-label=\"rated 1 of 5\">★</span></th>"))
        #expect(outline.counts["rect"] == 2)
        #expect(page.contains("<div class=\"tiles\">\n<figure>"))
        #expect(!rendered(Output([.chart(chart)]), .html).contains("<div class=\"tiles\">"))
    }

    @Test func `A timeline is a table with the days of each mark and its place on the axis`() {
        let timeline = Timeline(
            "t", title: plain("Missions"),
            marks: [
                .init(.text("First"), CivilDate("2031-01-01")),
                .init(.text("Long"), CivilDate("2031-01-01"), until: CivilDate("2031-07-02")),
                .init(.text("Last"), CivilDate("2032-01-01")), .init(.text("Never"), nil),
            ])
        let page = rendered(Output([.timeline(timeline)]), .html)
        let outline = HTMLOutline(page)
        #expect(outline.problems == [])
        #expect(page.contains("<th scope=\"row\">First</th><td>Jan 1, 2031</td>"))
        #expect(outline.counts["circle"] == 2)
        #expect(page.contains("x=\"0.0%\" width=\"49.9%\"/>"))
        #expect(page.contains("cx=\"100.0%\"/>"))
    }

    @Test func `A column of dates stays on one line`() {
        let table = Table(
            columns: [
                .init("t", plain("T")), .init("d", plain("Day")),
                .init("p", plain("Part"), alignsRight: true),
            ],
            rows: [
                [.text("2031-05-07"), .empty, .empty],
                [
                    .text("x"), .day(CivilDate("2031-05-07")),
                    Cell(.string("2031-05"), .text(plain("May 2031"))),
                ],
            ])
        let page = rendered(Output([.table(table)]), .html)
        #expect(page.contains("<table class=\"e3 n2 n3\">"))
        #expect(page.contains(".n3 tr>:nth-child(3)"))
    }

    @Test func `Entries of a schedule have their mark, kind, details, and links that lead only to the web`() {
        let page = Page(
            plain("Japan"),
            ["https://a.example/?x=\"y\"", "javascript:alert(1)"].map { link in
                Page.Section(
                    plain("Day"), note: plain("Kyoto"),
                    parts: [
                        .schedule([
                            .init(
                                time: plain("9:00"), mark: "1", kind: plain("Sight"), color: .first,
                                name: "<Temple>", details: [plain("early"), plain("5 EUR")], links: [link])
                        ])
                    ], startsPaper: true, isBesideOthers: true)
            })
        let html = String(decoding: Renderer.html(page, english), as: UTF8.self)
        let outline = HTMLOutline(html)
        #expect(outline.problems == [])
        #expect(html.contains("<div class=\"tiles days paper\">\n<section>\n<h2>Day <span>Kyoto</span></h2>"))
        #expect(
            html.contains(
                "<li><span>9:00</span><span class=\"mark\" role=\"img\" aria-label=\"Sight 1\">1</span><div><p>&lt;Temple&gt;</p>"
            ))
        #expect(html.contains("<p>early · 5 EUR</p>"))
        #expect(html.contains(">a.example/?x=&quot;y&quot;</a>"))
        #expect(html.contains("<p class=\"long\">javascript:alert(1)</p>"))
        #expect(outline.counts["a"] == 1)
    }

    @Test func `A year is a grid with a column for each week of a month, from the first weekday`() throws {
        let grid = Page.YearGrid(
            plain("Days read"), year: 2026, days: Set([CivilDate("2026-01-01")].compactMap(\.self)),
            spoken: [plain("January: 1")])
        let page = Page(plain("2026"), [Page.Section(parts: [.figures([]), .year(grid)])])
        func path(_ localizer: Localizer) -> Substring? {
            String(decoding: Renderer.html(page, localizer), as: UTF8.self)
                .firstMatch(of: #/<path class="bar" d="([^"]*)"\/>/#)?.1
        }
        // The first of January is a Thursday: the fourth day of a Polish week, and the fifth of an American one.
        #expect(path(polish) == "M42 47h8v8h-8z")
        #expect(path(english) == "M42 56h8v8h-8z")
    }

    @Test func `The bars of a chart have heights in proportion, and the smallest amount is visible`() {
        let chart = BarChart(
            "weeks", title: plain("Weeks"),
            bars: [10_000, 5000, 1, 0].enumerated().map { .init(.number($0), $1) }, isSparkline: true)
        let bars = rendered(Output([.chart(chart)]), .html)
            .matches(of: #/<rect class="bar" x="\d+" y="(\d+)" width="\d+" height="(\d+)"\/>/#)
        #expect(bars.map { $0.2 } == ["120", "60", "1"])
        // All bars stand on the same line.
        #expect(bars.map { (Int($0.1) ?? 0) + (Int($0.2) ?? 0) } == [132, 132, 132])
    }

    @Test func `Amounts over time are lines with a legend`() {
        let chart = BarChart(
            "burnUp", title: plain("Burn-up"),
            series: [.init("all", plain("all")), .init("done", plain("done"))],
            bars: (1...10).map { .init(.number($0), [$0 * 10, $0]) }, isCourse: true)
        let page = rendered(Output([.chart(chart)]), .html)
        #expect(page.contains(">all</text>"))
        #expect(page.contains(">done</text>"))
        #expect(HTMLOutline(page).counts["rect"] == nil)
        #expect(page.matches(of: #/class="course( later)?" d="M/#).count == 4)
    }

    @Test(arguments: [
        (0, 1), (1, 1), (5, 1), (6, 2), (12, 5), (60, 20), (100, 20), (999, 200), (12_345, 5000),
    ])
    func `The horizontal lines of a chart are at round numbers`(_ largest: Int, _ step: Int) {
        #expect(CourseDrawing.roundStep(max(largest, 1)) == step)
    }

    @Test
    func `A map has numbered places, a route, a scale and a legend, and omits outlines beyond its edges`() {
        let places = [("Łódź", 1.0), ("Kraków", 0.0)].map {
            GlobeMap.Place(.text($0.0), Globe.Position(latitude: $0.1, longitude: $0.1))
        }
        let near = (0...4).map { Globe.Position(latitude: Double($0), longitude: 0.5) }
        let far = (0...4).map { Globe.Position(latitude: 60, longitude: Double(100 + $0)) }
        let map = GlobeMap(
            "m", title: plain("Map"), places: places, isRoute: true, minimumWidth: 4000,
            outlines: { [.init(.coast, near), .init(.border, far)] })
        let page = rendered(Output([.map(map)]), .html)
        #expect(page.contains("<ol>\n<li>Łódź</li>\n<li>Kraków</li>\n</ol>"))
        #expect(page.contains("class=\"route\""))
        #expect(page.contains("class=\"coast\""))
        #expect(!page.contains("class=\"border\""))
        #expect(page.contains(">1,000 km   ↑ N</text>"))
        #expect(HTMLOutline(page).counts["circle"] == 2)
        #expect(page.contains("157 kilometres southwest of Łódź"))
    }

    @Test func `Marks of a map don't cover each other, and a mark that is apart has a line to its place`()
        throws
    {
        let spots = [(0.0, 0.0), (0, 0), (0, 0), (0.001, 0.001), (10, 10)]
        let places = spots.map {
            GlobeMap.Place(.text("P"), Globe.Position(latitude: $0.0, longitude: $0.1))
        }
        let page = rendered(Output([.map(GlobeMap("m", title: plain("Map"), places: places))]), .html)
        let circles = page.matches(of: #/cx="(\d+)" cy="(\d+)" r="(\d+)"/#).map {
            (x: Double($0.output.1) ?? 0, y: Double($0.output.2) ?? 0, radius: Double($0.output.3) ?? 0)
        }
        let marks = circles.filter { $0.radius == 10 }
        #expect(marks.count == places.count)
        #expect(circles.count > marks.count)
        for (index, mark) in marks.enumerated() {
            for other in marks[(index + 1)...] {
                let (x, y) = (mark.x - other.x, mark.y - other.y)
                #expect((x * x + y * y).squareRoot() > 19)
            }
        }
    }

    @Test(arguments: [
        ([(0.0, 0.0), (3.0, 10.0)], false), ([(3.0, 0.0), (0.0, 10.0)], true),
        ([(0.0, 0.0), (0.0, 10.0), (3.0, 5.0)], true),
    ])
    func `The scale of a map is beside its marks, if one of the lower corners is free`(
        spots: [(latitude: Double, longitude: Double)], isLeft: Bool
    ) throws {
        let places = spots.map {
            GlobeMap.Place(.text("P"), Globe.Position(latitude: $0.latitude, longitude: $0.longitude))
        }
        let page = rendered(Output([.map(GlobeMap("m", title: plain("Map"), places: places))]), .html)
        let label = try #require(page.firstMatch(of: #/<text x="(\d+)" y="\d+">[^<]*↑ N</#))
        #expect((label.output.1 == "12") == isLeft)
    }

    @Test func `A phone shows the cells of a table of many texts below each other, but not of numbers`() {
        func page(_ aligned: Int) -> String {
            let columns = (0..<5).map { Table.Column("\($0)", plain("C"), alignsRight: $0 < aligned) }
            return rendered(Output([.table(Table(columns: columns, rows: [[.text("x")]]))]), .html)
        }
        #expect(page(0).contains("<table class=\"wide\">"))
        #expect(page(2).contains("<table class=\"wide e1 e2\">"))
        #expect(page(3).contains("<table class=\"e1 e2 e3\">"))
        #expect(page(0).contains(".wide td:empty{display:none}"))
    }

    @Test func `A map omits outlines that are too coarse for it`() {
        let places = [0.0, 1].map {
            GlobeMap.Place(.text("P"), Globe.Position(latitude: $0, longitude: $0))
        }
        let coast = (0...4).map { Globe.Position(latitude: Double($0) / 4, longitude: 0.5) }
        for (width, isShown) in [(800.0, false), (3000, true)] {
            let map = GlobeMap(
                "m", title: plain("Map"), places: places, minimumWidth: width,
                outlines: { [.init(.coast, coast)] })
            #expect(rendered(Output([.map(map)]), .html).contains("class=\"coast\"") == isShown)
        }
    }

    @Test func `A place that the map doesn't show is only in the legend`() {
        let places = [0.0, 50].map {
            GlobeMap.Place(.text("P\(Int($0))"), Globe.Position(latitude: $0, longitude: 0))
        }
        let map = GlobeMap(
            "m", title: plain("Map"), places: places,
            extent: .around(Globe.Position(latitude: 0, longitude: 0), radius: 10))
        let page = rendered(Output([.map(map)]), .html)
        #expect(HTMLOutline(page).counts["circle"] == 1)
        #expect(page.contains("<li>P50 (not on this map)</li>"))
    }

    @Test func `A month is a table with the events on their days`() {
        let month = MonthCalendar(
            year: 2031, month: 5, today: CivilDate("2031-05-07"),
            entries: [.init("Rome", from: CivilDate("2031-05-08"), to: CivilDate("2031-05-09"))].compactMap(
                \.self))
        let page = rendered(Output([.month(month)]), .html)
        #expect(page.contains("<caption>May 2031</caption>"))
        #expect(page.contains("<td><span class=\"today\" aria-current=\"date\">7</span></td>"))
        #expect(page.contains("<td><span>8</span><ul><li>Rome</li></ul></td>"))
        #expect(HTMLOutline(page).counts["li"] == 2)
    }

    @Test func `Sections have ordered headings and start sheets of paper`() {
        let page = Page(
            plain("Japan"),
            [
                .init(blocks: [.message(plain("May"))]),
                .init(plain("Kyoto"), blocks: [.heading(plain("Temples"))], startsPaper: true),
                .init(plain("Packing"), level: 3, blocks: [.heading(plain("Clothes"))]),
            ])
        let html = String(decoding: Renderer.html(page, english), as: UTF8.self)
        #expect(HTMLOutline(html).problems == [])
        #expect(HTMLOutline(html).headings == [1, 2, 3, 3, 4])
        #expect(html.contains("<section class=\"paper\">\n<h2>Kyoto</h2>\n<h3>Temples</h3>\n</section>"))
        #expect(html.contains("<title>Japan</title>"))
        #expect(html.contains(".paper{break-before:page}"))
    }

    @Test @MainActor func `The page of an output replaces its blocks only in HTML`() {
        var output = Output([.message(plain("short"))])
        output.makePage = { Page(plain("Long"), [.init(blocks: [.message(plain("more"))])]) }
        func text(_ format: OutputFormat) -> String {
            let presentation = Presentation(format: format, localizer: english)
            return String(
                decoding: Renderer.render(output.made(for: presentation), presentation).output, as: UTF8.self)
        }
        #expect(text(.html).contains("<h1>Long</h1>"))
        #expect(text(.html).contains("more"))
        #expect(!text(.html).contains("short"))
        #expect(text(.table) == "short\n")
    }

    @Test func `Ten thousand books are less than 2 MB`() {
        let table = Table(
            columns: [
                .init("number", plain("#"), alignsRight: true), .init("status", plain("Status")),
                .init("title", plain("Title")), .init("author", plain("Author")),
                .init("rating", plain("Rating")),
            ],
            rows: (1...10_000).map { number in
                [
                    .identifier(number), Cell(.null, .symbol("●", ascii: "x", spoken: plain("completed"))),
                    .text("A title of thirty characters."), .text("An author of twenty."), stars(5),
                ]
            })
        #expect(rendered(Output([.table(table)]), .html).utf8.count < 2_000_000)
    }
}
