import Foundation
import TestSupport
import Testing

@testable import ModelData

/// The rule: importing a program's own JSON into an empty store restores every column of every model. References are
/// compared by the records that they mean, and positions in lists by their order.
///
/// moonshot has no import: its missions are data files, and its marks, notes and results are copied by `backup`.
@Suite("Round trips of JSON in every program", .level(.default))
struct RoundTripTests {
    struct Case: Sendable {
        /// Files that the lines import.
        var files: [String: String] = [:]
        /// Lines that fill every column of every table.
        let lines: [String]
        /// Tables and columns that a round trip doesn't restore, each with the reason.
        let exceptions: [String: String]
    }

    private static let byValue = "an import makes parts of an entry anew, and recognizes them by their values"
    private static let onlyForeign = "only imports of other programs' files fill it"
    private static let oneList = "the program has one list"
    private static let sorted = "the list is sorted wherever it is shown"

    private static let books = Case(
        files: [
            "goodreads.csv":
                "Book Id,Title,Author,Exclusive Shelf,Average Rating\n1,Fiasko,Stanisław Lem,to-read,4.05\n"
        ],
        lines: [
            "add Solaris \"Stanisław Lem\" --added 2024-01-01 --summary \"An ocean\" --series Robots --series-number 1.5",
            "edit solaris --contributors \"Bo Ek (translator)\" --isbn 9780571311576 --publisher Iskry --pages 204",
            "edit solaris --minutes 480 --binding audiobook --lang pl --year 1990 --original-year 1961 --copies 2",
            "edit solaris --narrator \"Ann Lee\"",
            "edit solaris --notes \"From Ann\"",
            "start solaris --on 2024-01-02", "progress solaris 50 --on 2024-01-03",
            "finish solaris --on 2024-01-10",
            "rate solaris 4.5", "edit solaris --review \"First time\"", "start solaris --on 2024-02-01",
            "progress solaris 30% --on 2024-02-02", "finish solaris --on 2024-02-20", "rate solaris 4.25",
            "edit solaris --review \"Second time\"",
            "add Eden \"Stanisław Lem\" --added 2024-01-05 --status completed --started 2023-05 --completed 2023",
            "add Pirx \"Stanisław Lem\" --added 2024-01-05 --status completed --started 2022-05 --completed 2022",
            "start pirx --on 2024-03-01", "progress pirx 1h30 --on 2024-03-02",
            "add Lalka \"Bolesław Prus\" --added 2024-01-06", "shelf add lalka favourites",
            "shelf add eden favourites",
            "shelf add solaris favourites", "shelf add solaris \"to lend\"",
            "quote add solaris \"We need mirrors.\" --page 72 --note Snaut --location 1100-1102 --noted '2024-05-01 10:00'",
            "quote add solaris \"No other worlds.\"",
            "lend lalka \"Anna Nowak\" --on 2024-01-07", "return lalka --on 2024-01-09",
            "lend lalka \"Bo Ek\" --on 2024-02-09", "goal 2024 30", "goal 2024 9000 --pages",
            "import goodreads.csv", "view save best rating:>=4 --sort author --reverse",
        ],
        exceptions: [
            "SavedView.identifier": byValue, "SavedView.list": oneList,
            "RememberedColumns": "memory of imports",
            "Book_shelves._source_order": "a book's shelves are always shown by their names",
            "Shelf.identifier": byValue,
            "Reading.identifier": byValue,
            "ReadingProgress.identifier": byValue, "Loan.identifier": byValue, "Goal.identifier": byValue,
        ])

    private static let trips = Case(
        files: [
            "hike.gpx": """
            <gpx><trk><name>Hike</name><trkseg><trkpt lat="41.9" lon="12.4"/><trkpt lat="41.95" lon="12.4"/></trkseg></trk></gpx>
            """
        ],
        lines: [
            "trip add Japan --date 2027-04-01 --end 2027-04-21", "trip edit japan --details \"Rail passes\"",
            "add Kyoto --date 2027-04-05 --end 2027-04-08 --at 35.0116,135.7681 --zone Asia/Tokyo --priority must",
            "edit kyoto --details \"By train\"", "sight add Kinkaku-ji --at 35.0394,135.7292",
            "sight edit kinkaku --address \"1 Kinkakujicho\" --note Early --hours \"Mo-Su 09:00-17:00\"",
            "sight edit kinkaku --link https://example.org/k --phone \"+81 75\" --other-name \"Golden Pavilion\"",
            "sight edit kinkaku --cost \"500 JPY\" --rating 4 --paid no --pay-by 2027-03-01",
            "sight add Nijo",
            "sight schedule kinkaku 2027-04-06 09:00 --for 90min", "sight visited kinkaku --on 2024-04-06",
            "back",
            "add Tokyo --date \"2027-04-10 18:30\" --zone Asia/Tokyo", "edit tokyo --at Tokyo", "back",
            "leg add train Kyoto Tokyo --depart \"2027-04-08 10:12\" --arrive \"2027-04-08 12:30\"",
            "leg edit tokyo --number \"Nozomi 12\" --code X1 --seat 8A --platform 3 --cost \"14000 JPY\" --note Right",
            "leg edit tokyo --from-zone Asia/Tokyo --to-zone Asia/Tokyo --cancelled yes --paid yes --pay-by 2027-03-02",
            "stay add Ryokan --check-in \"2027-04-05 15:00\" --check-out \"2027-04-08 11:00\" --zone Asia/Tokyo",
            "stay edit ryokan --address \"2 Street\" --at 35.0,135.7 --code R1 --link https://example.org/r",
            "stay edit ryokan --cost \"300 EUR\" --note Bath --cancelled yes --paid no --pay-by 2027-03-03",
            "expense add \"1200 JPY\" Ramen --category food --on 2027-04-06",
            "expense add \"20 EUR\" Gift --on 2027-04-07",
            "budget set total \"3000 EUR\"", "budget set food \"600 EUR\"", "checklist add Passport Umbrella",
            "checklist add \"Book the ryokan\" --list \"to do\" --due 2027-03-01", "checklist done passport",
            "back",
            "trip add Italy",
            "add Rome --priority meh", "back", "import hike.gpx --into rome", "rate JPY 0.0061",
            "rate USD 0.92 --in EUR",
            "poi add Colosseum --category museum --at 41.89,12.49",
            "view save soon priority:must --sort date", "view save cheap cost:..20 --list sights",
        ],
        exceptions: [
            "SavedView.identifier": byValue,
            "PointOfInterest": "the export warns that points are only in a backup",
            "Category": "a part of the points of interest", "Destination.source": onlyForeign,
            "Sight.source": onlyForeign, "Leg.source": onlyForeign, "Stay.source": onlyForeign,
            "Sight.lastImport": onlyForeign, "Leg.lastImport": onlyForeign, "Stay.lastImport": onlyForeign,
        ])

    private static let issues = Case(
        files: [
            "list.txt": "(D) Buy milk\n",
            "tasks.json":
                #"[{"uuid":"00000001-0000-4000-8000-000000000000","description":"Sort","status":"pending","size":4}]"#,
        ],
        lines: [
            "tag new work", "tag new later", "tag new unused",
            "new \"Fix login\" --priority high --content \"Line 1\" --tag work --tag later", "back",
            "new Second --tag work", "back", "new Third", "back", "due 2027-01-05 14:00 1",
            "wait 2026-12-24 2",
            "every weekly 1", "edit 1 --estimate 2h", "block 2 by 1 3", "note 1 Called the printer",
            "note 1 Called again", "close 3", "start 1",
            "view save urgent is:open --sort priority", "import list.txt", "import tasks.json",
        ],
        exceptions: [
            "AnnouncedAward": "memory of what this device has announced",
            "FileLine": "memory of a file on this device", "Tag.identifier": byValue,
            "Note.identifier": byValue, "Issue.modified": "exported in milliseconds",
            "SavedView.identifier": byValue, "SavedView.list": oneList, "Issue_tags._source_order": sorted,
            "Issue_tags._target_order": sorted, "Issue_blockedBy._source_order": sorted,
            "Issue_blockedBy._target_order": sorted,
        ])

    private static let cases = ["mybooks": books, "itour": trips, "portfolio": issues]

    @Test func `A backup of moonshot restores every column of its marks, notes and results`() throws {
        let person = try Person("moonshot")
        let filled = try person.run(
            stdin: """
                favourite 11
                favourite armstrong
                note 11 "Watch it; 2019"
                quiz --seed 7 --answers 1,1,1,1,1,1,1,1,1,1

                """)
        try #require(filled.status == .exited(0), "\(filled.stderr)")
        #expect(try person.run("backup", "copy.backup").status == .exited(0))
        let copy = person.home.file("restored.store")
        let restored = try person.run("--store", copy, "restore", "copy.backup", "--yes")
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        let before = try StoredTables(person.store)
        #expect(Set(before.tables.keys) == ["Favourite", "MissionNote", "QuizResult"])
        for (name, table) in before.tables {
            #expect(!table.rows.isEmpty, "\(name)")
            for column in table.columns where "\(name).\(column)" != "QuizResult.data" {
                #expect(table[column].contains { $0 != .null && $0 != .text("") }, "\(name).\(column)")
            }
        }
        #expect(try StoredTables(copy) == before)
        // The export for reading has the same marks and notes.
        #expect(try person.run("export", "all.json").status == .exited(0))
        #expect(try person.run("--store", copy, "export", "again.json").status == .exited(0))
        #expect(
            try String(contentsOfFile: person.home.file("all.json"), encoding: .utf8)
                == String(contentsOfFile: person.home.file("again.json"), encoding: .utf8))
    }

    @Test(arguments: cases.keys.sorted())
    func `An import of exported JSON restores every column of every model`(program: String) throws {
        let tried = try #require(Self.cases[program])
        let person = try Person(program)
        for (name, content) in tried.files { try person.home.write(content, to: name) }
        let filled = try person.run(stdin: tried.lines.map { $0 + "\n" }.joined())
        try #require(filled.status == .exited(0), "\(filled.stderr)")
        #expect(try person.run("export", "all.json").status == .exited(0))
        let copy = person.home.file("restored.store")
        let imported = try person.run("--store", copy, "import", "all.json")
        #expect(imported.status == .exited(0), "\(imported.stderr)")

        try compare(person.store, copy, tried.exceptions, requiresValues: true)
    }

    @Test func `A reading log that 2,000 random commands made leaves its program as a whole`() throws {
        let person = try Person("mybooks")
        var lines = RandomLogLines(seed: 1)
        let typed = (0..<2_000).map { _ in lines.next() + "\n" }.joined()
        try person.run("--keep-going", stdin: typed)
        #expect(try person.run("export", "all.json").status == .exited(0))
        let copy = person.home.file("restored.store")
        let imported = try person.run("--store", copy, "import", "all.json")
        #expect(imported.status == .exited(0), "\(imported.stderr)")
        try compare(person.store, copy, Self.books.exceptions, requiresValues: false)
        #expect(try StoredTables(copy).tables["Book"]?.rows.count ?? 0 > 20)
    }

    /// Checks that two stores have the same records in every table.
    ///
    /// - Parameter requiresValues: Whether each column needs a value. An empty column would hide that the export forgets it.
    private func compare(
        _ store: String, _ copy: String, _ exceptions: [String: String], requiresValues: Bool
    ) throws {
        let (before, after) = (try StoredTables(store), try StoredTables(copy))
        #expect(before.tables.keys.sorted() == after.tables.keys.sorted())
        for (name, table) in before.tables where exceptions[name] == nil {
            let columns = table.columns.filter { $0 != "_id" && exceptions["\(name).\($0)"] == nil }
            for column in columns where requiresValues {
                #expect(
                    table[column].contains { $0 != .null && $0 != .text("") }, "\(name).\(column) is empty")
            }
            #expect(
                before.records(of: name, columns, without: exceptions)
                    == after.records(of: name, columns, without: exceptions), "\(name)")
        }
    }
}
