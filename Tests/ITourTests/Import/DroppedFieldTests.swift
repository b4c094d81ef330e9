import Foundation
import Localization
import ProgramKit
import Shell
import Testing
import TestSupport

@testable import ITour

@MainActor
@Suite("Fields that imports leave out")
struct DroppedFieldTests {
    /// The keys of a sight, each with a good and a bad value.
    nonisolated private static let keys: [(key: String, good: String, bad: String)] = [
        ("identifier", #""00000000-0000-0000-0000-000000000001""#, #""x""#), ("note", #""n""#, "[1]"),
        ("address", #""a""#, "{}"), ("latitude", "41.5", "95"), ("longitude", "12.5", #""east""#),
        ("visited", "true", #""maybe""#), ("source", #""osm:node/1""#, "[]"),
        ("visitedOn", #""2027-05-01""#, #""soon""#), ("scheduled", #""2027-05-01T10:00""#, #""10:00""#),
        ("duration", "90", "-1"), ("hours", #""24/7""#, "false"), ("link", #""l""#, "[]"),
        ("phone", #""1""#, "{}"), ("otherName", #""o""#, "[]"), ("rating", "4", "9"), ("cost", "12.5", "-1"),
        ("currency", #""EUR""#, #""euro""#), ("colour", #""red""#, "null"),
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Whatever values of a sight are bad, the others are imported, and each bad one is named`(
        seed: UInt64
    )
        async throws
    {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let members = Self.keys.map { ($0, isBad: Int.random(in: 0..<4, using: &random) == 0) }
                .shuffled(using: &random)
            let object = members.map { "\"\($0.key)\": \($1 ? $0.bad : $0.good)" }.joined(separator: ", ")
            var expected = Set(members.filter { $0.isBad && $0.0.key != "colour" }.map(\.0.key))
            // Half a place and an amount without a currency are nothing.
            for pair in [["latitude", "longitude"], ["cost", "currency"]]
            where !expected.isDisjoint(with: pair) {
                expected.formUnion(pair)
            }
            let planner = try await TestPlanner()
            let report = try await planner.importText(
                #"{"format":"itour","version":1,"destinations":[{"name":"A","sights":[{"name":"B",\#(object)}]}]}"#
            )
            #expect(report.added.sights == 1)
            #expect(report.skipped.isEmpty)
            #expect(report.entries.dropped.first.map(\.field).sorted() == expected.sorted(), "\(object)")
            #expect(report.entries.dropped.first.allSatisfy { $0.title == "B" && $0.position == 1 })
            let hasColour = members.contains { $0.0.key == "colour" && !$0.isBad }
            #expect(report.entries.unknownFields == (hasColour ? ["sights.colour"] : []))
            let sight = try #require(try planner.destinations.first?.sights.first)
            let kept: [String: Bool] = [
                "note": sight.note == "n", "address": sight.address == "a", "latitude": sight.place != nil,
                "longitude": sight.place != nil, "source": sight.source != nil, "visited": sight.isVisited,
                "visitedOn": sight.visitedOn != nil, "scheduled": sight.schedule != nil,
                "duration": sight.duration == 90, "hours": sight.hours == "24/7", "link": sight.link == "l",
                "phone": sight.phone == "1", "otherName": sight.otherName == "o", "rating": sight.rating == 4,
                "cost": sight.cost != nil, "currency": sight.cost != nil,
            ]
            for (key, isKept) in kept { #expect(isKept != expected.contains(key), "\(key) of \(object)") }
        }
    }

    @Test func `Complete exports have no field that an import doesn't know`() async throws {
        let planner = try await ExportTests.tricky()
        for format in ["json", "csv", "kml", "gpx", "geojson", "ics"] {
            let copy = try await TestPlanner()
            let report = try await copy.importText(try planner.exported(format))
            #expect(report.entries.unknownFields.isEmpty, "\(format)")
            #expect(report.dropped.isEmpty, "\(format)")
        }
    }

    @Test func `Bad values of itour's own CSV and KML files and of calendars cost only their fields`()
        async throws
    {
        let planner = try await TestPlanner()
        let csv = try await planner.importText(
            """
            destination,identifier,start,timeZone,priority,country,sight,sightIdentifier,visited,mood
            Rome,1,May,Rome/Center,urgent,Italy,Forum,2,perhaps,good
            ,,,,,,Nowhere,,,
            """ + "\n")
        #expect(csv.added.destinations == 1)
        #expect(csv.added.sights == 1)
        #expect(csv.reasons == ["the name is missing"])
        #expect(
            csv.dropped.map { $0.replacing("2 Rome: ", with: "") } == [
                "sightIdentifier (2)", "visited (perhaps)", "identifier (1)", "timeZone (Rome/Center)",
                "start (May)", "country (Italy)", "priority (urgent)",
            ])
        #expect(csv.entries.unknownFields == ["mood"])
        let kml = try await planner.importText(
            """
            <kml><Placemark><name>Pantheon</name><Point><coordinates>12.5,95</coordinates></Point><ExtendedData>
            <Data name="itour"><value>sight</value></Data><Data name="destination"><value>Rome</value></Data>
            <Data name="rating"><value>9</value></Data><Data name="cost"><value>x</value></Data>
            </ExtendedData></Placemark></kml>
            """)
        #expect(kml.added.sights == 1)
        #expect(
            kml.dropped.map { $0.drop { $0 != ":" } } == [
                ": cost (x)", ": rating (9)", ": coordinates (12.5,95)",
            ])
        let calendar = try await planner.importText(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Opera\r\nDTSTART:20270406T190000\r\n"
                + "DURATION:long\r\nGEO:95;12\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
        #expect(calendar.added.sights == 1)
        #expect(calendar.dropped == ["2 Opera: DURATION (long)", "2 Opera: GEO (95;12)"])
    }

    @Test func `The report names the line, the field, the value and the reason, for people and for programs`()
        async throws
    {
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            "name,lat,lon,stars,empty\nTrevi,41.9,12.5,,\nPantheon,95,12.5,3,\n")
        let output = report.output(isDryRun: false)
        func texts(_ blocks: [Block]) -> [String] {
            blocks.compactMap {
                switch $0 {
                case .message(let text), .warning(let text): planner.session.localizer.string(text)
                default: nil
                }
            }
        }
        #expect(
            texts(output.blocks) == [
                "Added 1 destination and 2 sights; 0 already existed, 0 skipped.",
                "Not imported from the file: “stars”.",
                "Line 3, “Pantheon”: “lat” (95) was not imported: latitudes are from -90 to 90, longitudes from -180 to 180.",
                "Line 3, “Pantheon”: “lon” (12.5) was not imported: the latitude or the longitude is missing.",
            ])
        let bytes = Renderer.render(
            output, Presentation(format: .json, width: nil, localizer: planner.session.localizer))
        let json = String(decoding: bytes.output, as: UTF8.self)
        #expect(json.contains("droppedFields"), "\(json)")
        #expect(json.contains("\"written\": \"95\""), "\(json)")
    }
}
