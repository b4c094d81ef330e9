import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Importing CSV files")
struct TripCSVImportTests {
    @Test func `CSV columns of other programs are found by name, and bad values cost only their fields`()
        async throws
    {
        let planner = try await TestPlanner()
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
        #expect(report.added.sights == 5)
        #expect(report.skipped.map(\.position) == [3, 8])
        #expect(
            report.dropped == [
                "5 Half: Lat (1)", "6 Far: Lat (100)", "6 Far: Lng (2)", "7 Bad: Lat (north)",
                "7 Bad: Lng (2)",
            ])
        #expect(report.entries.unknownFields == ["other"])
        #expect(try planner.destinations.map(\.name) == ["file"])
        #expect(try planner.sights(of: "file") == ["Colosseum", "Nowhere", "Half", "Far", "Bad"])
        #expect(try planner.destinations[0].sights.first?.note == "big, \"old\"")
    }

    @Test func `On a terminal, an import shows its progress and clears it at the end`() async throws {
        let planner = try await TestPlanner(answers: [], secondsPerLook: 0.7)
        let rows = (1...6100).map { "Rome,Sight \($0)\n" }
        _ = try await planner.importText("destination,sight\n" + rows.joined())
        #expect(planner.user.progress.count > 1)
        #expect(planner.user.progress.last == .some(nil))
    }

    @Test func `A store without sights isn't asked for each sight of an export`() async throws {
        func searches(_ count: Int) async throws -> Int {
            let planner = try await TestPlanner()
            let rows = (0..<count).map { "Rome,Sight \($0),\(UUID())\n" }
            let statements = try await StatementLog.duringTask(planner.context) {
                _ = try await planner.importText("destination,sight,sightIdentifier\n" + rows.joined())
            }
            #expect(try planner.sights(of: "Rome").count == count)
            return statements.count { $0.hasPrefix("SELECT") }
        }
        let few = try await searches(30)
        #expect(try await searches(60) < few + 30)
    }

    @Test func `Columns of destinations in a list of places are named, not ignored`() async throws {
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            "name,latitude,longitude,priority,country\nPantheon,41.9,12.5,must,IT\n")
        #expect(report.added.sights == 1)
        #expect(report.entries.unknownFields == ["priority", "country"])
    }

    @Test(arguments: ["41.8902,12.4", "big, ol", "12.4922,,fal"])
    func `A truncated last CSV row is skipped and reported, and the complete file imports it`(last: String)
        async throws
    {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome", sights: ["Colosseum"]) { rome in
            rome.sights[0].note = "big, old"
            rome.sights[0].source = "osm:node/12"
        }
        rome.sights[0].place = try place(41.8902, 12.4922)
        try planner.context.save()
        let text = try planner.exported("csv")
        let end = try #require(text.range(of: last)?.upperBound)
        let copy = try await TestPlanner()
        let report = try await copy.importText(String(text[..<end]))
        #expect(report.added.destinations == 0)
        #expect(report.added.sights == 0)
        #expect(report.skipped.map(\.position) == [2])
        #expect(try await copy.importText(text).added.sights == 1)
        let sight = try #require(try copy.destinations.first?.sights.first)
        #expect(try sight.place == place(41.8902, 12.4922))
        #expect(sight.note == "big, old")
        #expect(sight.source == "osm:node/12")
    }

    @Test func `CSV lines may end with CR alone, even after quoted column names`() async throws {
        let planner = try await TestPlanner()
        for header in ["name,lat,lon", #""name","lat","lon""#] {
            let report = try await planner.importText("\(header)\rColosseum,41.8902,12.4922\r,1,2\r")
            #expect(report.added.sights + report.known == 1)
            #expect(report.skipped.map(\.position) == [3])
        }
        #expect(try planner.sights(of: "file") == ["Colosseum"])
    }

    @Test func `Decimal commas in coordinates are accepted only in files with semicolons`() async throws {
        let planner = try await TestPlanner()
        let list =
            "name;lat;lon;note\nColosseum;41,8902;12.4922;big, old\nPantheon;41,8986;12,4768;\nFar;1,234,5;2;\n"
        let report = try await planner.importText(list)
        #expect(report.added.sights == 3)
        #expect(report.dropped == ["4 Far: lat (1,234,5)", "4 Far: lon (2)"])
        let sights = try planner.destinations.flatMap(\.sights)
        #expect(try sights.map(\.place) == [place(41.8902, 12.4922), place(41.8986, 12.4768), nil])
        #expect(sights.first?.note == "big, old")
        let commas = try await planner.importText("name,lat,lon\nForum,\"41,8925\",12\n")
        #expect(commas.added.sights == 1)
        #expect(commas.dropped == ["2 Forum: lat (41,8925)", "2 Forum: lon (12)"])
    }

    @Test func `A last row that lacks columns and a line end is truncated in a list of another program`()
        async throws
    {
        let planner = try await TestPlanner()
        let list = "name,lat,lon,note\nColosseum,41.8902,12.4922,old\nPantheon,41.8986,12.4768,round"
        let report = try await planner.importText(list.replacing("768,round", with: ""))
        #expect(report.added.sights == 1)
        #expect(report.reasons.first?.contains("the file ends in the middle of this line") == true)
        // If only the line end of the last line is missing, the line counts as complete.
        let whole = try await planner.importText(list)
        #expect(whole.added.sights == 1)
        #expect(whole.known == 1)
        #expect(whole.skipped.isEmpty)
        // The last field may still be truncated, so the report names this line.
        #expect(whole.entries.possiblyTruncatedLine == 3)
        #expect(try await planner.importText(list + "\n").entries.possiblyTruncatedLine == nil)
    }
}
