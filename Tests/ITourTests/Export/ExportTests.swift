import Formats
import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Exports")
struct ExportTests {
    /// Returns a planner with values that are difficult to export.
    static func tricky() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try planner.add("Rzym, wieczny; \\ miasto 🏛️") { destination in
            destination.details =
                "Pierwszy wiersz\r\ndrugi, „wiersz”; trzeci\n\ttab \\ <b>&amp;</b> \u{1B}[31m\u{7}"
            destination.setDates(try dates("2025-03-29", "2025-03-31"))
            destination.priority = .must
            destination.timeZone = "Europe/Rome"
            let colosseum = Sight(name: "Koloseum \"wielkie\" <&> 🏟️")
            colosseum.place = try place(41.8902, 12.4922)
            colosseum.address = "Piazza del Colosseo, 1"
            colosseum.note = "Zażółć gęślą jaźń\nEE\u{301}"
            colosseum.isVisited = true
            colosseum.source = "osm:way/1834818"
            let edge = Sight(name: "Koniec świata")
            edge.place = try place(-90, -180)
            destination.sights = [colosseum, edge, Sight(name: "Nigdzie")]
        }
        try planner.add(String(repeating: "Ż", count: 100)) { destination in
            destination.setDates(try dates("2025-10-26T02:30", "2025-10-27T10:00"))
            destination.source = "other:7"
        }
        try planner.add("三体 العربية 👨‍👩‍👧‍👦", sights: ["同じ", "同じ"]) { $0.priority = .meh }
        try planner.add("Rzym, wieczny; \\ miasto 🏛️")
        return planner
    }

    /// Returns all values of a planner, for comparison.
    static func contents(_ planner: TestPlanner) throws -> [[String]] {
        try planner.destinations.map { destination in
            [
                destination.identifier.uuidString, destination.name, destination.details,
                destination.dates?.description ?? "", destination.timeZone ?? "", destination.priority.word,
                destination.source ?? "",
            ]
                + destination.sights.flatMap { sight in
                    [
                        sight.identifier.uuidString, sight.name, sight.note, "\(sight.latitude ?? 999)",
                        "\(sight.longitude ?? 999)", sight.address, "\(sight.isVisited)", sight.source ?? "",
                    ]
                }
        }
    }

    @Test(arguments: ["json", "csv"])
    func `An export imported into an empty store gives the same data, and adds nothing to its own store`(
        format: String
    ) async throws {
        let planner = try await Self.tricky()
        let text = try planner.exported(format)
        let copy = try await TestPlanner()
        let report = try await copy.importText(text)
        #expect(report.added.destinations == 4)
        #expect(report.added.sights == 5)
        #expect(report.skipped.isEmpty)
        #expect(try Self.contents(copy) == Self.contents(planner))
        #expect(try copy.exported(format) == text)

        let again = try await planner.importText(text)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.skipped.isEmpty)
        #expect(try Self.contents(copy) == Self.contents(planner))
    }

    @Test(arguments: ["json", "csv"])
    func `Two sights with the same source stay two in an export`(format: String) async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Pantheon", "Pantheon"]) { rome in
            for sight in rome.sights { sight.source = "osm:node/7" }
            rome.sights[1].note = "closed on Monday"
        }
        let text = try planner.exported(format)
        let copy = try await TestPlanner()
        let report = try await copy.importText(text)
        #expect(report.added.sights == 2)
        #expect(report.known == 0)
        #expect(try Self.contents(copy) == Self.contents(planner))
        for store in [planner, copy] {
            let again = try await store.importText(text)
            #expect(again.added.destinations == 0)
            #expect(again.added.sights == 0)
        }
        // If one of two equal sights is deleted, an import restores it beside the other.
        let rome = try #require(try copy.destinations.first)
        copy.context.delete(rome.sights[1])
        try copy.context.save()
        let back = try await copy.importText(text)
        #expect(back.added.sights == 1)
        #expect(back.known == 1)
        #expect(rome.sights.map(\.note) == ["", "closed on Monday"])
    }

    @Test func `Random destinations and sights survive an export and are imported once`() async throws {
        var random = SeededGenerator()
        for _ in 0..<12 {
            let planner = try await TestPlanner()
            for number in 0..<Int.random(in: 1...4, using: &random) {
                try planner.add(Self.oddName(&random)) { destination in
                    destination.details = Self.oddText(&random)
                    destination.priority = Priority.allCases.randomElement(using: &random) ?? .must
                    destination.timeZone =
                        [nil, "Europe/Rome", "Asia/Tokyo"].randomElement(using: &random) ?? nil
                    let periods: [TripDates?] = try [
                        nil, dates("2031-05-01"), dates("2031-05-01", "2031-05-04"),
                        dates("2031-05-01T12:30", "2031-05-01T18:00"),
                    ]
                    destination.setDates(periods.randomElement(using: &random) ?? nil)
                    if Bool.random(using: &random) { destination.source = "other:\(number)" }
                    destination.sights = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        Self.oddSight(&random)
                    }
                }
            }
            for format in ["json", "csv"] {
                let text = try planner.exported(format)
                let copy = try await TestPlanner()
                let report = try await copy.importText(text)
                #expect(report.known == 0)
                #expect(report.skipped.isEmpty)
                #expect(try Self.contents(copy) == Self.contents(planner), "\(text)")
                #expect(try copy.exported(format) == text)
                let again = try await planner.importText(text)
                #expect(again.added.destinations == 0, "\(text)")
                #expect(again.added.sights == 0, "\(text)")
                #expect(try planner.exported(format) == text)
            }
        }
    }

    @Test(arguments: ["json", "csv", "geojson", "kml"])
    func `Names keep their whitespace in an export`(format: String) async throws {
        let planner = try await TestPlanner()
        let names = ["東京\u{3000}タワー", "Foo\u{A0}Bar", "two  spaces"]
        for name in names {
            try planner.add(name, sights: [name]) { $0.sights[0].place = try place(41.89, 12.49) }
        }
        let copy = try await TestPlanner()
        let report = try await copy.importText(try planner.exported(format))
        #expect(report.skipped.isEmpty)
        #expect(report.added.sights == 3)
        #expect(try copy.destinations.map(\.name) == names)
        #expect(try copy.destinations.flatMap { $0.sights.map(\.name) } == names)
    }

    @Test func `NUL is removed on import and export`() async throws {
        let planner = try await TestPlanner()
        _ = try await planner.importText(
            #"{"format":"itour","version":1,"destinations":[{"name":"Ro\u0000me","details":"a\u0000b","source":"o\u0000sm:1","sights":[{"name":"\u0000Forum","note":"c\u0000","source":"\u0000x"}]}]}"#
        )
        let destination = try #require(try planner.destinations.first)
        #expect((destination.name, destination.details) == ("Rome", "ab"))
        #expect(destination.sights.map(\.name) == ["Forum"])
        #expect(destination.sights.map(\.note) == ["c"])
        #expect(destination.source == "osm:1")
        #expect(destination.sights.map(\.source) == ["x"])
        // An existing store may already contain a NUL character, which an export must omit.
        destination.details = "a\u{0}b"
        #expect(!(try planner.exported("csv")).unicodeScalars.contains { $0.value == 0 })
    }

    private static func oddText(_ random: inout SeededGenerator) -> String {
        let parts = [
            "a", "Ł", "E\u{301}", "👨‍👩‍👧‍👦", "\"", ",", ";", "\\", "'", "=1+1", "null", "<&>", " ", "\t", "\n",
            "\r\n", "\r", "\u{7}", "\u{1B}[31m", "\u{7F}", "\u{85}x", "\u{2028}", "\u{202E}", "\u{FEFF}",
            "\u{FFFE}",
        ]
        let count = Int.random(in: 0...4, using: &random)
        return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }

    /// Returns a random name that `add` accepts. Names are often repeated.
    private static func oddName(_ random: inout SeededGenerator) -> String {
        let text = Bool.random(using: &random) ? oddText(&random) : "Rome"
        return RawFields.name(text) ?? "Oslo"
    }

    private static func oddSight(_ random: inout SeededGenerator) -> Sight {
        let sight = Sight(name: oddName(&random))
        sight.note = oddText(&random)
        sight.address = oddText(&random)
        sight.isVisited = Bool.random(using: &random)
        sight.source = [nil, "osm:node/7", "osm:way/7"].randomElement(using: &random) ?? nil
        if Bool.random(using: &random) {
            let latitudes: [Double] = [
                0, -90, 90, 0.1 + 0.2, 1e-7, Double.random(in: -90...90, using: &random),
            ]
            sight.place = Coordinates(
                latitude: latitudes.randomElement(using: &random) ?? 0,
                longitude: Double.random(in: -180...180, using: &random))
        }
        return sight
    }

    @Test(arguments: ["geojson", "gpx", "kml"])
    func `Maps return sights to their destinations and add nothing twice`(format: String) async throws {
        let planner = try await Self.tricky()
        let result = try planner.export(format)
        #expect(result.unplaced == 3)
        // GeoJSON can represent a sight without a place. GPX and KML can't.
        #expect(result.unmapped == (format == "geojson" ? 2 : 3))
        let copy = try await TestPlanner()
        let text = String(decoding: result.bytes, as: UTF8.self)
        let report = try await copy.importText(text)
        #expect(report.skipped.isEmpty)
        let name = "Rzym, wieczny; \\ miasto 🏛️"
        let expected = ["Koloseum \"wielkie\" <&> 🏟️", "Koniec świata"]
        #expect(try copy.sights(of: name).prefix(2) == expected[...])
        let sight = try #require(try copy.destinations.first?.sights.first)
        #expect(try sight.isVisited && sight.place == place(41.8902, 12.4922))
        #expect(sight.note == "Zażółć gęślą jaźń\nEE\u{301}")
        let again = try await copy.importText(text)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == report.added.sights)
        let same = try await planner.importText(text)
        #expect(same.added.destinations == 0)
        #expect(same.added.sights == 0)
    }

    @Test(arguments: ["geojson", "gpx", "kml"], ["Rome", "Rome\u{1B}"])
    func `Known sights create no destination if the name in the file is outdated or changed`(
        format: String, name: String
    ) async throws {
        let planner = try await TestPlanner()
        let rome = try planner.add(name, sights: ["Colosseum", "Pantheon"]) { rome in
            for sight in rome.sights { sight.place = try place(41.89, 12.49) }
        }
        let text = try planner.exported(format)
        if name == "Rome" { rome.name = "Rome 2031" }
        try planner.context.save()
        let report = try await planner.importText(text)
        #expect(report.added.destinations == 0)
        #expect(report.added.sights == 0)
        #expect(report.known == 2)
        #expect(try planner.destinations.count == 1)
    }

    @Test(arguments: ["geojson", "gpx", "kml"])
    func `Sights of a map return to their destination despite others with the same name and date`(
        format: String
    ) async throws {
        let planner = try await TestPlanner()
        for (sight, start, end) in [
            ("Colosseum", "2024-05-01", "2024-05-03"), ("Pantheon", "2025-05-01", nil),
        ] {
            try planner.add("Rome", sights: [sight]) { rome in
                rome.setDates(try dates(start, end))
                rome.sights[0].place = try place(41.89, 12.49)
            }
        }
        let copy = try await TestPlanner()
        _ = try await copy.importText(planner.exported("json"))
        let forum = Sight(name: "Forum")
        forum.place = try place(41.9, 12.5)
        let copied = try copy.destinations[1]
        copied.sights.append(forum)
        try copy.context.save()
        let map = try copy.exported(format)
        let expected = [["Colosseum"], ["Pantheon", "Forum"]]
        for start in ["2025-05-01", "2024-05-01", "2031-05-01"] {
            // An import adds a deleted sight to its destination again, even if the destination's dates were
            // changed.
            let rome = try planner.destinations[1]
            rome.setDates(try dates(start))
            for sight in rome.sights where sight.name == "Forum" { planner.context.delete(sight) }
            try planner.context.save()
            let report = try await planner.importText(map)
            #expect(report.added.destinations == 0)
            #expect(report.added.sights == 1)
            #expect(report.known == 2)
            #expect(try planner.destinations.map { $0.sights.map(\.name) } == expected, "\(start)")
        }
        let empty = try await TestPlanner()
        let report = try await empty.importText(map)
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 3)
        #expect(try empty.destinations.map { $0.sights.map(\.name) } == expected)
        #expect(
            try empty.destinations.map { $0.dates?.description } == ["2024-05-01/2024-05-03", "2025-05-01"])
        #expect(try empty.destinations.map(\.identifier) == copy.destinations.map(\.identifier))
        let again = try await empty.importText(map)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 3)
    }

    @Test(arguments: ["geojson", "gpx", "kml"], ["", "2025-05-01"])
    func `Sights of a map restore their deleted destination and don't go to a namesake`(
        format: String, start: String
    ) async throws {
        for isGoneFirst in [true, false] {
            let planner = try await TestPlanner()
            for isGone in [isGoneFirst, !isGoneFirst] {
                try planner.add("Rome", sights: isGone ? ["Colosseum", "Forum"] : ["Trevi"]) { rome in
                    let date = isGone ? "2025-05-01" : start
                    if !date.isEmpty { rome.setDates(try dates(date)) }
                    if isGone { rome.timeZone = "Europe/Rome" }
                    for sight in rome.sights { sight.place = try place(41.89, 12.49) }
                }
            }
            let map = try planner.exported(format)
            let expected = try Set(Self.contents(planner))
            let gone = try #require(try planner.destinations.first { $0.sights.count == 2 })
            planner.context.delete(gone)
            try planner.context.save()
            let report = try await planner.importText(map)
            #expect(report.added.destinations == 1)
            #expect(report.added.sights == 2)
            #expect(report.known == 1)
            #expect(try Set(Self.contents(planner)) == expected)
            let again = try await planner.importText(map)
            #expect(again.added.destinations == 0)
            #expect(again.added.sights == 0)
            #expect(again.known == 3)
            #expect(try Set(Self.contents(planner)) == expected)
        }
    }

    @Test(arguments: ["geojson", "gpx", "kml"])
    func `A map contains the time zone of a destination with its dates`(format: String) async throws {
        let planner = try await TestPlanner()
        let trips: [(name: String, zone: String?, period: TripDates?)] = try [
            ("Oslo", "Europe/Oslo", dates("2026-06-01T18:30")), ("Kyoto", "Asia/Tokyo", nil),
            ("Rome", nil, dates("2026-07-01T10:00", "2026-07-02T12:00")),
        ]
        for (name, zone, period) in trips {
            try planner.add(name, sights: ["Opera"]) { destination in
                destination.setDates(period)
                destination.timeZone = zone
                destination.sights[0].place = try place(41.89, 12.49)
            }
        }
        let copy = try await TestPlanner()
        let map = try planner.exported(format)
        let report = try await copy.importText(map)
        #expect(report.added.destinations == 3)
        #expect(report.skipped.isEmpty)
        #expect(try Self.contents(copy) == Self.contents(planner))
        // An unknown time zone doesn't prevent the import of the sight and its dates.
        let other = try await TestPlanner()
        let odd = try await other.importText(map.replacing("Europe/Oslo", with: "Europe/Nowhere"))
        #expect(odd.added.destinations == 3)
        #expect(odd.skipped.isEmpty)
        let oslo = try #require(try other.destinations.first)
        #expect(oslo.timeZone == nil)
        #expect(oslo.dates?.description == "2026-06-01T18:30")
    }

    @Test(arguments: ["geojson", "gpx", "kml"])
    func `A map contains all data of its destinations and sights, so a full export adds nothing`(
        format: String
    ) async throws {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome", sights: ["Colosseum", "Forum", "Trevi"]) { rome in
            rome.details = "City of <seven> hills,\nby train"
            rome.setDates(try dates("2031-05-01", "2031-05-04"))
            rome.priority = .must
            rome.source = "other:7"
            rome.sights[0].source = "osm:way/7"
            rome.sights[1].source = "osm:node/8"
            rome.sights[1].note = "old"
            rome.sights[1].otherName = "Forum Romanum"
            rome.sights[1].hours = "Mo-Su 09:00-17:00; Tu off"
            rome.sights[1].link = "https://forum.example/?a=1&b=2"
            rome.sights[1].phone = "+39 06"
        }
        try planner.add("Oslo", sights: ["Opera"]) { $0.priority = .meh }
        try planner.add("Rome", sights: ["Pantheon"]) { $0.details = "Someday" }
        for destination in try planner.destinations {
            for sight in destination.sights { sight.place = try place(41.89, 12.49) }
        }
        try planner.context.save()
        let map = try planner.exported(format)
        let copy = try await TestPlanner()
        let report = try await copy.importText(map)
        #expect(report.added.destinations == 3)
        #expect(report.added.sights == 5)
        #expect(report.skipped.isEmpty)
        #expect(try Self.contents(copy) == Self.contents(planner))
        let full = try await copy.importText(planner.exported("json"))
        #expect(full.added.destinations == 0)
        #expect(full.added.sights == 0)
        #expect(full.known == 5)
        #expect(try Self.contents(copy) == Self.contents(planner))
        #expect(try copy.exported("json") == planner.exported("json"))

        // An import doesn't change an existing destination.
        let changed = try copy.destinations[0]
        changed.details = ""
        changed.priority = .meh
        try copy.context.save()
        let again = try await copy.importText(map)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 5)
        #expect(changed.details.isEmpty)
        #expect(changed.priority == .meh)
        // In the map, the first sight contains the destination's details. They are imported even if that
        // sight already exists in another destination.
        let other = try await TestPlanner()
        try other.add("Italy") { italy in
            italy.sights = [Sight(identifier: rome.sights[0].identifier, name: "Colosseum")]
        }
        let rest = try await other.importText(map)
        #expect(rest.added.destinations == 3)
        #expect(rest.added.sights == 4)
        #expect(rest.known == 1)
        let made = try #require(try other.destinations.first { $0.source == "other:7" })
        #expect(made.details == rome.details)
        #expect(made.sights.map(\.name) == ["Forum", "Trevi"])
        // If the first sight has no place, the map still contains the details.
        rome.sights[0].place = nil
        try planner.context.save()
        let unplaced = try await TestPlanner()
        _ = try await unplaced.importText(planner.exported(format))
        #expect(try unplaced.destinations.map(\.details) == [rome.details, "", "Someday"])
    }

    @Test(arguments: ["geojson", "gpx", "kml"])
    func `A map adds sights to a destination with the same source`(format: String) async throws {
        let planner = try await TestPlanner(), other = try await TestPlanner()
        for (store, sights) in [(planner, ["Forum", "Trevi"]), (other, [])] {
            try store.add("Rome", sights: sights) { rome in
                rome.source = "other:7"
                for sight in rome.sights { sight.place = try place(41.89, 12.49) }
            }
        }
        let report = try await other.importText(planner.exported(format))
        #expect(report.added.destinations == 0)
        #expect(report.added.sights == 2)
        #expect(try other.sights(of: "Rome") == ["Forum", "Trevi"])
    }

    @Test func `Details of a route apply to its destination regardless of distance and order in the file`()
        async throws
    {
        let identifier = UUID().uuidString
        let points = (1...2100).map { number in
            """
            <wpt lat="41.89" lon="12.49"><name>Sight \(number)</name><extensions>
            <itour:destination>Rome</itour:destination>
            <itour:destinationIdentifier>\(identifier)</itour:destinationIdentifier></extensions></wpt>
            """
        }
        let route = """
            <rte><name>Rome</name><desc>a &lt;b&gt; &amp; c</desc><extensions>
            <itour:destinationIdentifier>\(identifier)</itour:destinationIdentifier></extensions></rte>
            """
        for parts in [points + [route], [route] + points] {
            let planner = try await TestPlanner()
            let report = try await planner.importText(
                "<gpx version=\"1.1\" creator=\"itour\" xmlns:itour=\"urn:x\">\(parts.joined())</gpx>")
            #expect(report.added.destinations == 1)
            #expect(report.added.sights == 2100)
            #expect(report.skipped.isEmpty)
            #expect(try planner.destinations.map(\.details) == ["a <b> & c"])
        }
    }

    @Test(arguments: [true, false])
    func `A map gives the same data, also if another program has rewritten it`(isOther: Bool) async throws {
        let planner = try await TestPlanner()
        for (details, start, sights) in [
            ("Spring", "2031-05-01", ["Forum", "Trevi"]), ("Autumn", "2031-10-01", ["Trevi"]),
        ] {
            try planner.add("Rome", sights: sights) { rome in
                rome.details = details
                rome.setDates(try dates(start, nil))
                for (index, sight) in rome.sights.enumerated() {
                    sight.place = try place(41.89, 12.49 + Double(index))
                }
            }
        }
        var map = try planner.exported("gpx")
        if isOther { map = map.replacing("creator=\"itour\"", with: "creator=\"JOSM\"") }
        let copy = try await TestPlanner()
        let report = try await copy.importText(map)
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 3)
        #expect(report.skipped.isEmpty)
        #expect(try Self.contents(copy) == Self.contents(planner))
        let again = try await copy.importText(map)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 3)
        // Points of a route that were moved or renamed are not imported twice. A point that was added to the
        // route is imported into the route's destination.
        var edited = map.replacing("<name>Forum</name>", with: "<name>Foro</name>", maxReplacements: 1)
            .replacing(
                "</rte>", with: "<rtept lat=\"1\" lon=\"2\"><name>Inn</name></rtept></rte>",
                maxReplacements: 1)
        edited.replace("lon=\"13.49\"", with: "lon=\"13.4901\"", maxReplacements: 1)
        let other = try await TestPlanner()
        let rest = try await other.importText(edited)
        #expect(rest.added.destinations == 2)
        #expect(rest.added.sights == 4)
        #expect(try other.destinations[0].sights.map(\.name).sorted() == ["Foro", "Inn", "Trevi"])
    }

    @Test func `Route points that match a waypoint only by name or place are new, unless both match`()
        async throws
    {
        let planner = try await TestPlanner()
        for (details, start) in [("Spring", "2031-05-01"), ("Autumn", "2031-10-01")] {
            try planner.add("Wien", sights: ["Dom", "Hotel " + start]) { wien in
                wien.details = details
                wien.setDates(try dates(start, nil))
                for (index, sight) in wien.sights.enumerated() {
                    sight.place = try place(48.2, 16.3 + Double(index))
                }
            }
        }
        let map = try planner.exported("gpx")
        let added = map.replacing(
            "</rte>",
            with: """
                <rtept lat="48.9" lon="16.9"><name>Dom</name><desc>other Dom</desc></rtept>
                <rtept lat="48.2" lon="17.3"><name>Dinner</name></rtept></rte>
                """, maxReplacements: 1)
        let copy = try await TestPlanner()
        let report = try await copy.importText(added)
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 6)
        #expect(
            try copy.destinations[0].sights.map(\.name).sorted() == [
                "Dinner", "Dom", "Dom", "Hotel 2031-05-01",
            ])
    }

    @Test func `A route of no known destination becomes a destination, also in our own files`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Forum"]) { $0.sights[0].place = try place(41.89, 12.49) }
        let map = try planner.exported("gpx").replacing(
            "</gpx>",
            with: "<rte><name>Paris</name><rtept lat=\"1\" lon=\"2\"><name>Louvre</name></rtept></rte></gpx>")
        let report = try await planner.importText(map)
        #expect(report.added.destinations == 1)
        #expect(report.added.sights == 1)
        #expect(report.known == 1)
        #expect(try planner.sights(of: "Paris") == ["Louvre"])
    }

    @Test func `Rows of known sights create no destination with an outdated name`() async throws {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome", sights: ["Colosseum"])
        let identifier = try #require(rome.sights.first).identifier
        rome.name = "Rome 2031"
        try planner.context.save()
        let report = try await planner.importText(
            "destination,sight,sightIdentifier\nRome,Colosseum,\(identifier.uuidString)\n")
        #expect(report.added.destinations == 0)
        #expect(report.added.sights == 0)
        #expect(report.known == 1)
        #expect(try planner.destinations.count == 1)
    }

    @Test func `Calendar lines have at most 75 octets, end with CRLF and never split a character`()
        async throws
    {
        let bytes = try await Self.tricky().export("ics").bytes
        var rest = bytes[...]
        var lines: [ArraySlice<UInt8>] = []
        while let end = rest.firstRange(of: [0x0D, 0x0A]) {
            lines.append(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        #expect(rest.isEmpty)
        #expect(lines.count > 20)
        for line in lines {
            #expect(line.count <= 75)
            #expect(String(validating: line, as: UTF8.self) != nil)
            #expect(!line.contains(0x0A))
            #expect(!line.contains(0x0D))
        }
        // After removing the line folds, the name is complete.
        let unfolded = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n ", with: "")
        #expect(unfolded.contains("SUMMARY:" + String(repeating: "Ż", count: 100) + "\r\n"))
    }

    @Test func `Calendar lines fold correctly at every length and character size`() {
        for unit in ["a", "ż", "三", "🏛"] {
            for count in 0...200 {
                var lines = ContentLines()
                let value = String(repeating: unit, count: count)
                lines.append("X", value)
                let text = String(decoding: lines.bytes, as: UTF8.self)
                #expect(text.replacingOccurrences(of: "\r\n ", with: "") == "X:\(value)\r\n")
                for line in text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
            }
        }
    }

    @Test
    func
        `In a calendar, all-day events have an exclusive end, times are floating and identifiers are stable`()
        async throws
    {
        let planner = try await Self.tricky()
        let first = try planner.exported("ics"), second = try planner.exported("ics")
        #expect(first == second)
        #expect(first.contains("DTSTART;VALUE=DATE:20250329\r\nDTEND;VALUE=DATE:20250401\r\n"))
        #expect(first.contains("DTSTART:20251026T023000\r\nDTEND:20251027T100000\r\n"))
        #expect(first.contains("DTSTAMP:20240315T120000Z"))
        #expect(!first.contains("TZID"))
        #expect(!first.contains("VTIMEZONE"))
        #expect(try planner.export("ics").undated == 2)
        let identifier = try #require(try planner.destinations.first?.identifier)
        #expect(first.contains("UID:\(identifier.uuidString.lowercased())"))
    }

    @Test func `Calendar texts are escaped, and control characters are removed`() {
        #expect(
            ContentLines.escaped("a\\b;c,d\r\ne\nf\u{2028}g\u{1B}\u{7}\th") == "a\\\\b\\;c\\,d\\ne\\nf\\ng\th"
        )
        #expect(ContentLines.escaped("👨‍👩‍👧‍👦\u{85}x") == "👨‍👩‍👧‍👦\\nx")
    }

    @Test func `The printable plan is in the user's language, and data are escaped in its markup`()
        async throws
    {
        let planner = try await TestPlanner(language: "pl_PL.UTF-8")
        try planner.add("*Rzym* <b>", sights: ["[x](y)"]) {
            $0.setDates(try dates("2025-05-01", "2025-05-04"))
        }
        let text = try planner.exported("md")
        #expect(text.hasPrefix("# Podróże\n\n## \\*Rzym\\* \\<b\\>\n\n"))
        #expect(text.contains("**1 maj 2025 – 4 maj 2025 · Może**"))
        #expect(text.contains("1. [ ] \\[x\\](y)"))
    }

    @Test func `A calendar reminds of transport and timed visits, and comes back without notes about that`()
        async throws
    {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan 2027-04-05 2027-04-12")
        try await planner.run("leg add flight WAW NRT 2027-04-05 14:20 2027-04-06 09:40")
        try await planner.run("leg add train Narita Tokyo 2027-04-06 11:00 12:10")
        try await planner.run("leg add bus Tokyo Nikko 2027-04-07")
        try await planner.run("add Tokyo 2027-04-06 2027-04-12")
        try await planner.run("sight add Museum 2027-04-08 10:00")
        try await planner.run("sight add Garden 2027-04-09")
        let write = try #require(TripExport.formats["ics"])
        let export = TripExport(
            destinations: try planner.destinations, trips: try planner.session.tripsInOrder(),
            now: TestPlanner.noon, localizer: planner.session.localizer)
        let text = String(decoding: write(export).bytes, as: UTF8.self)
        let triggers = text.split(separator: "\r\n").filter { $0.hasPrefix("TRIGGER:") }.map {
            $0.dropFirst(8)
        }
        #expect(triggers.sorted() == ["-P1D", "-PT1H", "-PT30M", "-PT3H"])
        #expect(
            text.contains(
                "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT30M\r\nDESCRIPTION:Museum\r\nEND:VALARM"))
        let other = try await TestPlanner()
        #expect(try await other.importText(text, named: "trips.ics").ignored.isEmpty)
    }
}
