import Formats
import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Importing KML")
struct KMLImportTests {
    nonisolated private static func kml(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>\(content)</Document></kml>
        """
    }

    nonisolated private static func point(_ name: String, _ more: String = "") -> String {
        "<Placemark><name>\(name)</name>\(more)<Point><coordinates>135.7482,35.0142,0</coordinates></Point></Placemark>"
    }

    nonisolated private static let journey = kml(
        """
        <name>Japan.kml</name><Style id="a"><IconStyle><Icon><href>x.png</href></Icon></IconStyle></Style>
        \(point("Loose"))
        <Folder><name>Kyoto</name>
        \(point("Castle", "<styleUrl>#a</styleUrl>"))
        <Folder><visibility>1</visibility>\(point("Inner"))</Folder>
        <Folder><name>Nara</name>\(point("Deer"))</Folder>
        \(point("Later"))
        </Folder>
        """)

    @Test func `Placemarks become sights of a destination with the name of their folder or document`()
        async throws
    {
        let planner = try await TestPlanner()
        let report = try await planner.importText(Self.journey)
        #expect(report.added.destinations == 3)
        #expect(report.added.sights == 5)
        #expect(report.skipped.isEmpty)
        #expect(report.ignored.isEmpty)
        #expect(report.entries.unknownFields.isEmpty)
        #expect(try planner.destinations.map(\.name) == ["Japan", "Kyoto", "Nara"])
        #expect(try planner.sights(of: "Japan") == ["Loose"])
        #expect(try planner.sights(of: "Kyoto") == ["Castle", "Inner", "Later"])
        #expect(try planner.sights(of: "Nara") == ["Deer"])
        #expect(try planner.destinations[0].sights[0].place == place(35.0142, 135.7482))
        let again = try await planner.importText(Self.journey)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 5)

        let other = try await TestPlanner()
        let into = try other.add("All")
        let all = try await other.importText(Self.journey, into: into)
        #expect(all.added.destinations == 0)
        #expect(all.added.sights == 5)
    }

    @Test func `Without names of folders, placemarks go to a destination with the name of the file`()
        async throws
    {
        let planner = try await TestPlanner()
        _ = try await planner.importText(
            Self.kml("<Folder>\(Self.point("Castle"))</Folder>"), named: "map.KML")
        #expect(try planner.destinations.map(\.name) == ["map"])
    }

    @Test func `An area comes with its middle without holes, a line with its beginning`() async throws {
        let map = Self.kml(
            """
            <Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
             179,10 -179,10 -179,12 179,12 179,10
            </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>0,0 50,50 0,0
            </coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
            <Placemark><name>Path</name><LineString><coordinates>135.1,35.1,7 135.2,35.2,8</coordinates></LineString></Placemark>
            <Placemark><name>Both</name><MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString>
            <Point><coordinates>5,6</coordinates></Point></MultiGeometry></Placemark>
            <Placemark><name>Nowhere</name><address>Main Street 1</address></Placemark>
            <Placemark><name>Spaces</name><Point><coordinates>
             135.5, 35.25 , 0 </coordinates></Point></Placemark>
            """)
        let planner = try await TestPlanner()
        let report = try await planner.importText(map)
        #expect(report.added.sights == 5)
        #expect(report.skipped.isEmpty)
        #expect(report.ignored.isEmpty)
        let sights = try #require(try planner.destinations.first?.sights)
        #expect(try sights[0].place == place(11, 180))
        #expect(try sights[1].place == place(35.1, 135.1))
        #expect(try sights[2].place == place(6, 5))
        #expect(sights[3].place == nil && sights[3].address == "Main Street 1")
        #expect(try sights[4].place == place(35.25, 135.5))
    }

    @Test func `Descriptions in HTML become plain text, and the values of other programs are kept`()
        async throws
    {
        let map = Self.kml(
            Self.point(
                "Castle",
                """
                <phoneNumber>+81 75</phoneNumber>
                <description><![CDATA[<img src="x.png"/><p class="a">Palace &amp; garden</p>Closed <b>Tuesdays</b>,<br>5 < 6 & 7]]></description>
                <ExtendedData><Data name="website"><displayName>W</displayName><value>https://castle.example</value></Data>
                <Data name="opening_hours"><value>Mo-Su 09:00-17:00</value></Data>
                <SchemaData><SimpleData name="Ticket">1300 yen</SimpleData></SchemaData></ExtendedData>
                """))
        let planner = try await TestPlanner()
        _ = try await planner.importText(map)
        let sight = try #require(try planner.destinations.first?.sights.first)
        #expect(sight.note == "Palace & garden\nClosed Tuesdays,\n5 < 6 & 7\nTicket: 1300 yen")
        #expect(sight.phone == "+81 75")
        #expect(sight.link == "https://castle.example")
        #expect(sight.hours == "Mo-Su 09:00-17:00")
    }

    @Test func `Network links aren't followed, and what can't be imported is told`() async throws {
        let map = Self.kml(
            """
            <NetworkLink><name>Net</name><Link><href>http://127.0.0.1:9/x.kml</href></Link></NetworkLink>
            <GroundOverlay><name>Old map</name></GroundOverlay><gx:Tour><name>Flight</name></gx:Tour>
            <Wibble><Placemark><name>Hidden</name></Placemark></Wibble>
            <Placemark><name>Walk</name><gx:Track><when>2020-01-01</when></gx:Track></Placemark>
            <Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>
            <Placemark><name>Far</name><Point><coordinates>999,2</coordinates></Point></Placemark>
            <Placemark><name>Odd</name><Point><coordinates>east</coordinates></Point></Placemark>
            <Folder><name>Kyoto</name><description>Old town</description></Folder>
            \(Self.point("Castle", "<Wobble/>"))
            """)
        let planner = try await TestPlanner()
        let report = try await planner.importText(map)
        #expect(report.added.sights == 3)
        #expect(
            report.ignored == [
                .networkLink: 1, .overlay: 2, .track: 1, .unnamedPoint: 1, .otherDetails: 1,
            ])
        #expect(report.entries.unknownFields == ["Wibble", "Wobble"])
        #expect(report.dropped == ["8 Far: coordinates (999,2)", "9 Odd: coordinates (east)"])
        let texts = report.output(isDryRun: false).blocks.compactMap { block -> String? in
            switch block {
            case .message(let text), .warning(let text): planner.session.localizer.string(text)
            default: nil
            }
        }
        #expect(texts.contains { $0.contains("the contents of 1 network link") })
        #expect(texts.contains("Not imported from the file: “Wibble” and “Wobble”."))
    }

    @Test(
        arguments: [
            (String(journey.dropLast(40)), "cut off"),
            (journey.replacing("<Document>", with: "<Document><oops>"), "not valid XML"),
            (
                "<!DOCTYPE kml [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><kml><name>&c;</name></kml>",
                "entities"
            ),
            ("<?xml version=\"1.0\"?><note/>", "note"),
        ])
    func `A file that isn't sound is refused as a whole`(_ file: (text: String, word: String)) async throws {
        let planner = try await TestPlanner()
        let error = await #expect(throws: TripFileError.self) {
            _ = try await planner.importText(file.text)
        }
        let problem = try #require(error?.problem)
        #expect(planner.session.localizer.string(problem).contains(file.word))
        #expect(try planner.destinations.isEmpty)
    }

    @Test func `An archive is imported by its first KML file, and refused without one`() async throws {
        let planner = try await TestPlanner()
        let archive = ZipWriter.archive("files/Map.KML", Array(Self.journey.utf8))
        let report = try await planner.importBytes(archive, named: "map.kmz")
        #expect(report.added.destinations == 3)
        #expect(report.added.sights == 5)
        for (bytes, expected) in [
            (
                ZipWriter.archive("map.txt", Array(Self.journey.utf8)),
                "contains neither a KML file nor a pass"
            ),
            (Array(archive.dropLast(archive.count / 2)), "is cut off"),
            (archive.map { $0 == UInt8(ascii: "K") ? UInt8(ascii: "L") : $0 }, "can't be imported"),
            (ZipWriter.archive("doc.kml", Array("{}".utf8)), "contains neither a KML file nor a pass"),
        ] {
            do {
                _ = try await planner.importBytes(bytes)
                Issue.record("“\(expected)” was expected")
            } catch let error as TripFileError {
                let message = planner.session.localizer.string(error.problem)
                #expect(message.contains(expected), "\(message)")
            } catch {
                #expect(expected == "can't be imported", "\(error)")
            }
        }
    }

    @Test(arguments: ["kml", "kmz"])
    func `A whole trip exported and imported again adds nothing, and keeps its plan in an empty store`(
        format: String
    ) async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan --date 2027-04-01 --end 2027-04-21 --details Sakura")
        let trip = try #require(try planner.session.tripsInOrder().first)
        let kyoto = try planner.add("Kyoto", sights: ["Castle", "Deer"]) { kyoto in
            kyoto.trip = trip
            kyoto.details = "Old <town>"
            kyoto.country = "JP"
            kyoto.timeZone = "Asia/Tokyo"
            kyoto.place = try place(35.02, 135.75)
            kyoto.setDates(try dates("2027-04-05", "2027-04-08"))
            let sight = kyoto.sights[0]
            sight.place = try place(35.0142, 135.7482)
            sight.schedule = moment("2027-04-05T09:30")
            sight.duration = 120
            sight.rating = 4
            sight.cost = Money(1300, "JPY")
            sight.otherName = "二条城"
            sight.hours = "Mo-Su 09:00-17:00"
            sight.link = "https://castle.example?a=1&b=2"
            sight.phone = "+81 75"
            sight.address = "Nijō <541>"
            sight.note = "a < b\n<b>bold?</b>"
            sight.visitedOn = day(2027, 4, 5)
            kyoto.sights[1].place = try place(34.68, 135.84)
        }
        try await planner.run("leg add train Kyoto Tokyo --depart \"2027-04-08 09:12\" --arrive 11:27")
        try await planner.run(
            "stay add Ryokan --check-in 2027-04-05 --check-out 2027-04-08 --at 35.01,135.76")
        let write = try #require(TripExport.formats[format])
        let export = write(
            TripExport(
                destinations: [kyoto], trips: [trip], now: TestPlanner.noon,
                localizer: planner.session.localizer))
        #expect(export.unmapped == 0)
        #expect(export.unplaced == 0)
        if format == "kml" {
            let text = String(decoding: export.bytes, as: UTF8.self)
            // The way from Kyoto to Tokyo, with the city from the gazetteer.
            #expect(text.contains("<coordinates>135.75,35.02 139.69171,35.6895</coordinates>"))
            #expect(text.contains("<name>Ryokan</name>"))
        }
        let again = try await planner.importBytes(export.bytes)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 3)
        #expect(again.ignored == [.planOnMap: 2])
        #expect(try planner.destinations.count == 1 && kyoto.sights.count == 2)

        let copy = try await TestPlanner()
        let report = try await copy.importBytes(export.bytes)
        #expect(report.added.destinations == 1)
        #expect(report.added.sights == 2)
        let made = try #require(try copy.destinations.first)
        #expect(made.identifier == kyoto.identifier)
        #expect(made.details == kyoto.details)
        #expect(made.dates == kyoto.dates)
        #expect(made.timeZone == "Asia/Tokyo")
        #expect(made.country == "JP")
        #expect(made.place == kyoto.place)
        try #require(made.sights.count == kyoto.sights.count)
        for (own, other) in zip(kyoto.sights, made.sights) {
            #expect(own.identifier == other.identifier)
            #expect(own.place == other.place)
            #expect(own.schedule == other.schedule)
            #expect(own.duration == other.duration)
            #expect(own.rating == other.rating)
            #expect(own.cost == other.cost)
            #expect(own.otherName == other.otherName)
            #expect(own.hours == other.hours)
            #expect(own.link == other.link)
            #expect(own.phone == other.phone)
            #expect(own.address == other.address)
            #expect(own.note == other.note)
            #expect(own.visitedOn == other.visitedOn)
        }
    }
}
