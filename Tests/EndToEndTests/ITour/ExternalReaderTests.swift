import Foundation
import TestSupport
import Testing

@Suite("Exports of itour in other software", .level(.default))
struct ExternalReaderTests {
    /// Returns a Python interpreter that has a package; `ITOUR_PYTHON` names one.
    private static func python(with package: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let candidates = [environment["ITOUR_PYTHON"], "python3"].compactMap(\.self)
        return candidates.first { python in
            let result = try? TestSupport.run(
                "/usr/bin/env", [python, "-c", "import \(package)"],
                environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin"])
            return result?.status == .exited(0)
        }
    }

    /// Returns a traveller whose plans contain values that are difficult to export.
    private func planned(timeZone: String) throws -> Traveller {
        let traveller = try Traveller(timeZone: timeZone)
        let name = "Rzym, wieczny; \\ miasto 🏛️ " + String(repeating: "ż", count: 60)
        try traveller.itour(
            "add", name, "--date", "2025-03-29", "--end", "2025-03-31", "--details",
            "Pierwszy wiersz\ndrugi, „wiersz”; trzeci \\ <b>&", "--priority", "must")
        try traveller.itour("sight", "add", "1", "Koloseum, \"wielkie\" <&> 🏟️", "--at", "41.8902,12.4922")
        try traveller.itour("sight", "add", "1", "Koniec świata", "--at", "-90,-180", "--note", "a\nb")
        try traveller.itour("sight", "add", "1", "Nigdzie")
        try traveller.itour("add", "Noc", "--date", "2025-10-26 02:30", "--end", "2025-10-27 09:00")
        try traveller.itour("add", "Kiedyś")
        for file in ["trips.ics", "trips.gpx", "trips.geojson", "trips.kml", "trips.kmz"] {
            #expect(try traveller.itour("export", file).status == .exited(0))
        }
        return traveller
    }

    private func run(_ script: String, _ python: String, in traveller: Traveller) throws -> [String: Any] {
        var environment = traveller.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        environment["PYTHONIOENCODING"] = "utf-8"
        let result = try TestSupport.run(
            "/usr/bin/env", [python, "-c", script], environment: environment,
            workingDirectory: traveller.home.path)
        try #require(result.status == .exited(0), "\(result.stderr)")
        return try result.object
    }

    @Test(
        .enabled(if: python(with: "icalendar") != nil, "Python with icalendar is not installed"),
        arguments: ["Pacific/Kiritimati", "UTC", "America/Los_Angeles"])
    func `The icalendar library reads the calendar, and days are correct on both sides of UTC`(
        timeZone: String
    ) throws {
        let python = try #require(Self.python(with: "icalendar"))
        let traveller = try planned(timeZone: timeZone)
        let read = try run(
            """
            import icalendar, json
            calendar = icalendar.Calendar.from_ical(open("trips.ics", "rb").read())
            events = [{
                "summary": str(e["SUMMARY"]), "uid": str(e["UID"]), "description": str(e.get("DESCRIPTION", "")),
                "start": e.decoded("DTSTART").isoformat(), "end": e.decoded("DTEND").isoformat(),
                "stamp": e.decoded("DTSTAMP").isoformat(), "priority": int(e["PRIORITY"]),
            } for e in calendar.walk("VEVENT")]
            print(json.dumps({"version": str(calendar["VERSION"]), "events": events}))
            """, python, in: traveller)
        let events = try #require(read["events"] as? [[String: Any]])
        #expect(read["version"] as? String == "2.0")
        #expect(events.count == 2)
        let name = "Rzym, wieczny; \\ miasto 🏛️ " + String(repeating: "ż", count: 60)
        #expect(events[0]["summary"] as? String == name)
        #expect(events[0]["start"] as? String == "2025-03-29" && events[0]["end"] as? String == "2025-04-01")
        let description = try #require(events[0]["description"] as? String)
        #expect(
            description.hasPrefix(
                "Pierwszy wiersz\ndrugi, „wiersz”; trzeci \\ <b>&\n\n1. Koloseum, \"wielkie\""))
        // The start is a local time without offset or Z, because that hour exists twice in this night.
        #expect(events[1]["start"] as? String == "2025-10-26T02:30:00")
        #expect(events[1]["end"] as? String == "2025-10-27T09:00:00")
        #expect((events[0]["stamp"] as? String)?.hasSuffix("+00:00") == true)
        // In a later export, a renamed destination is still the same event.
        try traveller.itour("edit", "1", "--name", "Roma")
        try traveller.itour("export", "trips.ics", "--overwrite")
        let text = try String(contentsOfFile: traveller.home.file("trips.ics"), encoding: .utf8)
        #expect(text.contains("UID:\(events[0]["uid"] as? String ?? "-")\r\n"))
        #expect(text.contains("SUMMARY:Roma"))
    }

    @Test(.enabled(if: python(with: "zipfile") != nil, "Python with zipfile is not installed"))
    func `Python reads the archive and finds placemarks with the longitude first`() throws {
        let python = try #require(Self.python(with: "zipfile"))
        let read = try run(
            """
            import json, zipfile, xml.etree.ElementTree as tree
            archive = zipfile.ZipFile("trips.kmz")
            content = archive.read("doc.kml")
            k = "{http://www.opengis.net/kml/2.2}"
            marks = tree.fromstring(content).iter(k + "Placemark")
            print(json.dumps({
                "damaged": archive.testzip(), "isSame": content == open("trips.kml", "rb").read(),
                "points": [[m.findtext(k + "name"), m.findtext(k + "Point/" + k + "coordinates"),
                    m.findtext(k + "description")] for m in marks]}))
            """, python, in: try planned(timeZone: "UTC"))
        let points = try #require(read["points"] as? [[Any]])
        #expect(points.map { $0[0] as? String } == ["Koloseum, \"wielkie\" <&> 🏟️", "Koniec świata"])
        #expect(points.map { $0[1] as? String } == ["12.4922,41.8902", "-180.0,-90.0"])
        #expect(points[1][2] as? String == "a\nb")
        #expect(read["isSame"] as? Bool == true)
        #expect(read["damaged"] is NSNull)
    }

    @Test(.enabled(if: python(with: "gpxpy") != nil, "Python with gpxpy is not installed"))
    func `The gpxpy library reads waypoints and routes`() throws {
        let python = try #require(Self.python(with: "gpxpy"))
        let read = try run(
            """
            import gpxpy, json
            gpx = gpxpy.parse(open("trips.gpx", encoding="utf-8"))
            print(json.dumps({
                "points": [[p.name, p.latitude, p.longitude, p.description] for p in gpx.waypoints],
                "routes": [[r.name, len(r.points)] for r in gpx.routes], "version": gpx.version,
                "again": len(gpxpy.parse(gpx.to_xml()).waypoints)}))
            """, python, in: try planned(timeZone: "Asia/Tokyo"))
        let points = try #require(read["points"] as? [[Any]])
        #expect(points.map { $0[0] as? String } == ["Koloseum, \"wielkie\" <&> 🏟️", "Koniec świata"])
        #expect(points[0][1] as? Double == 41.8902 && points[1][2] as? Double == -180)
        #expect(points[1][3] as? String == "a\nb")
        #expect(read["again"] as? Int == 2)
        let routes = try #require(read["routes"] as? [[Any]])
        #expect(routes.count == 1 && routes[0][1] as? Int == 2 && read["version"] as? String == "1.1")
    }

    @Test(.enabled(if: python(with: "geojson") != nil, "Python with geojson is not installed"))
    func `The geojson library reads the map and finds it valid`() throws {
        let python = try #require(Self.python(with: "geojson"))
        let read = try run(
            """
            import geojson, json
            map = geojson.load(open("trips.geojson", encoding="utf-8"))
            print(json.dumps({"type": map["type"], "valid": map.is_valid, "features": [
                {"name": f["properties"]["name"], "at": f["geometry"] and f["geometry"]["coordinates"]}
                for f in map["features"]]}))
            """, python, in: try planned(timeZone: "America/New_York"))
        let features = try #require(read["features"] as? [[String: Any]])
        #expect(read["type"] as? String == "FeatureCollection")
        #expect(read["valid"] as? Bool == true)
        #expect(features.count == 3 && features[0]["at"] as? [Double] == [12.4922, 41.8902])
        #expect(features[2]["at"] is NSNull)
    }

    /// Returns a traveller with the exports of an imported track.
    private func hiked() throws -> Traveller {
        let traveller = try Traveller(timeZone: "UTC")
        try traveller.home.write(
            """
            <gpx><trk><name>Szlak</name><trkseg><trkpt lat="49.25" lon="19.93"/><trkpt lat="49.25" lon="19.95"/></trkseg>
            <trkseg><trkpt lat="49.26" lon="19.95"/><trkpt lat="49.27" lon="19.95"/></trkseg></trk></gpx>
            """, to: "hike.gpx")
        for line in [["import", "hike.gpx"], ["export", "trips.gpx"], ["export", "trips.kml"]] {
            #expect(try traveller.itour(line[0], line[1]).status == .exited(0))
        }
        return traveller
    }

    @Test(.enabled(if: python(with: "gpxpy") != nil, "Python with gpxpy is not installed"))
    func `The gpxpy library reads the lines of tracks`() throws {
        let python = try #require(Self.python(with: "gpxpy"))
        let read = try run(
            """
            import gpxpy, json
            gpx = gpxpy.parse(open("trips.gpx", encoding="utf-8"))
            print(json.dumps({"tracks": [[t.name, [len(s.points) for s in t.segments]] for t in gpx.tracks],
                "length": round(gpx.tracks[0].length_2d())}))
            """, python, in: try hiked())
        let tracks = try #require(read["tracks"] as? [[Any]])
        #expect(tracks.map { $0[0] as? String } == ["Szlak"])
        #expect(tracks.map { $0[1] as? [Int] } == [[2, 2]])
        let length = try #require(read["length"] as? Int)
        #expect((2500...2650).contains(length), "\(length)")
    }

    @Test(.enabled(if: python(with: "fastkml") != nil, "Python with fastkml is not installed"))
    func `The fastkml library reads points and lines`() throws {
        let python = try #require(Self.python(with: "fastkml"))
        let script = """
            import fastkml, json, warnings
            from fastkml.utils import find_all
            marks = list(find_all(fastkml.KML.parse("trips.kml"), of_type=fastkml.Placemark))
            print(json.dumps({"names": [m.name for m in marks], "kinds": [m.geometry.geom_type for m in marks]}))
            """
        let places = try run(script, python, in: try planned(timeZone: "UTC"))
        #expect(places["names"] as? [String] == ["Koloseum, \"wielkie\" <&> 🏟️", "Koniec świata"])
        #expect(places["kinds"] as? [String] == ["Point", "Point"])
        let ways = try run(script, python, in: try hiked())
        #expect(ways["names"] as? [String] == ["Szlak"])
        #expect(ways["kinds"] as? [String] == ["GeometryCollection"])
    }
}
