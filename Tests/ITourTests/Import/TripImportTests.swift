import Foundation
import Localization
import ProgramKit
import Shell
import Testing
import TestSupport

@testable import ITour

@MainActor
@Suite("Imports")
struct TripImportTests {
    @Test func `In our JSON, a bad value costs its field, and an entry without a name is skipped`()
        async throws
    {
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            """
            {"format": "itour", "version": 1, "destinations": [
              {"name": "Good", "sights": [{"name": "a"}, {"name": " "}, {"name": "b", "latitude": 1}]},
              {"name": "Order", "start": "2025-05-04", "end": "2025-05-01"},
              {"name": "Day", "start": "2025-02-30"}, {"name": "Priority", "priority": "urgent"}, {"name": "   "}, 7,
              {"name": "Zone", "timeZone": "Mars/Olympus"},
              {"name": "Skipped", "start": "2025-03-30T02:30", "timeZone": "Europe/Warsaw"},
              {"name": "Floating", "start": "2025-03-30T02:30"}, {"name": []}, {"identifier": "x", "name": "Id"}
            ]}
            """)
        #expect(
            try planner.destinations.map(\.name) == [
                "Good", "Order", "Day", "Priority", "Zone", "Skipped", "Floating", "Id",
            ])
        #expect(report.skipped.map(\.position) == [1, 5, 6, 10])
        #expect(try planner.sights(of: "Good") == ["a", "b"])
        #expect(
            report.dropped == [
                "1 b: latitude (1)", "2 Order: end (2025-05-01)", "3 Day: start (2025-02-30)",
                "4 Priority: priority (urgent)", "7 Zone: timeZone (Mars/Olympus)",
                "8 Skipped: start (2025-03-30T02:30)", "11 Id: identifier (x)",
            ])
        #expect(try planner.destinations[1].dates == dates("2025-05-04"))
    }

    @Test(.level(.default))
    func `A destination that comes again after several batches gets only its new sights`() async throws {
        let planner = try await TestPlanner()
        func trip(_ name: String, _ sights: [String]) -> String {
            let list = sights.map { #"{"name": "\#($0)", "note": "of \#(name)"}"# }.joined(separator: ", ")
            return #"{"name": "\#(name)", "sights": [\#(list)]}"#
        }
        let others = (1...450).map { number in trip("Town \(number)", (1...10).map { "Sight \($0)" }) }
        let trips =
            [trip("Rome", ["Forum", "Colosseum"])] + others + [trip("Rome", ["Colosseum", "Pantheon"])]
            + others + [trip("Rome", ["Forum", "Pantheon", "Tiber"])]
        let file = #"{"format": "itour", "version": 1, "destinations": [\#(trips.joined(separator: ",\n"))]}"#
        let report = try await planner.importText(file)
        #expect(report.added.destinations == 451)
        #expect(report.added.sights == 4504)
        #expect(report.known == 4503)
        #expect(try planner.sights(of: "Rome").sorted() == ["Colosseum", "Forum", "Pantheon", "Tiber"])
        let again = try await planner.importText(file)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 9007)
    }

    /// Malformed files, and parts of their error messages.
    nonisolated static let malformed: [(String, String)] = [
        ("[", "cut off"), ("{\"destinations\": [{\"name\": \"A\"}", "cut off"),
        ("{\"features\": [}", "not JSON, at line 1"),
        ("{\"elements\": [{\"type\": \"node\"} {}]}", "not JSON, at line 1"),
        ("{\"a\": 1}", "has no destinations"), ("[1, 2]", "has no destinations"),
        ("{\"destinations\": [{\"name\": \"A\"}]} trailing", "not JSON, at line 1"),
        ("{\"destinations\": [{\"name\": \"A\" x}]}", "not JSON, at line 1"),
        (String(repeating: "[", count: 5000), "at most 512 nested brackets"),
        ("{\"destinations\": [{\"name\": tru}]}", "not JSON, at line 1"),
        ("{\"version\": 2, \"destinations\": [{\"name\": \"A\"}]}", "newer version"),
        ("<gpx><wpt>", "cut off"), ("<gpx></wpt></gpx>", "not valid XML: error in line 1"),
        ("<html></html>", "web page"), ("<gpx><wpt lat=1></wpt></gpx>", "not valid XML: error in line 1"),
        (
            "<gpx><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx><gpx/>",
            "not valid XML: error in line 1"
        ),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><gpx/>", "ISO-8859-2"),
        (
            "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><name>&b;</name></gpx>",
            "declares entities"
        ),
        ("<gpx><wpt lat=\"1\" lon=\"2\"><name>&nbsp;</name></wpt></gpx>", "unknown entity"),
        (String(repeating: "<a>", count: 5000), "not a GPX file"), ("<gpx>\u{1}", "cut off"),
        ("just words\nand lines", "no format that can be imported"), ("lat,lon\n1,2\n", "lacks columns"),
    ]

    @Test(arguments: malformed)
    func `Malformed files are refused completely with a reason, and nothing is kept`(
        text: String, said: String
    ) async throws {
        let planner = try await TestPlanner()
        let thrown = await #expect(throws: (any Error).self) { try await planner.importText(text) }
        let error = try #require(thrown as? any PresentableError)
        #expect(Localizer(.english).string(error.problem).contains(said))
        #expect(error.failure == .badData)
        #expect(error.remedy != nil)
        #expect(try planner.destinations.isEmpty && !planner.context.hasChanges)
    }

    @Test(.level(.default)) func `A file that is truncated after thousands of entries is refused completely`()
        async throws
    {
        let entry =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"N"#
        let features = (0..<5000).map { entry + "\($0)\"}}" }.joined(separator: ",")
        let planner = try await TestPlanner()
        let home = try planner.add("Home", sights: ["first"])
        await #expect(throws: ImportFileError.self) {
            try await planner.importText("{\"features\":[\(features),{\"type\":", into: home)
        }
        #expect(home.sights.map(\.name) == ["first"])
        let whole = try await planner.importText("{\"features\":[\(features)]}", into: home)
        #expect(whole.added.sights == 5000)
        #expect(home.sights.map(\.name) == ["first"] + (0..<5000).map { "N\($0)" })
        #expect(try planner.context.undoLastTransaction() != nil)
        #expect(home.sights.map(\.name) == ["first"])
    }

    @Test func `A dry run changes nothing and has the same report`() async throws {
        let planner = try await TestPlanner()
        let text = try await ExportTests.tricky().exported("json")
        let trial = try await planner.importText(text, dryRun: true)
        #expect(try planner.destinations.isEmpty)
        let real = try await planner.importText(text)
        #expect(trial.added.destinations == real.added.destinations)
        #expect(trial.added.sights == real.added.sights)
    }

    @Test func `Names that differ only in whitespace match`() async throws {
        let spaced = "destination,sight\nFoo  Bar,A\u{A0}B\n", plain = "destination,sight\nFoo Bar,A B\n"
        for (store, file) in [(plain, spaced), (spaced, plain), (spaced, spaced)] {
            let planner = try await TestPlanner()
            _ = try await planner.importText(store)
            let again = try await planner.importText(file)
            #expect(again.added.destinations == 0)
            #expect(again.added.sights == 0)
            #expect(again.known == 1)
        }
    }

    @Test func `Line ends and tabs in names become spaces, and map names have single spaces`() async throws {
        let planner = try await TestPlanner()
        _ = try await planner.importText(
            #"{"format":"itour","version":1,"destinations":[{"name":" Ro\n\t me  City\t"}]}"#)
        _ = try await planner.importText(
            """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="41" lon="12"><name>Villa\n      Borghese\u{A0} Park</name></wpt></gpx>
            """)
        #expect(try planner.destinations.map(\.name) == ["Ro me  City", "file"])
        #expect(try planner.sights(of: "file") == ["Villa Borghese Park"])
    }
}
