import Foundation
import Localization
import ModelData
import Shell
import Suite
import TestSupport
import Testing

@testable import ITour

@Suite("Importing points of interest")
@MainActor
struct PointImportTests {
    private func importing(
        _ text: String, in planner: TestPlanner, dryRun: Bool = false, bringingBack: Bool = false
    ) async throws -> PointImport.Result {
        var pieces = [Array(text.utf8), []]
        let source = PointSource(name: "list", size: { nil }, read: { pieces.removeFirst() })
        return try await PointImport(
            session: planner.session, source: source, bringsBackDeleted: bringingBack
        ).run(isDryRun: dryRun)
    }

    private func points(_ planner: TestPlanner) throws -> [PointOfInterest] {
        try planner.context.fetch(FetchDescriptor<PointOfInterest>(sortBy: [SortDescriptor(\.name)]))
    }

    @Test func `Points are imported with their categories in one undo step`() async throws {
        let planner = try await TestPlanner()
        let result = try await importing(
            "[\(point(1, "Fort", category: "fort")), \(point(2, "Museum", category: "museum")), \(point(3, "Keep", category: "fort"))]",
            in: planner)
        #expect(result.report.added == 3 && result.problem == nil)
        let found = try points(planner)
        #expect(found.map(\.name) == ["Fort", "Keep", "Museum"])
        #expect(found.map { $0.category?.name } == ["fort", "fort", "museum"])
        #expect(
            found[0].place == (try place(41.5, 12.25)) && found[0].city == "Rome" && !found[0].isFavourite)
        try planner.context.undoLastTransaction()
        #expect(try points(planner).isEmpty)
        #expect(try planner.session.categories.isEmpty)
    }

    @Test func `NUL is removed from points and categories on import`() async throws {
        let planner = try await TestPlanner()
        let text = "\(point(1, "Fo\\u0000rt", city: "Ro\\u0000ma", category: "fo\\u0000rt"))"
        #expect(text.contains("\\u0000"))
        for isFirst in [true, false] {
            let result = try await importing("[\(text)]", in: planner)
            #expect(result.report.added == (isFirst ? 1 : 0))
        }
        let fort = try #require(try points(planner).first)
        #expect((fort.name, fort.city, fort.category?.name) == ("Fort", "Roma", "fort"))
        #expect(try planner.session.categories.count == 1)
    }

    @Test func `Local changes and favorites are kept, and other values are updated`() async throws {
        let planner = try await TestPlanner()
        _ = try await importing("[\(point(1, "Fort")), \(point(2, "Museum"))]", in: planner)
        let fort = try #require(try points(planner).first)
        fort.name = "My fort"
        fort.isFavourite = true
        try planner.context.save()
        let second = try await importing(
            "[\(point(1, "Fortress", city: "Roma")), \(point(2, "Gallery"))]", in: planner)
        #expect(second.report.updated == 2)
        #expect(fort.name == "My fort" && fort.city == "Roma" && fort.isFavourite)
        #expect(try points(planner).map(\.name) == ["Gallery", "My fort"])
    }

    @Test func `Locally deleted points stay deleted until the user asks for them`() async throws {
        let planner = try await TestPlanner()
        let list = "[\(point(1, "Fort")), \(point(2, "Museum"))]"
        _ = try await importing(list, in: planner)
        planner.context.delete(try #require(try points(planner).first))
        try planner.context.save()
        let again = try await importing(list, in: planner)
        #expect(again.report.unchanged == 2 && again.report.keptDeleted == 1)
        #expect(try await importing(list, in: planner, bringingBack: true).report.added == 1)
        #expect(try points(planner).map(\.name) == ["Fort", "Museum"])
    }

    @Test func `A dry run changes nothing and has the same report`() async throws {
        let planner = try await TestPlanner()
        let list = "[\(point(1, "Fort")), 7, \(point(2, "Museum"))]"
        let trial = try await importing(list, in: planner, dryRun: true)
        #expect(trial.report.added == 2 && trial.report.skippedCount == 1)
        #expect(try points(planner).isEmpty)
        #expect(try planner.context.historySummaries().isEmpty)
        #expect(try await importing(list, in: planner).report.added == 2)
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
        let result = try await importing(list, in: planner)
        #expect(result.report.added == 6 && result.report.skippedCount == 3)
        let string = { (text: LocalizedText) in planner.session.localizer.string(text) }
        #expect(
            result.report.skipped.map { "\($0.number) \(string(PointImportOutput.message($0.reason)))" } == [
                "1 the name is missing",
                "6 “identifier” must be a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF, not the text “x”",
                "7 “name” is missing",
            ])
        let half = "the latitude or the longitude is missing"
        let range = "latitudes are from -90 to 90, longitudes from -180 to 180"
        #expect(
            result.report.dropped.map {
                let reason = string(PointImportOutput.message($0.reason, of: $0.key))
                return "\($0.number) \($0.title): \($0.key) (\($0.written)): \(reason)"
            } == [
                "2 x: latitude (91): \(range)", "2 x: longitude (0): \(half)", "3 x: latitude (1): \(half)",
                #"4 x: category ({"name": ""}): the name of the category is blank"#,
                #"5 x: category ({"name": 5}): “category.name” must be a text, not the number 5"#,
                "8 x: latitude (1e400): it must be a number", "8 x: longitude (0): \(half)",
            ])
        #expect(result.report.unknownKeys == ["mood"])
        let output = PointImportOutput(result: result, isDryRun: false).output
        let warnings = output.blocks.compactMap {
            if case .warning(let text) = $0 { string(text) } else { nil }
        }
        #expect(warnings.contains("Entry 7 (line 3) was skipped: “name” is missing."))
        #expect(warnings.contains("Entry 2, “x”: “latitude” (91) was not imported: \(range)."))
    }

    @Test func `A value that can't be read leaves the field of a known point as it is`() async throws {
        let planner = try await TestPlanner()
        _ = try await importing("[\(point(1, "Fort"))]", in: planner)
        let again = try await importing(
            "[\(point(1, "Fort", city: "Roma", latitude: 95)), \(point(2, "Mill"))]", in: planner)
        #expect(again.report.updated == 1 && again.report.added == 1 && again.report.droppedCount == 2)
        let fort = try #require(try points(planner).first)
        #expect(fort.city == "Roma" && fort.latitude == 41.5 && fort.longitude == 12.25)
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
            let error = await #expect(throws: ImportFileError.self) { try await importing(file, in: planner) }
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
                .destinations == 1)
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
        let result = try await PointImport(session: planner.session, source: source).run(isDryRun: false)
        #expect(result.problem == .brokenOff(reason: failure.problem, records: 2))
        #expect(try points(planner).count == 2)
        let cut = try await importing("[\(point(3, "Keep")),", in: planner)
        #expect(cut.problem == .cutOff(name: "list", line: 1, records: 1) && cut.report.added == 1)
        await #expect(throws: PointImportError.notAList(name: "list", line: 1)) {
            try await importing("{}", in: planner)
        }
        await #expect(throws: PointImportError.empty(name: "list")) { try await importing("", in: planner) }
    }
}

/// Returns a point of interest as JSON.
func point(
    _ number: Int, _ name: String, city: String = "Rome", category: String? = nil, latitude: Double = 41.5,
    longitude: Double = 12.25
) -> String {
    let digits = String(number)
    let identifier = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    let kind = category.map { ", \"category\": {\"name\": \"\($0)\"}" } ?? ""
    return """
        {"identifier": "\(identifier)", "name": "\(name)", "city": "\(city)", "country": "Italy", \
        "latitude": \(latitude), "longitude": \(longitude)\(kind)}
        """
}
