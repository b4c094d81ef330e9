import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing
import TestSupport

@testable import ITour

@Suite("Importing points of interest")
@MainActor
struct PointImportTests {
    @Test func `Points are imported with their categories in one undo step`() async throws {
        let planner = try await TestPlanner()
        let result = try await planner.importPoints(
            "[\(point(1, "Fort", category: "fort")), \(point(2, "Museum", category: "museum")), \(point(3, "Keep", category: "fort"))]"
        )
        #expect(result.report.added == 3)
        #expect(result.problem == nil)
        let found = try planner.points()
        #expect(found.map(\.name) == ["Fort", "Keep", "Museum"])
        #expect(found.map { $0.category?.name } == ["fort", "fort", "museum"])
        #expect(
            found[0].place == (try place(41.5, 12.25)) && found[0].city == "Rome" && !found[0].isFavourite)
        try planner.context.undoLastTransaction()
        #expect(try planner.points().isEmpty)
        #expect(try planner.context.fetch(FetchDescriptor<ITour.Category>()).isEmpty)
    }

    @Test func `NUL is removed from points and categories on import`() async throws {
        let planner = try await TestPlanner()
        let text = "\(point(1, "Fo\\u0000rt", city: "Ro\\u0000ma", category: "fo\\u0000rt"))"
        #expect(text.contains("\\u0000"))
        for isFirst in [true, false] {
            let result = try await planner.importPoints("[\(text)]")
            #expect(result.report.added == (isFirst ? 1 : 0))
        }
        let fort = try #require(try planner.points().first)
        #expect((fort.name, fort.city, fort.category?.name) == ("Fort", "Roma", "fort"))
        #expect(try planner.context.fetch(FetchDescriptor<ITour.Category>()).count == 1)
    }

    @Test func `Local changes and favorites are kept, and other values are updated`() async throws {
        let planner = try await TestPlanner()
        _ = try await planner.importPoints("[\(point(1, "Fort")), \(point(2, "Museum"))]")
        let fort = try #require(try planner.points().first)
        fort.name = "My fort"
        fort.isFavourite = true
        try planner.context.save()
        let second = try await planner.importPoints(
            "[\(point(1, "Fortress", city: "Roma")), \(point(2, "Gallery"))]")
        #expect(second.report.changed == 2)
        #expect(fort.name == "My fort")
        #expect(fort.city == "Roma")
        #expect(fort.isFavourite)
        #expect(try planner.points().map(\.name) == ["Gallery", "My fort"])
    }

    @Test func `Locally deleted points stay deleted until the user asks for them`() async throws {
        let planner = try await TestPlanner()
        let list = "[\(point(1, "Fort")), \(point(2, "Museum"))]"
        _ = try await planner.importPoints(list)
        planner.context.delete(try #require(try planner.points().first))
        try planner.context.save()
        let again = try await planner.importPoints(list)
        #expect(again.report.unchanged == 2)
        #expect(again.keptDeleted == 1)
        #expect(try await planner.importPoints(list, bringingBack: true).report.added == 1)
        #expect(try planner.points().map(\.name) == ["Fort", "Museum"])
    }

    @Test func `A dry run changes nothing and has the same report`() async throws {
        let planner = try await TestPlanner()
        let list = "[\(point(1, "Fort")), 7, \(point(2, "Museum"))]"
        let trial = try await planner.importPoints(list, dryRun: true)
        #expect(trial.report.added == 2)
        #expect(trial.report.skippedCount == 1)
        #expect(try planner.points().isEmpty)
        #expect(try planner.context.historySummaries().isEmpty)
        #expect(try await planner.importPoints(list).report.added == 2)
    }

    @Test func `An invalid value costs its field, and a record without identifier or name is skipped`()
        async throws
    {
        let planner = try await TestPlanner()
        let id = { (number: Int) in "\"identifier\": \"00000000-0000-0000-0000-00000000000\(number)\"" }
        let list = """
            [{\(id(1)), "name": " "}, {\(id(2)), "name": "x", "latitude": 91, "longitude": 0},
             {\(id(3)), "name": "x", "latitude": 1}, {\(id(4)), "name": "x", "category": {"name": ""}},
             {\(id(5)), "name": "x", "category": {"name": 5}}, {"identifier": "x", "name": "x"}, {\(id(6))},
             {\(id(7)), "name": "x", "latitude": 1e400, "longitude": 0}, {\(id(8)), "name": "fine", "mood": 1}]
            """
        let result = try await planner.importPoints(list)
        #expect(result.report.added == 6)
        #expect(result.report.skippedCount == 3)
        let string = { (text: LocalizedText) in planner.session.localizer.string(text) }
        #expect(
            result.report.skipped.map { "\($0.position) \($0.reason.map(string) ?? "")" } == [
                "1 the name is missing",
                "6 “identifier” must be a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF, not the text “x”",
                "7 “name” is missing",
            ])
        let half = "the latitude or the longitude is missing"
        let range = "latitudes are from -90 to 90, longitudes from -180 to 180"
        #expect(
            result.report.dropped.first.map {
                "\($0.position) \($0.title): \($0.field) (\($0.written)): \(string($0.reason))"
            } == [
                "2 x: latitude (91): \(range)", "2 x: longitude (0): \(half)", "3 x: latitude (1): \(half)",
                #"4 x: category ({"name": ""}): the name of the category is blank"#,
                #"5 x: category ({"name": 5}): “category.name” must be a text, not the number 5"#,
                "8 x: latitude (1e400): it must be a number", "8 x: longitude (0): \(half)",
            ])
        #expect(result.report.unknownFields == ["mood"])
        let warnings = result.output.blocks.compactMap {
            if case .warning(let text) = $0 { string(text) } else { nil }
        }
        #expect(warnings.contains("Entry 7 (line 3) was skipped: “name” is missing."))
        #expect(warnings.contains("Entry 2, “x”: “latitude” (91) was not imported: \(range)."))
    }

    @Test func `A value that can't be read leaves the field of a known point as it is`() async throws {
        let planner = try await TestPlanner()
        _ = try await planner.importPoints("[\(point(1, "Fort"))]")
        let again = try await planner.importPoints(
            "[\(point(1, "Fort", city: "Roma", latitude: 95)), \(point(2, "Mill"))]")
        #expect(again.report.changed == 1)
        #expect(again.report.added == 1)
        #expect(again.report.dropped.count == 2)
        let fort = try #require(try planner.points().first)
        #expect(fort.city == "Roma")
        #expect(fort.latitude == 41.5)
        #expect(fort.longitude == 12.25)
    }

    @Test func `Exports of other commands and programs are recognized, and the right command is named`()
        async throws
    {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Forum"])
        for (file, command) in [
            (try planner.exported("json"), "import list"),
            (#"[{"title": "Emma", "author": "Jane Austen", "status": "read"}]"#, "mybooks import list"),
        ] {
            let error = await #expect(throws: ImportFileError.self) { try await planner.importPoints(file) }
            let remedy = try #require(error?.remedy)
            #expect(planner.session.localizer.string(remedy) == "Import it with “\(command)”.")
        }
        let points = "[\(point(1, "Fort")), \(point(2, "Mill"))]"
        for (file, said) in [
            (points, "a list of points of interest"),
            ("title,author,status\nEmma,Jane,read\n", "a list of books"),
            (#"[{"title": "Fix it", "status": "open", "tags": []}]"#, "a list of issues"),
            (#"{"missions": [], "astronauts": []}"#, "an export of moonshot"),
        ] {
            let error = await #expect(throws: ImportFileError.self) { try await planner.importText(file) }
            let problem = try #require(error?.problem)
            #expect(planner.session.localizer.string(problem).hasSuffix("it is \(said)."))
        }
        #expect(
            try await planner.importText(#"[{"name": "Oslo", "latitude": 59.9, "longitude": 10.7}]"#)
                .added.destinations == 1)
    }

    @Test func `If a source breaks off, preceding records are kept and the error is reported`() async throws {
        let planner = try await TestPlanner()
        let list = Array("[\(point(1, "Fort")),\n\(point(2, "Museum")),\n{".utf8)
        var pieces = [list]
        let failure = FileError.unreadable(path: "list", SystemFailure(EIO))
        let source = PointSource(
            name: "list", size: { nil },
            read: {
                if pieces.isEmpty { throw failure }
                return pieces.removeFirst()
            })
        let result = try await planner.importPoints(from: source)
        #expect(result.problem == .brokenOff(reason: failure.problem, records: 2))
        #expect(try planner.points().count == 2)
        let cut = try await planner.importPoints("[\(point(3, "Keep")),")
        #expect(cut.problem == .cutOff(name: "list", line: 1, records: 1))
        #expect(cut.report.added == 1)
        await #expect(throws: PointImportError.notAList(name: "list", line: 1)) {
            try await planner.importPoints("{}")
        }
        await #expect(throws: PointImportError.empty(name: "list")) { try await planner.importPoints("") }
    }
}
