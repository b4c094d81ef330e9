import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Imports")
struct ImportTests {
    @Test("Waypoints become destinations, or go into one")
    func waypoints() async throws {
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
        let planner = try TestPlanner()
        let report = try await planner.importText(gpx)
        #expect(report.destinations == 3 && report.sights == 4)
        #expect(report.skipped.map(\.position) == [7, 8, 9])
        #expect(report.leftOut == [.track: 1, .unnamedRoutePoint: 1])
        #expect(try planner.destinations.map(\.name) == ["Zakopane & Tatry", "Kasprowy <Wierch>", "Valley"])
        #expect(try planner.sights(of: "Valley") == ["Start", "End"])
        #expect(try planner.destinations[0].sights.first?.note == "A Ł town")
        let again = try await planner.importText(gpx)
        #expect(again.destinations == 0 && again.sights == 0 && again.known == 4)

        let other = try TestPlanner()
        let home = try other.add("Tatry", sights: ["Kasprowy <Wierch>"])
        let into = try await other.importText(gpx, into: home)
        #expect(into.destinations == 1 && into.sights == 3 && into.known == 1)
        #expect(try other.sights(of: "Tatry") == ["Kasprowy <Wierch>", "Zakopane & Tatry"])
    }

    @Test("Routes of one name with different words are two; where a waypoint has the name, all are of one")
    func routesOfOneName() async throws {
        let routes = """
            <rte><name>Valley</name><desc>Up</desc><rtept lat="49.27" lon="19.92"><name>Start</name></rtept></rte>
            <rte><name>Valley</name><desc>Down</desc><rtept lat="49.27" lon="19.92"><name>Start</name></rtept></rte>
            """
        let waypoint = #"<wpt lat="49.3" lon="19.9"><name>Valley</name></wpt>"#
        for (start, destinations, sights) in [("", 2, 2), (waypoint, 1, 2)] {
            let gpx = "<gpx version=\"1.1\" creator=\"other\">\(start)\(routes)</gpx>"
            let planner = try TestPlanner()
            let report = try await planner.importText(gpx)
            #expect(report.destinations == destinations && report.sights == sights)
            let again = try await planner.importText(gpx)
            #expect(again.destinations == 0 && again.sights == 0)
        }
    }

    @Test("GeoJSON: points are sights, other shapes are left, one feature is a file too")
    func geoJSON() async throws {
        let planner = try TestPlanner()
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
        #expect(report.sights == 2 && report.skipped.map(\.position) == [5, 6, 7, 8])
        #expect(report.leftOut == [.shape: 1, .unnamedPoint: 1])
        #expect(rome.sights.map(\.name) == ["Colosseum", "Nowhere"])
        #expect(try rome.sights[0].place == place(41.8902, 12.4922) && rome.sights[0].isVisited)
        let single = try await planner.importText(
            #"{"geometry":{"coordinates":[1,2],"type":"Point"},"type":"Feature","properties":{"name":"One"}}"#
        )
        #expect(single.destinations == 1 && single.sights == 1)
    }

    @Test("A map that says names and dates brings sights to the destinations of these dates, or makes them")
    func datedDestinations() async throws {
        func feature(_ name: String, _ start: String?, _ identifier: UUID? = nil) -> String {
            let date = start.map { ", \"start\": \"\($0)\"" } ?? ""
            let id = identifier.map { ", \"id\": \"\($0.uuidString)\"" } ?? ""
            return "{\"type\": \"Feature\"\(id), \"geometry\": null,"
                + " \"properties\": {\"name\": \"\(name)\", \"destination\": \"Rome\"\(date)}}"
        }
        func map(_ features: String...) -> String {
            "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}"
        }
        let planner = try TestPlanner()
        for start in ["2024-05-01", "2025-05-01"] {
            try planner.add("Rome", sights: ["Colosseum"]) { $0.setDates(try dates(start)) }
        }
        let report = try await planner.importText(
            map(
                feature("Forum", "2025-05-01"), feature("Trevi", "2024-05-01"),
                feature("Ostia", "2031-05-01"), feature("Villa", "2031-05-01"),
                feature("Opera", nil), feature("Termini", "someday")))
        #expect(report.destinations == 1 && report.sights == 6)
        let sights = try planner.destinations.map { $0.sights.map(\.name) }
        #expect(
            sights == [
                ["Colosseum", "Trevi", "Opera", "Termini"], ["Colosseum", "Forum"], ["Ostia", "Villa"],
            ])
        #expect(try planner.destinations[2].dates?.description == "2031-05-01")

        // One that has no date yet is that of any, and one that has another by now is known by a sight.
        for start in ["", "2026-01-01"] {
            let other = try TestPlanner()
            let rome = try other.add("Rome", sights: ["Colosseum"]) { rome in
                if !start.isEmpty { rome.setDates(try dates(start)) }
            }
            let report = try await other.importText(
                map(
                    feature("Colosseum", "2025-05-01", rome.sights[0].identifier),
                    feature("Forum", "2025-05-01")))
            #expect(report.destinations == 0 && report.sights == 1 && report.known == 1)
            #expect(rome.sights.map(\.name) == ["Colosseum", "Forum"])
        }
    }

    @Test(
        "Sights of a map come back to a destination that has got another date, and not to a namesake without one"
    )
    func movedNamesake() async throws {
        func feature(_ name: String, _ start: String, _ sight: Sight? = nil) -> String {
            let id = sight.map { ", \"id\": \"\($0.identifier.uuidString)\"" } ?? ""
            return "{\"type\": \"Feature\"\(id), \"geometry\": null, \"properties\":"
                + " {\"name\": \"\(name)\", \"destination\": \"Rome\"\(start)}}"
        }
        let start = ", \"start\": \"2025-05-01\""
        let planner = try TestPlanner()
        let dated = try planner.add("Rome", sights: ["Forum"]) { $0.setDates(try dates("2025-05-08")) }
        let undated = try planner.add("Rome", sights: ["Trevi"])
        let features = [
            feature("Forum", start, dated.sights[0]), feature("Colosseum", start),
            feature("Trevi", "", undated.sights[0]),
        ]
        let map = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}"
        let report = try await planner.importText(map)
        #expect(report.destinations == 0 && report.sights == 1 && report.known == 2)
        #expect(dated.sights.map(\.name) == ["Forum", "Colosseum"])
        #expect(undated.sights.map(\.name) == ["Trevi"])
    }

    @Test("A sight that is in another destination by now says nothing of where others of its map belong")
    func sightElsewhere() async throws {
        let planner = try TestPlanner()
        let other = try planner.add("Italy", sights: ["Forum"])
        let undated = try planner.add("Rome")
        let identifier = other.sights[0].identifier.uuidString
        func feature(_ name: String, _ start: String, _ id: String = "") -> String {
            "{\"type\": \"Feature\"\(id), \"geometry\": null, \"properties\":"
                + " {\"name\": \"\(name)\", \"destination\": \"Rome\", \"start\": \"\(start)\"}}"
        }
        let features = [
            feature("Forum", "2024-05-01", ", \"id\": \"\(identifier)\""),
            feature("Colosseum", "2025-05-01"),
        ]
        let map = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}"
        let report = try await planner.importText(map)
        #expect(report.destinations == 0 && report.sights == 1 && report.known == 1)
        #expect(undated.sights.map(\.name) == ["Colosseum"])
        #expect(other.sights.map(\.name) == ["Forum"])
    }

    @Test(
        "A sight that was moved into a namesake takes no other sight of its map along, whatever their order",
        arguments: [true, false])
    func movedSight(isMovedFirst: Bool) async throws {
        let planner = try TestPlanner()
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
        #expect(report.destinations == 1 && report.sights == 1 && report.known == 1)
        #expect(namesake.sights.map(\.name) == ["Forum"])
        let made = try #require(try planner.destinations.last)
        #expect(made.identifier == gone && made.sights.map(\.name) == ["Colosseum"])
        let again = try await planner.importText(map)
        #expect(again.destinations == 0 && again.sights == 0 && again.known == 2)
    }

    @Test("Overpass: names in the person's language, addresses, and middles of ways")
    func overpass() async throws {
        let text = """
            {"version": 0.6, "generator": "Overpass API", "osm3s": {"copyright": "ODbL"}, "elements": [
              {"type": "node", "id": 1, "lat": 41.9, "lon": 12.5, "tags": {"name": "Colosseo", "name:pl": "Koloseum",
               "addr:street": "Piazza del Colosseo", "addr:housenumber": "1", "addr:city": "Roma", "opening_hours": "24/7"}},
              {"type": "way", "id": 2, "center": {"lat": 41.8, "lon": 12.4}, "nodes": [1, 2], "tags": {"name": "Foro"}},
              {"type": "node", "id": 3, "lat": 1, "lon": 2},
              {"type": "way", "id": 4, "nodes": [1, 2], "tags": {"name": "No middle"}},
              {"type": "node", "id": "x", "lat": 1, "lon": 2, "tags": {"name": "Bad"}}
            ]}
            """
        let planner = try TestPlanner(language: "pl_PL.UTF-8")
        let home = try planner.add("Rzym")
        let report = try await planner.importText(text, into: home)
        #expect(home.sights.map(\.name) == ["Koloseum", "Foro"])
        #expect(
            home.sights[0].address == "Piazza del Colosseo 1, Roma" && home.sights[0].source == "osm:node/1")
        #expect(report.leftOut == [.unnamedPoint: 1, .shape: 1] && report.skipped.map(\.position) == [5])
        // The same place is known again by its number, whatever its name is now.
        home.sights[0].name = "Amfiteatr"
        try planner.context.save()
        let again = try await planner.importText(text, into: home)
        #expect(again.sights == 0 && again.known == 2)
    }

    @Test("What a map has as a point and as an outline is one sight, whatever either says of it")
    func elements() async throws {
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
        let planner = try TestPlanner()
        let rome = try planner.add("Rome")
        let report = try await planner.importText(text, into: rome)
        #expect(report.sights == 3 && report.known == 3)
        #expect(rome.sights.map(\.source) == ["osm:node/1", "osm:node/2", "osm:node/3"])
        // The other element says what the first leaves out.
        #expect(rome.sights.map(\.note) == ["https://a.example", "", "old"])
        #expect(rome.sights.map(\.address) == ["Via Y", "Via X", ""])
        // What was changed since stays so, and neither a name nor a place makes others of them.
        for sight in rome.sights {
            sight.note = ""
            sight.address = ""
        }
        rome.sights[0].name = "Amphitheatre"
        rome.sights[1].place = try place(41.7, 12.5)
        try planner.context.save()
        let again = try await planner.importText(text, into: rome)
        #expect(again.sights == 0 && again.known == 6)
        #expect(rome.sights.map(\.name) == ["Amphitheatre", "Opera", "Forum"])
        #expect(rome.sights.allSatisfy { $0.note.isEmpty && $0.address.isEmpty })
    }

    @Test(
        "Points of a map are sights each; an outline that is near to several is none of its own and fills none"
    )
    func elementsOfOneName() async throws {
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
        let planner = try TestPlanner()
        let rome = try planner.add("Rome")
        for (sights, known) in [(2, 1), (0, 3)] {
            let report = try await planner.importText(text, into: rome)
            #expect(report.sights == sights && report.known == known)
            #expect(rome.sights.map(\.note) == ["quiet", "loud"])
            #expect(rome.sights.map(\.address) == ["", ""])
        }
    }

    @Test("Points of one name and kind are sights each, whatever they say and whichever of them came before")
    func elementsOfOneKind() async throws {
        func node(_ id: Int, _ longitude: Double, _ tags: String = "") -> String {
            #"{"type": "node", "id": \#(id), "lat": 41.9, "lon": \#(longitude),"#
                + #" "tags": {"name": "Termini"\#(tags)}}"#
        }
        func file(_ nodes: String...) -> String { #"{"elements": [\#(nodes.joined(separator: ","))]}"# }
        let (first, second) = (node(1, 12.5, #", "opening_hours": "24/7""#), node(2, 12.5002))
        for nodes in [[first, second], [second, first]] {
            let planner = try TestPlanner()
            let rome = try planner.add("Rome")
            let report = try await planner.importText(file(nodes[0], nodes[1]), into: rome)
            #expect(report.sights == 2 && report.known == 0)
            let again = try await planner.importText(file(nodes[1], nodes[0]), into: rome)
            #expect(again.sights == 0 && again.known == 2)
        }
        // What the map has got since.
        let planner = try TestPlanner()
        let rome = try planner.add("Rome")
        _ = try await planner.importText(file(first), into: rome)
        for nodes in [[first, second], [second, first]] {
            let report = try await planner.importText(file(nodes[0], nodes[1]), into: rome)
            #expect(report.known + report.sights == 2)
            #expect(rome.sights.map(\.source) == ["osm:node/1", "osm:node/2"])
        }
    }

    @Test(
        "A row that was copied in an export and changed is a sight of its own, above or below the one that it came from",
        arguments: [true, false])
    func copiedRow(isBelow: Bool) async throws {
        let planner = try TestPlanner()
        let rome = try planner.add("Rome", sights: ["Lunch"]) { rome in rome.sights[0].note = "day 1" }
        var rows = try planner.exported("csv").split(separator: "\r\n").map(String.init)
        try #require(rows.count == 2)
        let identifier = rome.sights[0].identifier.uuidString
        let copy = rows[1].replacing(identifier, with: "").replacing(identifier.lowercased(), with: "")
            .replacing("day 1", with: "day 2")
        try #require(copy.contains("day 2") && copy.count < rows[1].count)
        rows.insert(copy, at: isBelow ? 2 : 1)
        let list = rows.joined(separator: "\r\n") + "\r\n"
        let report = try await planner.importText(list)
        #expect(report.sights == 1 && report.known == 1)
        #expect(rome.sights.map(\.note).sorted() == ["day 1", "day 2"])
        let again = try await planner.importText(list)
        #expect(again.sights == 0 && again.known == 2)
    }

    @Test(
        "A sight that was entered by hand is what a map has as a point and as an outline, and stays as it is",
        arguments: [true, false])
    func elementsOfAKnownSight(isPlaced: Bool) async throws {
        let planner = try TestPlanner()
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
            #expect(report.sights == 0 && report.known == 2)
            #expect(rome.sights.map(\.note) == [""] && rome.sights.map(\.address) == [""])
        }
    }

    @Test(
        "An outline fills what a point thousands of entries before it left out, and both are undone at once")
    func distantElements() async throws {
        let nodes = (1...2500).map {
            #"{"type":"node","id":\#($0),"lat":41.9,"lon":12.5,"tags":{"name":"N\#($0)"}}"#
        }
        let way =
            #"{"type":"way","id":1,"center":{"lat":41.9,"lon":12.5},"tags":{"name":"N1","addr:street":"Via Y"}}"#
        let planner = try TestPlanner()
        let home = try planner.add("Home", sights: ["first"])
        let report = try await planner.importText(
            "{\"elements\":[\((nodes + [way]).joined(separator: ","))]}", into: home)
        #expect(report.sights == 2500 && report.known == 1)
        #expect(home.sights.prefix(3).map(\.address) == ["", "Via Y", ""])
        #expect(try planner.context.undoLastTransaction() != nil)
        #expect(home.sights.map(\.name) == ["first"])
    }

    @Test("CSV of other programs: the columns are found by name, and bad rows are skipped")
    func csv() async throws {
        let planner = try TestPlanner()
        let report = try await planner.importText(
            #"""
            Name,Lat,Lng,Description,other
            Colosseum,41.8902,12.4922,"big, ""old""",x
            ,1,2,,
            Nowhere,,,,
            Half,1,,,
            Far,100,2,,
            Bad,north,2,,
            "Open
            """#)
        #expect(report.sights == 2 && report.skipped.map(\.position) == [3, 5, 6, 7, 8])
        #expect(try planner.destinations.map(\.name) == ["Colosseum", "Nowhere"])
        #expect(try planner.destinations[0].sights.first?.note == "big, \"old\"")
    }

    @Test("Rows of destinations keep their places, notes and addresses where no column has names of sights")
    func listOfDestinations() async throws {
        let list = """
            id,destination,start,latitude,longitude,note,address
            1,Rome,2031-05-01,41.9,12.5,Book early,
            2,Paris,,48.8,2.3,,Rue Y 1
            3,Oslo,,,, ,
            4,Bad,,north,2,,

            """
        let planner = try TestPlanner()
        let report = try await planner.importText(list)
        #expect(report.destinations == 3 && report.sights == 2 && report.skipped.map(\.position) == [5])
        let destinations = try planner.destinations
        #expect(destinations.map(\.name) == ["Rome", "Paris", "Oslo"])
        #expect(destinations.map { $0.dates?.description } == ["2031-05-01", nil, nil])
        #expect(destinations.map { $0.sights.map(\.name) } == [["Rome"], ["Paris"], []])
        let rome = try #require(destinations[0].sights.first)
        #expect(try rome.place == place(41.9, 12.5) && rome.note == "Book early")
        let paris = try #require(destinations[1].sights.first)
        #expect(try paris.place == place(48.8, 2.3) && paris.address == "Rue Y 1")
        let again = try await planner.importText(list)
        #expect(again.destinations == 0 && again.sights == 0 && again.known == 3)
    }

    @Test(
        "A row that says something of a sight without its name is its destination, whose details are the note"
    )
    func namelessSight() async throws {
        let list = """
            destination,sight,start,priority,note,details,latitude,longitude,address
            Lisbon,,2027-05-01,must,see in spring,,,,
            Rome,Colosseum,,,,,41.9,12.5,
            Rome,,,,Book early,,,,
            Rome,,,,or late,,,,
            Rome,Forum,,,old,,,,
            Oslo,,,, ,,, ,
            Paris,,,,a note,Details,48.8,2.3,
            Bonn,,,,,,north,,Street 1

            """
        let planner = try TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.destinations == (isFirst ? 5 : 0) && report.sights == (isFirst ? 2 : 0))
            // So is a note for a destination that has other details; one that became them is there the second time.
            #expect(report.skipped.isEmpty && report.leftOut == [.unnamedPoint: 3])
            let destinations = try planner.destinations
            #expect(destinations.map(\.name) == ["Lisbon", "Rome", "Oslo", "Paris", "Bonn"])
            #expect(
                destinations.map(\.details) == ["see in spring", "Book early", "", "Details", ""])
            #expect(destinations.map { $0.sights.map(\.name) } == [[], ["Colosseum", "Forum"], [], [], []])
        }
        let lisbon = try #require(try planner.destinations.first)
        #expect(lisbon.dates?.description == "2027-05-01" && lisbon.priority == .must)

        let other = try TestPlanner()
        try other.add("Rome")
        let report = try await other.importText(
            "destination,start,name,description\nOslo,2025-05-01,,our great trip\nRome,,,nice\n")
        #expect(report.destinations == 1 && report.leftOut == [.unnamedPoint: 1] && report.skipped.isEmpty)
        #expect(try other.destinations.map(\.details) == ["", "our great trip"])
    }

    @Test(
        "A note without a sight belongs to the destination of the row above, whatever else that one says",
        arguments: ["details,City of seven hills", "start,2027-05-01"])
    func noteBelow(said: String) async throws {
        let (column, value) = (said.split(separator: ",")[0], said.split(separator: ",")[1])
        let planner = try TestPlanner()
        let report = try await planner.importText(
            "destination,\(column),sight,note\nRome,\(value),Forum,x\nRome,,,eat pizza\n")
        #expect(report.destinations == 1 && report.sights == 1 && report.skipped.isEmpty)
        let rome = try #require(try planner.destinations.first)
        let isKept = column == "start"
        #expect(rome.details == (isKept ? "eat pizza" : "City of seven hills"))
        #expect(report.leftOut == (isKept ? [:] : [.unnamedPoint: 1]))
    }

    @Test(
        "Details of a destination win over a note in their place, in any order of rows, and the note is told of",
        arguments: [
            ("Paris,,a note,Details\nParis,Louvre,,\n", 1),
            ("Paris,,a note,\nParis,Louvre,,Details\n", 1),
            ("Paris,Louvre,,Details\nParis,,a note,\n", 1),
            ("Paris,,a note,\nParis,,a note,\nParis,Louvre,,Details\nParis,,another,\n", 3),
            ("Paris,Louvre,,\nParis,,a note,\nParis,Louvre,,Details\n", 1),
            ("Paris,Louvre,,\nParis,Louvre,,Details\n", 0),
            ("Paris,,Details,\nParis,Louvre,,Details\n", 0),
        ])
    func detailsBesideNotes(rows: String, lost: Int) async throws {
        let list = "destination,sight,note,details\n" + rows
        let leftOut: [LeftOut: Int] = lost == 0 ? [:] : [.unnamedPoint: lost]
        let planner = try TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.destinations == (isFirst ? 1 : 0) && report.sights == (isFirst ? 1 : 0))
            #expect(report.skipped.isEmpty && report.leftOut == leftOut)
            #expect(try planner.destinations.map(\.details) == ["Details"])
        }
        // What a destination had before stays, also where that is nothing.
        for details in ["", "Mine"] {
            let other = try TestPlanner()
            let paris = try other.add("Paris") { $0.details = details }
            let report = try await other.importText(list)
            #expect(report.destinations == 0 && report.sights == 1 && paris.details == details)
        }
    }

    @Test(
        "Details that aren't those of the rows above are a note of the row's sight, or told of",
        arguments: [
            ("Rome,Colosseum,Arena,\nRome,Trevi,Fountain,\nRome,Forum,,\n", ["", "Fountain", ""], 0),
            ("Rome,Colosseum,,\nRome,Trevi,Arena,\nRome,Forum,Square,\n", ["", "", "Square"], 0),
            ("Rome,Colosseum,Arena,x\nRome,Trevi,Fountain,y\nRome,Forum,Arena,\n", ["x", "y", ""], 1),
            (
                "Rome,Colosseum,Arena,x\nRome,Trevi,Fountain,Fountain\nRome,Forum,,\n",
                ["x", "Fountain", ""], 0
            ),
        ])
    func detailsOfSights(rows: String, notes: [String], lost: Int) async throws {
        let list = "destination,sight,details,note\n" + rows
        let planner = try TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.destinations == (isFirst ? 1 : 0) && report.sights == (isFirst ? 3 : 0))
            #expect(report.skipped.isEmpty && report.leftOut == (lost == 0 ? [:] : [.otherDetails: lost]))
            let rome = try #require(try planner.destinations.first)
            #expect(rome.details == "Arena")
            #expect(rome.sights.sorted { $0.number < $1.number }.map(\.note) == notes)
        }
        // Details that were changed since are nobody's note.
        try planner.destinations[0].details = "Mine"
        try planner.context.delete(planner.destinations[0].sights[2])
        try planner.context.save()
        _ = try await planner.importText(
            "destination,sight,details\nRome,Colosseum,Arena\nRome,Forum,Arena\n")
        let rome = try #require(try planner.destinations.first)
        #expect(rome.details == "Mine" && rome.sights.last?.note == "" && rome.sights.count == 3)
    }

    @Test("A source that a whole list has makes no destination another one; that of a place does")
    func sourcesOfLists() async throws {
        let planner = try TestPlanner()
        let rows = ["Rome,Colosseum", "Rome,Trevi", "Oslo,Opera", "Budapest,Baths"]
        for (source, place) in [
            ("Wikipedia", false), ("osm:node/7", true), ("Q220", true), ("https://example.org/a", false),
            ("blog-2025", false), ("https://www.openstreetmap.org/relation/41485", true), ("7", false),
            ("list:summer", false),
        ] {
            let list = "destination,sight,source\n" + rows.map { "\($0),\(source)\n" }.joined()
            let other = try TestPlanner()
            for isFirst in [true, false] {
                let report = try await other.importText(list)
                #expect(report.destinations == (isFirst ? 3 : 0) && report.sights == (isFirst ? 4 : 0))
            }
            // Another list from there has nothing to do with it, and what a row with a sight says may be the sight's.
            let report = try await other.importText(
                "destination,sight,source\nRoma,Forum,\(source)\nParis,Louvre,\(source)\n")
            #expect(report.destinations == 2 && report.sights == 2)
            #expect(try other.sights(of: "Rome") == ["Colosseum", "Trevi"])
            #expect(try other.sights(of: "Paris") == ["Louvre"])
            // A place is known by another name too.
            let renamed = try await other.importText("destination,source\nRzym,\(source)\n")
            #expect(renamed.destinations == (place ? 0 : 1), "\(source)")
        }
        // The same place at another time is another trip.
        let report = try await planner.importText(
            "destination,start,source\nRome,2031-05-01,osm:node/7\nRome,2032-05-01,osm:node/7\n")
        #expect(report.destinations == 2)
    }

    @Test("Lists that number their destinations themselves have nothing to do with each other")
    func numberedLists() async throws {
        let planner = try TestPlanner()
        let lists = [
            "destination,sight,source\nRome,Forum,1\nPisa,Tower,2\n",
            "destination,sight,source\nParis,Louvre,1\nLyon,Fourvière,2\n",
        ]
        for isFirst in [true, false] {
            for list in lists {
                let report = try await planner.importText(list)
                #expect(report.destinations == (isFirst ? 2 : 0) && report.sights == (isFirst ? 2 : 0))
            }
        }
        #expect(try planner.sights(of: "Rome") == ["Forum"] && planner.sights(of: "Paris") == ["Louvre"])
    }

    @Test("A note that became the details of its destination is known when the file comes again")
    func knownNote() async throws {
        let planner = try TestPlanner()
        let list = "destination,sight,note\nRome,,Book early\nRome,,Book early\n"
        let report = try await planner.importText(list)
        #expect(report.destinations == 1 && report.known == 1 && report.leftOut.isEmpty)
        let again = try await planner.importText(list)
        #expect(again.destinations == 0 && again.known == 2 && again.leftOut.isEmpty)
        #expect(try planner.destinations.map(\.details) == ["Book early"])
        // Where a row has it as details too, it is that destination's.
        let other = try TestPlanner()
        let both = "destination,sight,note,details\nRome,,a,\nRome,Forum,,a\nRome,,a,a\n"
        for isFirst in [true, false] {
            let report = try await other.importText(both)
            #expect(report.destinations == (isFirst ? 1 : 0) && report.leftOut.isEmpty)
        }
    }

    @Test("Details that a row gives a destination are not those of its namesake the next time")
    func detailsOfNamesakes() async throws {
        let planner = try TestPlanner()
        let list = """
            destination,start,details,sight
            Oslo,2031-05-01,,Opera
            Oslo,2031-05-01,B,
            Oslo,,B,Castle
            Oslo,2031-05-01,,
            Oslo,2031-05-01,B,Opera

            """
        let report = try await planner.importText(list)
        #expect(report.destinations == 2 && report.sights == 2)
        let again = try await planner.importText(list)
        #expect(again.destinations == 0 && again.sights == 0)
    }

    @Test(
        "A row in which a CSV file ends is skipped and told of, and the whole file brings it",
        arguments: ["41.8902,12.4", "big, ol", "12.4922,,fal"])
    func cutOff(last: String) async throws {
        let planner = try TestPlanner()
        let rome = try planner.add("Rome", sights: ["Colosseum"]) { rome in
            rome.sights[0].note = "big, old"
            rome.sights[0].source = "osm:node/12"
        }
        rome.sights[0].place = try place(41.8902, 12.4922)
        try planner.context.save()
        let text = try planner.exported("csv")
        let end = try #require(text.range(of: last)?.upperBound)
        let copy = try TestPlanner()
        let report = try await copy.importText(String(text[..<end]))
        #expect(report.destinations == 0 && report.sights == 0 && report.skipped.map(\.position) == [2])
        #expect(try await copy.importText(text).sights == 1)
        let sight = try #require(try copy.destinations.first?.sights.first)
        #expect(try sight.place == place(41.8902, 12.4922))
        #expect(sight.note == "big, old" && sight.source == "osm:node/12")
    }

    @Test("An export that a spreadsheet has written again, without the last line end, is whole")
    func noLastLineEnd() async throws {
        let planner = try TestPlanner()
        for name in ["Rome", "Oslo"] { try planner.add(name, sights: ["Castle"]) }
        let text = try planner.exported("csv")
        try #require(text.hasSuffix("\r\n"))
        let copy = try TestPlanner()
        let report = try await copy.importText(String(text.dropLast()))
        #expect(report.destinations == 2 && report.sights == 2 && report.skipped.isEmpty)
    }

    @Test("Lines of CSV may end with CR alone, also behind names of columns in quotation marks")
    func returns() async throws {
        let planner = try TestPlanner()
        for header in ["name,lat,lon", #""name","lat","lon""#] {
            let report = try await planner.importText("\(header)\rColosseum,41.8902,12.4922\r,1,2\r")
            #expect(report.sights + report.known == 1 && report.skipped.map(\.position) == [3])
        }
        #expect(try planner.sights(of: "Colosseum") == ["Colosseum"])
    }

    @Test("Where semicolons part the fields, a place may have decimal commas; elsewhere it may not")
    func semicolons() async throws {
        let planner = try TestPlanner()
        let list =
            "name;lat;lon;note\nColosseum;41,8902;12.4922;big, old\nPantheon;41,8986;12,4768;\nFar;1,234,5;2;\n"
        let report = try await planner.importText(list)
        #expect(report.sights == 2 && report.skipped.map(\.position) == [4])
        let sights = try planner.destinations.compactMap(\.sights.first)
        #expect(try sights.map(\.place) == [place(41.8902, 12.4922), place(41.8986, 12.4768)])
        #expect(sights.first?.note == "big, old")
        let commas = try await planner.importText("name,lat,lon\nForum,\"41,8925\",12\n")
        #expect(commas.sights == 0 && commas.skipped.map(\.position) == [2])
    }

    @Test("A list of another program whose last row lacks columns and a line end is cut off there")
    func cutOffList() async throws {
        let planner = try TestPlanner()
        let list = "name,lat,lon,note\nColosseum,41.8902,12.4922,old\nPantheon,41.8986,12.4768,round"
        let report = try await planner.importText(list.replacing("768,round", with: ""))
        #expect(report.sights == 1)
        let reason = try #require(report.skipped.first?.reason)
        #expect(Localizer(.english).string(reason).contains("the file ends in the middle of it"))
        // One whose last line merely has no end is whole.
        let whole = try await planner.importText(list)
        #expect(whole.sights == 1 && whole.known == 1 && whole.skipped.isEmpty)
        // In its last field it may be cut off all the same.
        #expect(whole.openEnd == 3)
        #expect(try await planner.importText(list + "\n").openEnd == nil)
    }

    @Test(
        "Sights of a list that say different things are several, and the same list again adds none of them",
        arguments: [
            """
            name,address,description
            Kantine,Via Roma 1,
            Kantine,Via Milano 2,
            Kantine,Via Milano 2,quiet
            Kantine,Via Milano 2,
            """,
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": null, "properties": {"name": "Kantine", "address": "Via Roma 1"}},
              {"type": "Feature", "geometry": null, "properties": {"name": "Kantine", "address": "Via Milano 2"}},
              {"type": "Feature", "geometry": null,
               "properties": {"name": "Kantine", "address": "Via Milano 2", "note": "quiet"}},
              {"type": "Feature", "geometry": null, "properties": {"name": "Kantine", "address": "Via Milano 2"}}
            ]}
            """,
        ])
    func sightsOfOneName(list: String) async throws {
        let planner = try TestPlanner()
        let rome = try planner.add("Rome")
        let report = try await planner.importText(list, into: rome)
        #expect(report.sights == 3 && report.known == 1)
        #expect(rome.sights.map(\.address) == ["Via Roma 1", "Via Milano 2", "Via Milano 2"])
        #expect(rome.sights.map(\.note) == ["", "", "quiet"])
        let again = try await planner.importText(list, into: rome)
        #expect(again.sights == 0 && again.known == 4)
        // What was noted or found out since makes no other sights of them.
        for sight in rome.sights { sight.note = "closed" }
        rome.sights[0].place = try place(41.9, 12.5)
        try planner.context.save()
        let later = try await planner.importText(list, into: rome)
        #expect(later.sights == 0 && later.known == 4)
    }

    @Test("A sight that was there is taken for one of a list's sights, not for all of that name")
    func takenOnce() async throws {
        let planner = try TestPlanner()
        let rome = try planner.add("Rome", sights: ["Kantine"])
        let list = "name,address\nKantine,Via Roma 1\nKantine,Via Milano 2\n"
        let report = try await planner.importText(list, into: rome)
        #expect(report.sights == 1 && report.known == 1)
        #expect(rome.sights.map(\.address) == ["", "Via Milano 2"])
        let again = try await planner.importText(list, into: rome)
        #expect(again.sights == 0 && again.known == 2)
    }

    @Test(
        "Destinations of a list that say different things are several; rows may leave out what is said above")
    func destinationsOfOneName() async throws {
        let list = """
            destination,start,details,sight
            Rome,2031-05-01,with Anna,Colosseum
            Rome,,,Pantheon
            Rome,2031-05-01,,Forum
            Rome,,someday with Bob,Colosseum
            Rome,2031-05-01,with Anna,Pantheon
            Rome,,alone,
            Rome,,alone,
            """
        let planner = try TestPlanner()
        let report = try await planner.importText(list)
        #expect(report.destinations == 3 && report.sights == 4 && report.known == 2)
        let destinations = try planner.destinations
        #expect(destinations.map(\.details) == ["with Anna", "someday with Bob", "alone"])
        #expect(destinations.map { $0.start == nil } == [false, true, true])
        #expect(
            destinations.map { $0.sights.map(\.name) }
                == [["Colosseum", "Pantheon", "Forum"], ["Colosseum"], []])
        let again = try await planner.importText(list)
        #expect(again.destinations == 0 && again.sights == 0 && again.known == 7)
        // One that is known by its name and date alone may say something else by now.
        destinations[0].details = "with Anna and Eve"
        destinations[0].priority = .must
        try planner.context.save()
        let later = try await planner.importText(list)
        #expect(later.destinations == 0 && later.sights == 0 && later.known == 7)
    }

    @Test(
        "A table of sights is of one destination, whatever its rows say of the sights",
        arguments: [
            """
            destination,sight,priority,details
            Rome,Colosseum,must,arena
            Rome,Trevi,meh,fountain
            Rome,Pantheon,must,temple
            """,
            """
            destination,sight,priority
            Rome,Colosseum,must
            Rome,Trevi,meh
            Rome,Pantheon,must
            """,
            """
            destination,start,sight,priority,details
            Rome,2031-05-01,Colosseum,must,arena
            Rome,2031-05-01,Trevi,meh,fountain
            Rome,,Pantheon,maybe,
            """,
        ])
    func tableOfSights(table: String) async throws {
        for isThere in [false, true] {
            let planner = try TestPlanner()
            if isThere { try planner.add("Rome") }
            let report = try await planner.importText(table)
            #expect(report.destinations == (isThere ? 0 : 1) && report.sights == 3 && report.known == 0)
            #expect(try planner.destinations.count == 1)
            #expect(try planner.sights(of: "Rome") == ["Colosseum", "Trevi", "Pantheon"])
            let again = try await planner.importText(table)
            #expect(again.destinations == 0 && again.sights == 0 && again.known == 3)
        }
    }

    @Test("Lists of few words in any order lose no row, and add nothing when they come again")
    func randomLists() async throws {
        var random = SeededGenerator()
        func word(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }
        for _ in 0..<12 {
            let sights = (0..<12).map { _ in
                [word("a", "b"), word("", "1", "2"), word("", "x", "y"), word(",", ",", "1,2", "1,3")]
            }
            let list = "name,address,note,latitude,longitude\n" + lines(sights)
            let planner = try TestPlanner()
            let empty = try planner.add("Empty")
            _ = try await planner.importText(list, into: empty)
            for row in sights {
                #expect(empty.sights.contains { says($0, row) }, "\(row) of \(list)")
            }
            let full = try planner.add("Full", sights: ["a", "A", "b"]) { $0.sights[1].note = "x" }
            _ = try await planner.importText(list, into: full)
            for home in [empty, full] {
                let again = try await planner.importText(list, into: home)
                #expect(again.sights == 0, "\(home.name): \(list)")
            }

            let trips = (0..<12).map { _ in
                [
                    word("Rome", "Oslo"), word("", "2031-05-01", "2032-06-02"), word("", "A", "B"),
                    word("", "s", "t"), word("", "x"),
                ]
            }
            let plan = "destination,start,details,sight,note\n" + lines(trips)
            let other = try TestPlanner()
            let report = try await other.importText(plan)
            let made = try other.destinations
            // Of one with a note and no sight, the note may be left out.
            for row in trips where row[4].isEmpty || !row[3].isEmpty {
                #expect(made.contains { says($0, row) }, "\(row) of \(plan)")
            }
            let again = try await other.importText(plan)
            #expect(again.destinations == 0 && again.sights == 0, "\(plan)")
            #expect(again.leftOut == report.leftOut, "\(plan)")
        }
    }

    /// Whether a sight says what a row says.
    private func says(_ sight: Sight, _ row: [String]) -> Bool {
        guard sight.name == row[0] else { return false }
        return ["", sight.address].contains(row[1]) && ["", sight.note].contains(row[2])
    }

    /// Whether a destination says what a row says, and has its sight, of which the row's details may be.
    private func says(_ destination: Destination, _ row: [String]) -> Bool {
        guard destination.name == row[0] else { return false }
        guard ["", destination.dates?.description ?? ""].contains(row[1]) else { return false }
        return row[3].isEmpty
            ? ["", destination.details].contains(row[2]) : destination.sights.map(\.name).contains(row[3])
    }

    private func lines(_ rows: [[String]]) -> String {
        rows.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    @Test("Bad destinations of our own JSON are skipped, the rest arrives")
    func ownJSON() async throws {
        let planner = try TestPlanner()
        let report = try await planner.importText(
            """
            {"format": "itour", "version": 1, "destinations": [
              {"name": "Good", "sights": [{"name": "a"}, {"name": " "}, {"name": "b", "latitude": 1}]},
              {"name": "Order", "start": "2025-05-04", "end": "2025-05-01"},
              {"name": "Day", "start": "2025-02-30"}, {"name": "Priority", "priority": "urgent"}, {"name": "   "}, 7,
              {"name": "Zone", "timeZone": "Mars/Olympus"},
              {"name": "Skipped", "start": "2025-03-30T02:30", "timeZone": "Europe/Warsaw"},
              {"name": "Floating", "start": "2025-03-30T02:30"}, {"name": 3}, {"identifier": "x", "name": "Id"}
            ]}
            """)
        #expect(try planner.destinations.map(\.name) == ["Good", "Floating"])
        #expect(report.skipped.map(\.position) == [1, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11])
        #expect(try planner.sights(of: "Good") == ["a"])
    }

    /// Texts, and words of what is said about them.
    nonisolated static let malformed: [(String, String)] = [
        ("[", "cut off"), ("{\"destinations\": [{\"name\": \"A\"}", "cut off"),
        ("{\"features\": [}", "not valid JSON, in line 1"),
        ("{\"elements\": [{\"type\": \"node\"} {}]}", "not valid JSON, in line 1"),
        ("{\"a\": 1}", "holds no destinations"), ("[1, 2]", "holds no destinations"),
        ("{\"destinations\": [{\"name\": \"A\"}]} trailing", "not valid JSON, in line 1"),
        ("{\"destinations\": [{\"name\": \"A\" x}]}", "not valid JSON, in line 1"),
        (String(repeating: "[", count: 5000), "too long or too deep"),
        ("{\"destinations\": [{\"name\": tru}]}", "not valid JSON, in line 1"),
        ("{\"version\": 2, \"destinations\": [{\"name\": \"A\"}]}", "newer version"),
        ("<gpx><wpt>", "cut off"), ("<gpx></wpt></gpx>", "not valid XML, in line 1"),
        ("<html></html>", "web page"), ("<gpx><wpt lat=1></wpt></gpx>", "not valid XML, in line 1"),
        (
            "<gpx><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx><gpx/>",
            "not valid XML, in line 1"
        ),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><gpx/>", "ISO-8859-2"),
        (
            "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><name>&b;</name></gpx>",
            "declares entities"
        ),
        ("<gpx><wpt lat=\"1\" lon=\"2\"><name>&nbsp;</name></wpt></gpx>", "unknown entity"),
        (String(repeating: "<a>", count: 5000), "not a GPX file"), ("<gpx>\u{1}", "cut off"),
        ("just words\nand lines", "none of the files"), ("lat,lon\n1,2\n", "lacks columns"),
    ]

    @Test(
        "Malformed files of every kind are refused as a whole, with what is wrong, and nothing of them stays",
        arguments: malformed)
    func malformedFile(text: String, said: String) async throws {
        let planner = try TestPlanner()
        let thrown = await #expect(throws: ImportFileError.self) { try await planner.importText(text) }
        let error = try #require(thrown)
        #expect(Localizer(.english).string(error.problem).contains(said))
        #expect(error.failure == .badData && error.remedy != nil)
        #expect(try planner.destinations.isEmpty && !planner.context.hasChanges)
    }

    @Test("Where a file breaks off after thousands of entries, none of them stays")
    func halfFile() async throws {
        let entry =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"N"#
        let features = (0..<5000).map { entry + "\($0)\"}}" }.joined(separator: ",")
        let planner = try TestPlanner()
        let home = try planner.add("Home", sights: ["first"])
        await #expect(throws: ImportFileError.self) {
            try await planner.importText("{\"features\":[\(features),{\"type\":", into: home)
        }
        #expect(home.sights.map(\.name) == ["first"])
        let whole = try await planner.importText("{\"features\":[\(features)]}", into: home)
        #expect(whole.sights == 5000)
        #expect(home.sights.map(\.name) == ["first"] + (0..<5000).map { "N\($0)" })
        #expect(try planner.context.undoLastTransaction() != nil)
        #expect(home.sights.map(\.name) == ["first"])
    }

    @Test("A trial changes nothing and reports the same")
    func trial() async throws {
        let planner = try TestPlanner()
        let text = try ExportTests.tricky().exported("json")
        let trial = try await planner.importText(text, dryRun: true)
        #expect(try planner.destinations.isEmpty)
        let real = try await planner.importText(text)
        #expect(trial.destinations == real.destinations && trial.sights == real.sights)
    }

    @Test(
        "A name that only differs in its white space is the same, whichever of the store and the file has it")
    func spacesInNames() async throws {
        let spaced = "destination,sight\nFoo  Bar,A\u{A0}B\n", plain = "destination,sight\nFoo Bar,A B\n"
        for (store, file) in [(plain, spaced), (spaced, plain), (spaced, spaced)] {
            let planner = try TestPlanner()
            _ = try await planner.importText(store)
            let again = try await planner.importText(file)
            #expect(again.destinations == 0 && again.sights == 0 && again.known == 1)
        }
    }

    @Test("Line ends and tabs within a name become a space, and a map's names have no other white space")
    func nameLines() async throws {
        let planner = try TestPlanner()
        _ = try await planner.importText(
            #"{"format":"itour","version":1,"destinations":[{"name":" Ro\n\t me  City\t"}]}"#)
        _ = try await planner.importText(
            """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="41" lon="12"><name>Villa\n      Borghese\u{A0} Park</name></wpt></gpx>
            """)
        #expect(try planner.destinations.map(\.name) == ["Ro me  City", "Villa Borghese Park"])
    }
}
