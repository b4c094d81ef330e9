import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Importing maps")
struct MapImportTests {
    @Test func `Waypoints become sights of a given destination or of one with the name of the file`()
        async throws
    {
        let gpx = """
            <?xml version="1.0"?>
            <!-- a hike -->
            <gpx version="1.1" creator="other" xmlns="http://www.topografix.com/GPX/1/1">
              <metadata><name>Hike</name></metadata>
              <wpt lat="49.2992" lon="19.9496"><ele>800</ele><name>Zakopane &amp; Tatry</name><desc>A &#x141; town</desc></wpt>
              <wpt lat="49.2325" lon="19.9817"><name><![CDATA[Kasprowy <Wierch>]]></name></wpt>
              <wpt lat="49.2" lon="19.9"></wpt>
              <wpt lat="north" lon="19.9"><name>Bad</name></wpt>
              <wpt lat="91" lon="19.9"><name>Worse</name></wpt>
              <rte><name>Valley</name><desc>Two days</desc>
                <rtept lat="49.27" lon="19.92"><name>Start</name></rtept>
                <rtept lat="49.26" lon="19.91"/>
                <rtept lat="49.25" lon="19.90"><name>End</name></rtept>
              </rte>
              <trk><name>Recorded</name><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="1"/></trkseg></trk>
            </gpx>
            """
        let planner = try await TestPlanner()
        let report = try await planner.importText(gpx, named: "tatras.2027.gpx")
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 7)
        #expect(report.skipped.map(\.position) == [7])
        #expect(
            report.dropped == [
                "8 Bad: lat (north)", "8 Bad: lon (19.9)", "9 Worse: lat (91)", "9 Worse: lon (19.9)",
            ])
        #expect(report.ignored == [.unnamedRoutePoint: 1])
        #expect(try planner.destinations.map(\.name) == ["tatras.2027", "Valley"])
        #expect(
            try planner.sights(of: "tatras.2027") == [
                "Zakopane & Tatry", "Kasprowy <Wierch>", "Bad", "Worse", "Recorded",
            ])
        #expect(try planner.sights(of: "Valley") == ["Start", "End"])
        #expect(try planner.destinations[0].sights.first?.note == "A Ł town\n800 m")
        let again = try await planner.importText(gpx, named: "tatras.2027.gpx")
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 7)

        let other = try await TestPlanner()
        let home = try other.add("Tatry", sights: ["Kasprowy <Wierch>"])
        let into = try await other.importText(gpx, into: home)
        #expect(into.added.destinations == 0)
        #expect(into.added.sights == 6)
        #expect(into.known == 1)
        #expect(into.ignored[.otherDetails] == 1)
        #expect(
            try other.sights(of: "Tatry") == [
                "Kasprowy <Wierch>", "Zakopane & Tatry", "Bad", "Worse", "Start", "End", "Recorded",
            ])
    }

    @Test func `Routes of one name with different texts are separate, also from a waypoint of the name`()
        async throws
    {
        let routes = """
            <rte><name>Valley</name><desc>Up</desc><rtept lat="49.27" lon="19.92"><name>Start</name></rtept></rte>
            <rte><name>Valley</name><desc>Down</desc><rtept lat="49.27" lon="19.92"><name>Start</name></rtept></rte>
            """
        let waypoint = #"<wpt lat="49.3" lon="19.9"><name>Valley</name></wpt>"#
        for (start, destinations, sights) in [("", 2, 2), (waypoint, 3, 3)] {
            let gpx = "<gpx version=\"1.1\" creator=\"other\">\(start)\(routes)</gpx>"
            let planner = try await TestPlanner()
            let report = try await planner.importText(gpx)
            #expect(report.added.destinations == destinations)
            #expect(report.added.sights == sights)
            let again = try await planner.importText(gpx)
            #expect(again.added.destinations == 0)
            #expect(again.added.sights == 0)
        }
    }

    @Test func `GeoJSON points become sights, other shapes are ignored, and a single feature is accepted`()
        async throws
    {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome")
        let report = try await planner.importText(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.4922, 41.8902, 30]},
               "properties": {"name": "Colosseum", "description": "big", "stars": 5, "list": [1], "visited": true}, "id": 7},
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}, "properties": {}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": null},
              {"type": "Feature", "geometry": null, "properties": {"name": "Nowhere"}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [200, 2]}, "properties": {"name": "Far"}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["a"]}, "properties": {"name": "Bad"}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}, "properties": {"name": "Short"}}, 8
            ], "bbox": [1, 2, 3, 4]}
            """, into: rome)
        #expect(report.added.sights == 5)
        #expect(report.skipped.map(\.position) == [8])
        #expect(
            report.dropped == [
                "5 Far: coordinates (200.0, 2.0)",
                "6 Bad: geometry ({\"type\": \"Point\", \"coordinates\": [\"a\"]})",
                "7 Short: geometry ({\"type\": \"Point\", \"coordinates\": [1]})",
            ])
        #expect(report.ignored == [.shape: 1, .unnamedPoint: 1])
        #expect(rome.sights.map(\.name) == ["Colosseum", "Nowhere", "Far", "Bad", "Short"])
        #expect(try rome.sights[0].place == place(41.8902, 12.4922) && rome.sights[0].isVisited)
        let single = try await planner.importText(
            #"{"geometry":{"coordinates":[1,2],"type":"Point"},"type":"Feature","properties":{"name":"One"}}"#
        )
        #expect(single.added.destinations == 1)
        #expect(single.added.sights == 1)
    }

    @Test
    func `Areas with a name become sights at their middles, with second names, hours, links and phones`()
        async throws
    {
        let planner = try await TestPlanner()
        let rome = try planner.add("Kyoto")
        let file = """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[135, 35], [136, 35], [136, 36], [135, 35]]]},
               "properties": {"name": "京都御所", "name:en": "Imperial Palace", "opening_hours": "24/7", "website": "https://p", "phone": "1"}},
              {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates":
               [[[[179, 0], [179, 2], [179, 0]]], [[[-179, 0], [-177, 2], [-179, 0]]]]}, "properties": {"name": "Strait"}},
              {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]]}, "properties": {}},
              {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": []}, "properties": {"name": "Empty"}},
              {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates": [[]]}, "properties": {"name": "Emptier"}}
            ]}
            """
        let report = try await planner.importText(file, into: rome)
        #expect(report.added.sights == 4)
        #expect(report.ignored == [.shape: 1])
        #expect(report.skipped.isEmpty)
        #expect(report.entries.dropped.first.map(\.position) == [4, 5])
        let palace = rome.sights[0]
        #expect(try palace.place == place(35.5, 135.5) && palace.otherName == "Imperial Palace")
        #expect(palace.hours == "24/7")
        #expect(palace.link == "https://p")
        #expect(palace.phone == "1")
        #expect(try rome.sights[1].place == place(1, 181 - 360 + 0))
        #expect(try await planner.importText(file, into: rome).added.sights == 0)
    }

    @Test func `A waypoint's description, comment and height become the note`() async throws {
        let planner = try await TestPlanner()
        let home = try planner.add("Tatry")
        _ = try await planner.importText(
            """
            <gpx version="1.1" creator="x"><wpt lat="49.3" lon="19.9"><ele>1987.4</ele><name>Kasprowy</name><desc>A peak</desc><cmt>Cold</cmt></wpt>
            <wpt lat="49.2" lon="19.9"><name>Hut</name><desc>Same</desc><cmt>Same</cmt></wpt></gpx>
            """, into: home)
        #expect(home.sights.map(\.note) == ["A peak\nCold\n1987 m", "Same"])
    }

    @Test func `A map with names of destinations adds sights to them, or creates them`() async throws {
        func feature(_ name: String, _ destination: String) -> String {
            "{\"type\": \"Feature\", \"geometry\": null, \"properties\":"
                + " {\"name\": \"\(name)\", \"destination\": \"\(destination)\", \"start\": \"2031-05-01\"}}"
        }
        let features = [
            feature("Forum", "rome"), feature("Ostia", "Lazio"), feature("Villa", "Lazio"),
            feature("Colosseum", "Rome"),
        ]
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Colosseum"])
        let report = try await planner.importText(
            "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}")
        #expect(report.added.destinations == 1)
        #expect(report.added.sights == 3)
        #expect(report.known == 1)
        #expect(try planner.sights(of: "Rome") == ["Colosseum", "Forum"])
        #expect(try planner.sights(of: "Lazio") == ["Ostia", "Villa"])
        // In files of other programs, the start may be that of the sight.
        #expect(try planner.destinations.map(\.dates) == [nil, nil])
    }

    @Test func `A sight that was moved to another destination doesn't decide where others of its map belong`()
        async throws
    {
        let planner = try await TestPlanner()
        let other = try planner.add("Italy", sights: ["Forum"])
        let rome = try planner.add("Rome")
        let identifier = other.sights[0].identifier.uuidString
        func feature(_ name: String, _ id: String = "") -> String {
            "{\"type\": \"Feature\"\(id), \"geometry\": null, \"properties\":"
                + " {\"name\": \"\(name)\", \"destination\": \"Rome\"}}"
        }
        let features = [feature("Forum", ", \"id\": \"\(identifier)\""), feature("Colosseum")]
        let map = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}"
        let report = try await planner.importText(map)
        #expect(report.added.destinations == 0)
        #expect(report.added.sights == 1)
        #expect(report.known == 1)
        #expect(rome.sights.map(\.name) == ["Colosseum"])
        #expect(other.sights.map(\.name) == ["Forum"])
    }

    @Test(arguments: [true, false])
    func `A sight that was moved into a namesake doesn't take other sights of its map along`(
        isMovedFirst: Bool
    ) async throws {
        let planner = try await TestPlanner()
        let namesake = try planner.add("Rome", sights: ["Forum"])
        let gone = UUID()
        func feature(_ name: String, _ sight: UUID) -> String {
            "{\"type\": \"Feature\", \"id\": \"\(sight.uuidString)\", \"geometry\": null, \"properties\":"
                + " {\"name\": \"\(name)\", \"destination\": \"Rome\","
                + " \"destinationIdentifier\": \"\(gone.uuidString)\"}}"
        }
        let moved = feature("Forum", namesake.sights[0].identifier), other = feature("Colosseum", UUID())
        let features = isMovedFirst ? [moved, other] : [other, moved]
        let map = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}"
        let report = try await planner.importText(map)
        #expect(report.added.destinations == 1)
        #expect(report.added.sights == 1)
        #expect(report.known == 1)
        #expect(namesake.sights.map(\.name) == ["Forum"])
        let made = try #require(try planner.destinations.last)
        #expect(made.identifier == gone)
        #expect(made.sights.map(\.name) == ["Colosseum"])
        let again = try await planner.importText(map)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 2)
    }

    @Test
    func
        `Overpass names are local ones with those of the user's language beside them, with addresses and centers of ways`()
        async throws
    {
        let text = """
            {"version": 0.6, "generator": "Overpass API", "osm3s": {"copyright": "ODbL"}, "elements": [
              {"type": "node", "id": 1, "lat": 41.9, "lon": 12.5, "tags": {"name": "Colosseo", "name:pl": "Koloseum",
               "addr:street": "Piazza del Colosseo", "addr:housenumber": "1", "addr:city": "Roma", "opening_hours": "24/7", "phone": "+39 06"}},
              {"type": "way", "id": 2, "center": {"lat": 41.8, "lon": 12.4}, "nodes": [1, 2], "tags": {"name": "Foro"}},
              {"type": "node", "id": 3, "lat": 1, "lon": 2},
              {"type": "way", "id": 4, "nodes": [1, 2], "tags": {"name": "No middle"}},
              {"type": "node", "id": "x", "lat": 1, "lon": 2, "tags": {"name": "Bad"}}
            ]}
            """
        let planner = try await TestPlanner(language: "pl_PL.UTF-8")
        let home = try planner.add("Rzym")
        let report = try await planner.importText(text, into: home)
        #expect(home.sights.map(\.name) == ["Colosseo", "Foro", "Bad"])
        #expect(home.sights.map(\.otherName) == ["Koloseum", "", ""])
        #expect(
            home.sights[0].hours == "24/7" && home.sights[0].phone == "+39 06" && home.sights[0].note.isEmpty)
        #expect(
            home.sights[0].address == "Piazza del Colosseo 1, Roma" && home.sights[0].source == "osm:node/1")
        #expect(report.ignored == [.unnamedPoint: 1, .shape: 1])
        #expect(report.dropped == ["5 Bad: id (x)"])
        // A place is matched by its OpenStreetMap ID, even if the user renamed the sight.
        home.sights[0].name = "Amfiteatr"
        try planner.context.save()
        let again = try await planner.importText(text, into: home)
        #expect(again.added.sights == 0)
        #expect(again.known == 3)
    }

    @Test func `A point and an outline of the same place become one sight, even with different details`()
        async throws
    {
        let text = """
            {"elements": [
              {"type": "node", "id": 1, "lat": 41.8902, "lon": 12.4922,
               "tags": {"name": "Colosseum", "website": "https://a.example"}},
              {"type": "node", "id": 2, "lat": 41.9, "lon": 12.5, "tags": {"name": "Opera", "addr:street": "Via X"}},
              {"type": "node", "id": 3, "lat": 41.8, "lon": 12.6, "tags": {"name": "Forum"}},
              {"type": "way", "id": 1, "center": {"lat": 41.89021, "lon": 12.49221},
               "tags": {"name": "Colosseum", "addr:street": "Via Y", "opening_hours": "Mo-Su 09:00-19:00"}},
              {"type": "way", "id": 2, "center": {"lat": 41.90001, "lon": 12.50001},
               "tags": {"name": "Opera", "addr:street": "Via Z"}},
              {"type": "relation", "id": 3, "center": {"lat": 41.80001, "lon": 12.60001},
               "tags": {"name": "Forum", "description": "old"}}
            ]}
            """
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome")
        let report = try await planner.importText(text, into: rome)
        #expect(report.added.sights == 3)
        #expect(report.known == 3)
        #expect(rome.sights.map(\.source) == ["osm:node/1", "osm:node/2", "osm:node/3"])
        // If two elements describe the same sight, the second one adds values that the first one lacks.
        #expect(rome.sights.map(\.note) == ["", "", "old"])
        #expect(rome.sights[0].link == "https://a.example" && rome.sights[0].hours == "Mo-Su 09:00-19:00")
        #expect(rome.sights.map(\.address) == ["Via Y", "Via X", ""])
        // If the user changes a sight later, an import keeps the changes. The sight still matches if its name
        // or place changed.
        for sight in rome.sights {
            sight.note = ""
            sight.address = ""
        }
        rome.sights[0].name = "Amphitheatre"
        rome.sights[1].place = try place(41.7, 12.5)
        try planner.context.save()
        let again = try await planner.importText(text, into: rome)
        #expect(again.added.sights == 0)
        #expect(again.known == 6)
        #expect(rome.sights.map(\.name) == ["Amphitheatre", "Opera", "Forum"])
        #expect(rome.sights.allSatisfy { $0.note.isEmpty && $0.address.isEmpty })
    }

    @Test func `Points are separate sights; an outline near several points adds and completes none`()
        async throws
    {
        func feature(_ id: String, _ longitude: Double, _ note: String, _ address: String = "") -> String {
            """
            {"type": "Feature", "id": "\(id)", "geometry": {"type": "Point", "coordinates": [\(longitude), 41.9]},
             "properties": {"name": "Kantine", "note": "\(note)", "address": "\(address)"}}
            """
        }
        let features = [
            feature("node/1", 12.5, "quiet"), feature("node/2", 12.5002, "loud"),
            feature("way/3", 12.5001, "old", "Via Roma 1"),
        ]
        let text = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ","))]}"
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome")
        for (sights, known) in [(2, 1), (0, 3)] {
            let report = try await planner.importText(text, into: rome)
            #expect(report.added.sights == sights)
            #expect(report.known == known)
            #expect(rome.sights.map(\.note) == ["quiet", "loud"])
            #expect(rome.sights.map(\.address) == ["", ""])
        }
    }

    @Test func `Points of the same name and kind are separate sights regardless of details and order`()
        async throws
    {
        func node(_ id: Int, _ longitude: Double, _ tags: String = "") -> String {
            #"{"type": "node", "id": \#(id), "lat": 41.9, "lon": \#(longitude),"#
                + #" "tags": {"name": "Termini"\#(tags)}}"#
        }
        func file(_ nodes: String...) -> String { #"{"elements": [\#(nodes.joined(separator: ","))]}"# }
        let (first, second) = (node(1, 12.5, #", "opening_hours": "24/7""#), node(2, 12.5002))
        for nodes in [[first, second], [second, first]] {
            let planner = try await TestPlanner()
            let rome = try planner.add("Rome")
            let report = try await planner.importText(file(nodes[0], nodes[1]), into: rome)
            #expect(report.added.sights == 2)
            #expect(report.known == 0)
            let again = try await planner.importText(file(nodes[1], nodes[0]), into: rome)
            #expect(again.added.sights == 0)
            #expect(again.known == 2)
        }
        // The second point was added to the map after the first import.
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome")
        _ = try await planner.importText(file(first), into: rome)
        for nodes in [[first, second], [second, first]] {
            let report = try await planner.importText(file(nodes[0], nodes[1]), into: rome)
            #expect(report.known + report.added.sights == 2)
            #expect(rome.sights.map(\.source) == ["osm:node/1", "osm:node/2"])
        }
    }

    @Test(arguments: [true, false])
    func `A manually added sight matches a point and its outline, and stays unchanged`(isPlaced: Bool)
        async throws
    {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome", sights: ["Colosseum"]) { rome in
            if isPlaced { rome.sights[0].place = try place(41.8902, 12.4922) }
        }
        let text = """
            {"elements": [
              {"type": "node", "id": 1, "lat": 41.8902, "lon": 12.4922, "tags": {"name": "Colosseum"}},
              {"type": "way", "id": 2, "center": {"lat": 41.89021, "lon": 12.49221},
               "tags": {"name": "Colosseum", "addr:street": "Via Y", "opening_hours": "Mo-Su 09:00-19:00"}}
            ]}
            """
        for _ in 0..<2 {
            let report = try await planner.importText(text, into: rome)
            #expect(report.added.sights == 0)
            #expect(report.known == 2)
            #expect(rome.sights.map(\.note) == [""])
            #expect(rome.sights.map(\.address) == [""])
        }
    }

    @Test func `An outline completes a point from an earlier batch, and both are undone together`()
        async throws
    {
        let nodes = (1...2500).map {
            #"{"type":"node","id":\#($0),"lat":41.9,"lon":12.5,"tags":{"name":"N\#($0)"}}"#
        }
        let way =
            #"{"type":"way","id":1,"center":{"lat":41.9,"lon":12.5},"tags":{"name":"N1","addr:street":"Via Y"}}"#
        let planner = try await TestPlanner()
        let home = try planner.add("Home", sights: ["first"])
        let report = try await planner.importText(
            "{\"elements\":[\((nodes + [way]).joined(separator: ","))]}", into: home)
        #expect(report.added.sights == 2500)
        #expect(report.known == 1)
        #expect(home.sights.prefix(3).map(\.address) == ["", "Via Y", ""])
        #expect(try planner.context.undoLastTransaction() != nil)
        #expect(home.sights.map(\.name) == ["first"])
    }
}
