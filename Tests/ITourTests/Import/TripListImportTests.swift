import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Importing lists of destinations and sights")
struct TripListImportTests {
    @Test(arguments: [true, false])
    func `A copied and edited export row is a separate sight above or below the original`(isBelow: Bool)
        async throws
    {
        let planner = try await TestPlanner()
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
        #expect(report.added.sights == 1)
        #expect(report.known == 1)
        #expect(rome.sights.map(\.note).sorted() == ["day 1", "day 2"])
        let again = try await planner.importText(list)
        #expect(again.added.sights == 0)
        #expect(again.known == 2)
    }

    @Test func `Destination rows keep places, notes and addresses if the file has no sight column`()
        async throws
    {
        let list = """
            id,destination,start,latitude,longitude,note,address
            1,Rome,2031-05-01,41.9,12.5,Book early,
            2,Paris,,48.8,2.3,,Rue Y 1
            3,Oslo,,,, ,
            4,Bad,,north,2,,

            """
        let planner = try await TestPlanner()
        let report = try await planner.importText(list)
        #expect(report.added.destinations == 4)
        #expect(report.added.sights == 3)
        #expect(report.skipped.isEmpty)
        #expect(report.dropped == ["5 Bad: latitude (north)", "5 Bad: longitude (2)"])
        #expect(report.entries.unknownFields == ["id"])
        let destinations = try planner.destinations
        #expect(destinations.map(\.name) == ["Rome", "Paris", "Oslo", "Bad"])
        #expect(destinations.map { $0.dates?.description } == ["2031-05-01", nil, nil, nil])
        #expect(destinations.map { $0.sights.map(\.name) } == [["Rome"], ["Paris"], [], ["Bad"]])
        let rome = try #require(destinations[0].sights.first)
        #expect(try rome.place == place(41.9, 12.5) && rome.note == "Book early")
        let paris = try #require(destinations[1].sights.first)
        #expect(try paris.place == place(48.8, 2.3) && paris.address == "Rue Y 1")
        let again = try await planner.importText(list)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 4)
    }

    @Test func `A row without a sight name belongs to its destination, and its note becomes the details`()
        async throws
    {
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
        let planner = try await TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.added.destinations == (isFirst ? 5 : 0))
            #expect(report.added.sights == (isFirst ? 2 : 0))
            // A row without a sight can have a note. It becomes the destination's details, unless the
            // destination already has other details; then the note is ignored. In the second import, the note
            // equals the details.
            #expect(report.skipped.isEmpty)
            #expect(report.ignored == [.unnamedPoint: 3])
            let destinations = try planner.destinations
            #expect(destinations.map(\.name) == ["Lisbon", "Rome", "Oslo", "Paris", "Bonn"])
            #expect(
                destinations.map(\.details) == ["see in spring", "Book early", "", "Details", ""])
            #expect(destinations.map { $0.sights.map(\.name) } == [[], ["Colosseum", "Forum"], [], [], []])
        }
        let lisbon = try #require(try planner.destinations.first)
        #expect(lisbon.dates?.description == "2027-05-01")
        #expect(lisbon.priority == .must)

        let other = try await TestPlanner()
        try other.add("Rome")
        let report = try await other.importText(
            "destination,start,name,description\nOslo,2025-05-01,,our great trip\nRome,,,nice\n")
        #expect(report.added.destinations == 1)
        #expect(report.ignored == [.unnamedPoint: 1])
        #expect(report.skipped.isEmpty)
        #expect(try other.destinations.map(\.details) == ["", "our great trip"])
    }

    @Test(arguments: ["details,City of seven hills", "start,2027-05-01"])
    func `A note without a sight belongs to the destination of the row above`(said: String) async throws {
        let (column, value) = (said.split(separator: ",")[0], said.split(separator: ",")[1])
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            "destination,\(column),sight,note\nRome,\(value),Forum,x\nRome,,,eat pizza\n")
        #expect(report.added.destinations == 1)
        #expect(report.added.sights == 1)
        #expect(report.skipped.isEmpty)
        let rome = try #require(try planner.destinations.first)
        let isKept = column == "start"
        #expect(rome.details == (isKept ? "eat pizza" : "City of seven hills"))
        #expect(report.ignored == (isKept ? [:] : [.unnamedPoint: 1]))
    }

    @Test(arguments: [
        ("Paris,,a note,Details\nParis,Louvre,,\n", 1),
        ("Paris,,a note,\nParis,Louvre,,Details\n", 1),
        ("Paris,Louvre,,Details\nParis,,a note,\n", 1),
        ("Paris,,a note,\nParis,,a note,\nParis,Louvre,,Details\nParis,,another,\n", 3),
        ("Paris,Louvre,,\nParis,,a note,\nParis,Louvre,,Details\n", 1),
        ("Paris,Louvre,,\nParis,Louvre,,Details\n", 0),
        ("Paris,,Details,\nParis,Louvre,,Details\n", 0),
    ])
    func `Details of a destination override its note in any row order, and the note is reported`(
        rows: String, lost: Int
    ) async throws {
        let list = "destination,sight,note,details\n" + rows
        let ignored: [IgnoredPart: Int] = lost == 0 ? [:] : [.unnamedPoint: lost]
        let planner = try await TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.added.destinations == (isFirst ? 1 : 0))
            #expect(report.added.sights == (isFirst ? 1 : 0))
            #expect(report.skipped.isEmpty)
            #expect(report.ignored == ignored)
            #expect(try planner.destinations.map(\.details) == ["Details"])
        }
        // An import keeps the details of an existing destination, even if they are empty.
        for details in ["", "Mine"] {
            let other = try await TestPlanner()
            let paris = try other.add("Paris") { $0.details = details }
            let report = try await other.importText(list)
            #expect(report.added.destinations == 0)
            #expect(report.added.sights == 1)
            #expect(paris.details == details)
        }
    }

    @Test(arguments: [
        ("Rome,Colosseum,Arena,\nRome,Trevi,Fountain,\nRome,Forum,,\n", ["", "Fountain", ""], 0),
        ("Rome,Colosseum,,\nRome,Trevi,Arena,\nRome,Forum,Square,\n", ["", "", "Square"], 0),
        ("Rome,Colosseum,Arena,x\nRome,Trevi,Fountain,y\nRome,Forum,Arena,\n", ["x", "y", ""], 1),
        (
            "Rome,Colosseum,Arena,x\nRome,Trevi,Fountain,Fountain\nRome,Forum,,\n",
            ["x", "Fountain", ""], 0
        ),
    ])
    func `Details that differ from the rows above become the sight's note or are reported`(
        rows: String, notes: [String], lost: Int
    ) async throws {
        let list = "destination,sight,details,note\n" + rows
        let planner = try await TestPlanner()
        for isFirst in [true, false] {
            let report = try await planner.importText(list)
            #expect(report.added.destinations == (isFirst ? 1 : 0))
            #expect(report.added.sights == (isFirst ? 3 : 0))
            #expect(report.skipped.isEmpty)
            #expect(report.ignored == (lost == 0 ? [:] : [.otherDetails: lost]))
            let rome = try #require(try planner.destinations.first)
            #expect(rome.details == "Arena")
            #expect(rome.sights.sorted { $0.number < $1.number }.map(\.note) == notes)
        }
        // If the user changes the details, the old details in the list don't become a sight's note.
        try planner.destinations[0].details = "Mine"
        try planner.context.delete(planner.destinations[0].sights[2])
        try planner.context.save()
        _ = try await planner.importText(
            "destination,sight,details\nRome,Colosseum,Arena\nRome,Forum,Arena\n")
        let rome = try #require(try planner.destinations.first)
        #expect(rome.details == "Mine")
        #expect(rome.sights.last?.note == "")
        #expect(rome.sights.count == 3)
    }

    @Test func `Destinations are matched by the source of a place but not by that of a list`() async throws {
        let planner = try await TestPlanner()
        let rows = ["Rome,Colosseum", "Rome,Trevi", "Oslo,Opera", "Budapest,Baths"]
        for (source, place) in [
            ("Wikipedia", false), ("osm:node/7", true), ("Q220", true), ("https://example.org/a", false),
            ("blog-2025", false), ("https://www.openstreetmap.org/relation/41485", true), ("7", false),
            ("list:summer", false),
        ] {
            let list = "destination,sight,source\n" + rows.map { "\($0),\(source)\n" }.joined()
            let other = try await TestPlanner()
            for isFirst in [true, false] {
                let report = try await other.importText(list)
                #expect(report.added.destinations == (isFirst ? 3 : 0))
                #expect(report.added.sights == (isFirst ? 4 : 0))
            }
            // Both rows have the source of an existing destination, but they add new destinations. In a row
            // with a sight, the source may belong to the sight.
            let report = try await other.importText(
                "destination,sight,source\nRoma,Forum,\(source)\nParis,Louvre,\(source)\n")
            #expect(report.added.destinations == 2)
            #expect(report.added.sights == 2)
            #expect(try other.sights(of: "Rome") == ["Colosseum", "Trevi"])
            #expect(try other.sights(of: "Paris") == ["Louvre"])
            // A destination with the source of a place is matched even under another name.
            let renamed = try await other.importText("destination,source\nRzym,\(source)\n")
            #expect(renamed.added.destinations == (place ? 0 : 1), "\(source)")
        }
        // If the dates differ, rows for the same place are different trips.
        let report = try await planner.importText(
            "destination,start,source\nRome,2031-05-01,osm:node/7\nRome,2032-05-01,osm:node/7\n")
        #expect(report.added.destinations == 2)
    }

    @Test func `Lists that number their own destinations don't affect each other`() async throws {
        let planner = try await TestPlanner()
        let lists = [
            "destination,sight,source\nRome,Forum,1\nPisa,Tower,2\n",
            "destination,sight,source\nParis,Louvre,1\nLyon,Fourvière,2\n",
        ]
        for isFirst in [true, false] {
            for list in lists {
                let report = try await planner.importText(list)
                #expect(report.added.destinations == (isFirst ? 2 : 0))
                #expect(report.added.sights == (isFirst ? 2 : 0))
            }
        }
        #expect(try planner.sights(of: "Rome") == ["Forum"] && planner.sights(of: "Paris") == ["Louvre"])
    }

    @Test func `A note that became the details of its destination is recognized in a second import`()
        async throws
    {
        let planner = try await TestPlanner()
        let list = "destination,sight,note\nRome,,Book early\nRome,,Book early\n"
        let report = try await planner.importText(list)
        #expect(report.added.destinations == 1)
        #expect(report.known == 1)
        #expect(report.ignored.isEmpty)
        let again = try await planner.importText(list)
        #expect(again.added.destinations == 0)
        #expect(again.known == 2)
        #expect(again.ignored.isEmpty)
        #expect(try planner.destinations.map(\.details) == ["Book early"])
        // A second import also adds nothing if a row has the same text as note and as details.
        let other = try await TestPlanner()
        let both = "destination,sight,note,details\nRome,,a,\nRome,Forum,,a\nRome,,a,a\n"
        for isFirst in [true, false] {
            let report = try await other.importText(both)
            #expect(report.added.destinations == (isFirst ? 1 : 0))
            #expect(report.ignored.isEmpty)
        }
    }

    @Test func `Details from a row don't match its namesake in a second import`() async throws {
        let planner = try await TestPlanner()
        let list = """
            destination,start,details,sight
            Oslo,2031-05-01,,Opera
            Oslo,2031-05-01,B,
            Oslo,,B,Castle
            Oslo,2031-05-01,,
            Oslo,2031-05-01,B,Opera

            """
        let report = try await planner.importText(list)
        #expect(report.added.destinations == 2)
        #expect(report.added.sights == 2)
        let again = try await planner.importText(list)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
    }

    @Test(arguments: [
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
    func `Sights with different details stay separate, and a second import adds none`(list: String)
        async throws
    {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome")
        let report = try await planner.importText(list, into: rome)
        #expect(report.added.sights == 3)
        #expect(report.known == 1)
        #expect(rome.sights.map(\.address) == ["Via Roma 1", "Via Milano 2", "Via Milano 2"])
        #expect(rome.sights.map(\.note) == ["", "", "quiet"])
        let again = try await planner.importText(list, into: rome)
        #expect(again.added.sights == 0)
        #expect(again.known == 4)
        // If the user adds notes and coordinates later, the sights still match.
        for sight in rome.sights { sight.note = "closed" }
        rome.sights[0].place = try place(41.9, 12.5)
        try planner.context.save()
        let later = try await planner.importText(list, into: rome)
        #expect(later.added.sights == 0)
        #expect(later.known == 4)
    }

    @Test func `An existing sight matches only one of the sights with its name in a list`() async throws {
        let planner = try await TestPlanner()
        let rome = try planner.add("Rome", sights: ["Kantine"])
        let list = "name,address\nKantine,Via Roma 1\nKantine,Via Milano 2\n"
        let report = try await planner.importText(list, into: rome)
        #expect(report.added.sights == 1)
        #expect(report.known == 1)
        #expect(rome.sights.map(\.address) == ["", "Via Milano 2"])
        let again = try await planner.importText(list, into: rome)
        #expect(again.added.sights == 0)
        #expect(again.known == 2)
    }

    @Test func `Destinations with different details stay separate, and rows may omit repeated details`()
        async throws
    {
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
        let planner = try await TestPlanner()
        let report = try await planner.importText(list)
        #expect(report.added.destinations == 3)
        #expect(report.added.sights == 4)
        #expect(report.known == 2)
        let destinations = try planner.destinations
        #expect(destinations.map(\.details) == ["with Anna", "someday with Bob", "alone"])
        #expect(destinations.map { $0.start == nil } == [false, true, true])
        #expect(
            destinations.map { $0.sights.map(\.name) }
                == [["Colosseum", "Pantheon", "Forum"], ["Colosseum"], []])
        let again = try await planner.importText(list)
        #expect(again.added.destinations == 0)
        #expect(again.added.sights == 0)
        #expect(again.known == 7)
        // A destination is matched by name and date, even if its details were changed.
        destinations[0].details = "with Anna and Eve"
        destinations[0].priority = .must
        try planner.context.save()
        let later = try await planner.importText(list)
        #expect(later.added.destinations == 0)
        #expect(later.added.sights == 0)
        #expect(later.known == 7)
    }

    @Test(arguments: [
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
    func `A table of sights belongs to one destination regardless of its sight details`(table: String)
        async throws
    {
        for isThere in [false, true] {
            let planner = try await TestPlanner()
            if isThere { try planner.add("Rome") }
            let report = try await planner.importText(table)
            #expect(report.added.destinations == (isThere ? 0 : 1))
            #expect(report.added.sights == 3)
            #expect(report.known == 0)
            #expect(try planner.destinations.count == 1)
            #expect(try planner.sights(of: "Rome") == ["Colosseum", "Trevi", "Pantheon"])
            let again = try await planner.importText(table)
            #expect(again.added.destinations == 0)
            #expect(again.added.sights == 0)
            #expect(again.known == 3)
        }
    }

    @Test func `Random lists lose no row, and a second import adds nothing`() async throws {
        var random = SeededGenerator()
        func word(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }
        for _ in 0..<12 {
            let sights = (0..<12).map { _ in
                [word("a", "b"), word("", "1", "2"), word("", "x", "y"), word(",", ",", "1,2", "1,3")]
            }
            let list = "name,address,note,latitude,longitude\n" + lines(sights)
            let planner = try await TestPlanner()
            let empty = try planner.add("Empty")
            _ = try await planner.importText(list, into: empty)
            for row in sights {
                #expect(empty.sights.contains { matches($0, row) }, "\(row) of \(list)")
            }
            let full = try planner.add("Full", sights: ["a", "A", "b"]) { $0.sights[1].note = "x" }
            _ = try await planner.importText(list, into: full)
            for home in [empty, full] {
                let again = try await planner.importText(list, into: home)
                #expect(again.added.sights == 0, "\(home.name): \(list)")
            }

            let trips = (0..<12).map { _ in
                [
                    word("Rome", "Oslo"), word("", "2031-05-01", "2032-06-02"), word("", "A", "B"),
                    word("", "s", "t"), word("", "x"),
                ]
            }
            let plan = "destination,start,details,sight,note\n" + lines(trips)
            let other = try await TestPlanner()
            let report = try await other.importText(plan)
            let made = try other.destinations
            // The note of a row without a sight may be ignored, so such rows aren't compared.
            for row in trips where row[4].isEmpty || !row[3].isEmpty {
                #expect(made.contains { matches($0, row) }, "\(row) of \(plan)")
            }
            let again = try await other.importText(plan)
            #expect(again.added.destinations == 0, "\(plan)")
            #expect(again.added.sights == 0, "\(plan)")
            #expect(again.ignored == report.ignored, "\(plan)")
        }
    }

    /// Returns whether a sight has the values of a row. Empty values of the row are ignored.
    private func matches(_ sight: Sight, _ row: [String]) -> Bool {
        guard sight.name == row[0] else { return false }
        return ["", sight.address].contains(row[1]) && ["", sight.note].contains(row[2])
    }

    /// Returns whether a destination has the values of a row, and the row's sight if there is one. In a row
    /// with a sight, the details may belong to the sight.
    private func matches(_ destination: Destination, _ row: [String]) -> Bool {
        guard destination.name == row[0] else { return false }
        guard ["", destination.dates?.description ?? ""].contains(row[1]) else { return false }
        return row[3].isEmpty
            ? ["", destination.details].contains(row[2]) : destination.sights.map(\.name).contains(row[3])
    }

    private func lines(_ rows: [[String]]) -> String {
        rows.map { $0.joined(separator: ",") + "\n" }.joined()
    }
}
