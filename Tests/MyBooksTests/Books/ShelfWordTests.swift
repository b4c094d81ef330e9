import Localization
import ProgramKit
import Shell
import TestSupport
import Testing

@testable import MyBooks

/// Names of imported shelves that begin with a mark of shelves, and the names without it.
private let markedNames = [
    ("#1 best", "1 best"), ("#best", "best"), ("##best", "#best"), ("tag:x y", "x y"), ("Shelf:x", "x"),
    ("shelves:x", "x"),
]

@MainActor
@Suite("Words for shelves and fields in a line")
struct ShelfWordTests {
    private func shown(_ log: TestLog, _ line: String) async throws -> [String] {
        try await log.run(line).blocks.compactMap { block in
            if case .message(let text) = block { log.session.localizer.string(text) } else { nil }
        }
    }

    private func titles(_ log: TestLog, _ line: String) async throws -> [String] {
        let output = try await log.run(line)
        for case .table(let table) in output.withData.data {
            guard let column = table.columns.firstIndex(where: { $0.key == "title" }) else { continue }
            return table.rows.compactMap { row in
                if case .string(let title) = row[column].raw { title } else { nil }
            }
        }
        for case .record(let record) in output.withData.data {
            return record.fields.filter { $0.key == "title" }.compactMap { field in
                if case .string(let title) = field.cell.raw { title } else { nil }
            }
        }
        return []
    }

    @Test func `“add” takes them wherever they stand, and quotes make them a text`() async throws {
        let log = try await TestLog()
        try await log.run("add Solaris pages:204 \"Stanisław Lem\" #favourites +\"to lend\" shelf:sf")
        let book = try log.book("Solaris")
        #expect(book.author == "Stanisław Lem")
        #expect(book.pages == 204)
        #expect(Set(book.shelves.map(\.name)) == ["favourites", "to lend", "sf"])
        try await log.run("add \"#1 pages:3\" \"rating:5\"")
        #expect(try log.book("#1 pages:3").author == "rating:5")
        #expect(try await log.problem("add Eden Lem colour:red") != nil)
    }

    @Test(arguments: [
        "add title:\"New book\" author:\"Ann Lee\"", "add author:\"Ann Lee\" title:\"New book\"",
        "add author:\"Ann Lee\" \"New book\"", "add \"New book\" author:\"Ann Lee\" publisher:\"Two words\"",
        "add publisher:\"Two words\" \"New book\" \"Ann Lee\"", "add Title:\"New book\" pages:5 \"Ann Lee\"",
    ])
    func `“add” takes the title and the author by their keys, too`(line: String) async throws {
        let log = try await TestLog()
        try await log.run(line)
        #expect(try log.book("New book").author == "Ann Lee")
        #expect(try log.book("New book").publisher == (line.contains("publisher") ? "Two words" : nil))
    }

    @Test(arguments: [
        ("pl", "wydawca", "publisher"), ("pl", "notatki", "notes"), ("pl", "streszczenie", "summary"),
        ("pl", "oprawa", "binding"), ("pl", "seria", "series"), ("pl", "tom", "seriesNumber"),
        ("hu", "megjegyzés", "notes"), ("hu", "leírás", "summary"), ("hu", "oldalszám", "pages"),
        ("hu", "kötés", "binding"), ("hu", "példány", "copies"), ("en", "description", "summary"),
        ("en", "by", "author"), ("en", "finished", "completed"), ("en", "note", "notes"),
        ("en", "stars", "rating"), ("pl", "autora", "author"), ("pl", "gwiazdki", "rating"),
        ("pl", "skończono", "completed"), ("hu", "csillagok", "rating"), ("hu", "befejezés", "completed"),
    ])
    func `Everyday words in the user's language name fields`(code: String, word: String, key: String) throws {
        let localizer = Localizer(try #require(Language(matching: code)))
        #expect(Book.fields.field(word: word, localizer)?.key == key)
        #expect(Book.fields.isChange("\(word):x", localizer))
    }

    @Test(arguments: [
        "edit 1 colour:\"a b\"", "edit --where author:lem colour:\"a b\"",
        "add Eden Lem colour:\"a b\"",
    ])
    func `An unknown key is a mistake, also before a value with spaces`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        #expect(try await log.problem(line) == "Nothing can be set by “colour:” here.")
    }

    @Test(arguments: Language.available)
    func `A key in the user's language names the title and the author`(language: Language) throws {
        let localizer = Localizer(language)
        for field in Book.fields.fields where ["title", "author"].contains(field.key) {
            for key in [localizer.string(field.label).lowercased(), field.word] {
                let found = Book.fields.argument(
                    namedBy: "\(key):Two words", of: ["title", "author"], localizer)
                #expect(found?.argument == field.key, "\(key)")
                #expect(found?.value == "Two words", "\(key)")
            }
        }
    }

    @Test func `“edit” puts a book on shelves and takes it off`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.shelve("Solaris", on: "work", "old")
        let messages = try await shown(log, "edit solaris -work +home pages:300")
        #expect(messages == ["Changed “Solaris”: pages and shelves."])
        #expect(Set(try log.book("Solaris").shelves.map(\.name)) == ["home", "old"])
        try await log.run("edit --where title:solaris -old")
        #expect(try log.book("Solaris").shelves.map(\.name) == ["home"])
        #expect(try await log.problem("edit solaris -work") == "There is no shelf “work”.")
        let unchanged = try await shown(log, "edit solaris #home")
        #expect(unchanged == ["“Solaris” already has these values. Nothing changed."])
    }

    @Test(arguments: [
        ("shelve solaris eden #favourites", "shelf add solaris eden #favourites"),
        ("shelve 1 #\"to read\"", "shelf add 1 #\"to read\""),
        ("shelve +favourites eden", "shelf add eden #favourites"),
    ])
    func `“shelve” with books and a shelf is refused with the line that puts them there`(
        line: String, meant: String
    ) async throws {
        let log = try await TestLog()
        for title in ["Solaris", "Eden"] { try log.add(title) }
        try log.shelve("Solaris", on: "favourites", "to read")
        let error = await #expect(throws: ValueError.self) { try await log.run(line) }
        let remedy = log.session.localizer.string(try #require(error?.remedy))
        #expect(remedy.contains("“\(meant)”"), "\(remedy)")
        try await log.run("shelve #favourites")
    }

    @Test(arguments: [
        "shelve #favourites 2024-02-01", "shelve #favourites date:2024-02-01",
        "shelve #favourites or author:nobody", "shelve author:nobody or #favourites",
    ])
    func `“shelve” takes a shelf before a date and beside other conditions`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.shelve("Solaris", on: "favourites")
        try await log.run("start solaris 2024-01-01")
        try await log.run(line)
        #expect(try log.book("Solaris").status == .onShelf)
    }

    @Test(arguments: [
        (
            "edit author:\"Stanisław Lem\" language:pl",
            "edit --where \"author:\\\"Stanisław Lem\\\"\" language:pl"
        ),
        ("edit author:lem #sf language:pl", "edit --where author:lem #sf language:pl"),
    ])
    func `The line to type instead of changes without a book changes the books`(line: String, meant: String)
        async throws
    {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.shelve("Solaris", on: "sf")
        let error = await #expect(throws: BookError.self) { try await log.run(line) }
        let remedy = log.session.localizer.string(try #require(error?.remedy))
        #expect(remedy.contains("“\(meant)”"), "\(remedy)")
        try await log.run(meant)
        #expect(try log.book("Solaris").language == "pl")
    }

    @Test func `Changes without a book that begin with a shelf to add need a book`() async throws {
        let log = try await TestLog()
        let error = await #expect(throws: BookError.self) { try await log.run("edit +sf language:pl") }
        let remedy = log.session.localizer.string(try #require(error?.remedy))
        #expect(remedy == "Write the book first: edit BOOK +sf language:pl.")
    }

    @Test func `A new shelf with nearly the name of another one needs --yes in a script`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.shelve("Solaris", on: "favourites")
        for line in ["shelf add solaris favorites", "edit solaris #favorites", "add Eden Lem #favorites"] {
            let error = await #expect(throws: ShelfError.self) { try await log.run(line) }
            #expect(error?.unknownName == UnknownName(typed: "favorites", nearest: ["favourites"]))
        }
        try await log.run("shelf add solaris favorites --yes")
        #expect(try log.shelves.count == 2)
        // Numbered shelves and short names aren't similar.
        try await log.run("shelf add solaris \"shelf 1\"")
        try await log.run("shelf add solaris \"shelf 2\"")
        try await log.run("shelf add solaris red")
        try await log.run("shelf add solaris bed")
        #expect(try log.shelves.count == 6)
    }

    @Test(arguments: [
        ("en", "edit solaris shelf:none", "none"), ("en", "edit solaris +shelf:None", "None"),
        ("en", "shelf add solaris tag:none", "none"), ("pl", "edit solaris półka:brak", "brak"),
        ("hu", "edit solaris polc:nincs", "nincs"),
    ])
    func `No shelf gets the name that means none, unless it is in quotation marks`(
        code: String, line: String, name: String
    ) async throws {
        let log = try await TestLog(language: code)
        try log.add("Solaris")
        let error = await #expect(throws: ShelfError.self) { try await log.run(line) }
        guard case .meaningNone(let found)? = error, found == name else {
            Issue.record("\(line): \(String(describing: error))")
            return
        }
        #expect(try log.shelves.isEmpty)
        try await log.run("edit solaris shelf:\"none\"")
        #expect(try log.shelves == ["none": ["Solaris"]])
        try await log.run("edit solaris -none")
        try await log.run("edit solaris #none")
        #expect(try log.shelves == ["none": ["Solaris"]])
    }

    @Test func `A new shelf with the name of a value needs the key of shelves`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        let problem = "“rating:5” is not a shelf: it gives a book a value."
        #expect(try await log.problem("shelf add solaris rating:5") == problem)
        #expect(try log.shelves.isEmpty)
        try await log.run("shelf add solaris shelf:rating:5")
        #expect(try log.shelves == ["rating:5": ["Solaris"]])
        try log.add("Eden")
        try await log.run("shelf add eden rating:5")
        #expect(try log.shelves == ["rating:5": ["Solaris", "Eden"]])
        try await log.run("shelf rename rating:5 Rating:5")
        #expect(try await log.problem("shelf rename rating:5 rating:4") != nil)
        #expect(try log.shelves == ["Rating:5": ["Solaris", "Eden"]])
    }

    @Test(arguments: [
        ("en", "classics name:old"), ("en", "shelf:classics new-name:old"),
        ("en", "name:classics new-name:old"), ("pl", "classics nazwa:old"), ("hu", "classics új-név:old"),
    ])
    func `A key before the name in “shelf rename” isn't part of it`(code: String, words: String)
        async throws
    {
        let log = try await TestLog(language: code)
        try log.add("Solaris")
        try log.shelve("Solaris", on: "classics")
        try await log.run("shelf rename \(words)")
        #expect(try log.shelves == ["old": ["Solaris"]])
        try await log.run("shelf add solaris name:new")
        #expect(try log.shelves == ["old": ["Solaris"], "new": ["Solaris"]])
    }

    @Test(arguments: [
        ("shelf add shelf:gift emma", "shelf add emma gift"),
        ("shelf add #\"to lend\" solaris emma", "shelf add solaris emma \"to lend\""),
        ("shelf remove shelf:gift emma", "shelf remove emma gift"),
        ("shelf add tag:gift 1", "shelf add 1 gift"),
    ])
    func `The answer to a shelf before the books has the line to type`(line: String, meant: String)
        async throws
    {
        let log = try await TestLog()
        for title in ["Emma", "Solaris"] { try log.add(title) }
        let error = await #expect(throws: ShelfError.self) { try await log.run(line) }
        let remedy = error?.remedy.map(log.session.localizer.string)
        #expect(remedy?.hasPrefix("Write the shelf last: \(meant).") == true, "\(remedy ?? "")")
        #expect(try log.shelves.isEmpty)
    }

    @Test func `A shelf with a book's title is created on demand, and its name may stand first`()
        async throws
    {
        let log = try await TestLog()
        for title in ["Emma", "Solaris"] { try log.add(title) }
        try log.shelve("Solaris", on: "gift")
        try await log.run("shelf add shelf:gift emma --yes")
        #expect(try log.shelves == ["gift": ["Solaris"], "emma": ["Solaris"]])
        try await log.run("shelf add shelf:gift emma")
        try await log.run("shelf add name:gift emma")
        #expect(try log.shelves == ["gift": ["Solaris", "Emma"], "emma": ["Solaris"]])
        try await log.run("shelf remove name:gift emma")
        #expect(try log.shelves == ["gift": ["Solaris"], "emma": ["Solaris"]])
        try await log.run("shelf rename new-name:later name:emma")
        #expect(try log.shelves == ["gift": ["Solaris"], "later": ["Solaris"]])
    }

    @Test(arguments: [
        ("edit emma author:Lem, Stanislaw", "author:\"Lem, Stanislaw\""),
        ("edit emma title:War and Peace pages:5", "title:\"War and Peace\""),
        ("edit emma rating:4 publisher:Dent and Sons", "publisher:\"Dent and Sons\""),
        ("edit --where title:emma publisher:Dent and Sons", "publisher:\"Dent and Sons\""),
        ("reading edit emma 1 review:very good", "review:\"very good\""),
        ("quote edit 1 note:very good", "note:\"very good\""),
    ])
    func `A value of several words without quotation marks is refused, with the quotation marks`(
        line: String, meant: String
    ) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try log.quote("Emma", "We want mirrors.")
        try await log.run("finish emma")
        let error = await #expect(throws: UsageError.self) { try await log.run(line) }
        guard case .unclearText(_, _, _, let examples)? = error else {
            Issue.record("\(line): \(String(describing: error))")
            return
        }
        #expect(examples == [meant])
        #expect(try log.book("Emma").author == "Stanisław Lem")
    }

    @Test(arguments: ["edit publisher:Ace emmaa", "edit emmaa pages:5 more"])
    func `A title that no book has isn't taken for the end of a value`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        await #expect(throws: RecordError.self) { try await log.run(line) }
    }

    @Test(arguments: ["\"#best\"", "shelf:best", "tag:best", "best"])
    func `A shelf's name may have the mark that it has in conditions`(name: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("shelf add solaris \(name)")
        #expect(try log.shelves.keys.sorted() == ["best"])
        #expect(try await titles(log, "list --shelf \(name)") == ["Solaris"])
        try await log.run("shelf remove solaris \(name)")
        #expect(try log.shelves.isEmpty)
    }

    @Test(arguments: [
        ("en", "shelf"), ("en", "Shelves"), ("en", "tag"), ("en", "tags"), ("en", "label"),
        ("pl", "półka"), ("pl", "POLKA"), ("pl", "półki"), ("pl", "półkę"),
        ("pl", "etykieta"), ("pl", "shelf"), ("hu", "polc"), ("hu", "polcok"), ("hu", "címke"),
        ("hu", "cimke"),
    ])
    func `The words for shelves in the user's language are keys in changes, too`(code: String, key: String)
        async throws
    {
        let log = try await TestLog(language: code)
        try await log.run("add Eden Lem \(key):sf")
        #expect(try log.shelves == ["sf": ["Eden"]])
        try log.add("Fiasko")
        try await log.run("edit fiasko \(key):sf")
        #expect(try log.shelves == ["sf": ["Eden", "Fiasko"]])
        try log.add("Solaris")
        try await log.run("shelf add solaris \(key):sf")
        #expect(try log.shelves == ["sf": ["Eden", "Fiasko", "Solaris"]])
        #expect(try await titles(log, "list --shelf \(key):sf").count == 3)
        #expect(try await titles(log, "list \(key):sf").count == 3)
        try await log.run("edit solaris -\(key):sf")
        #expect(try log.shelves == ["sf": ["Eden", "Fiasko"]])
        try await log.run("edit --where \(key):sf \(key):\"to lend\"")
        #expect(try log.shelves == ["sf": ["Eden", "Fiasko"], "to lend": ["Eden", "Fiasko"]])
    }

    @Test(arguments: [("en", "Shelf"), ("pl", "Półka"), ("hu", "Polc")])
    func `A key of shelves before a space is a part of a title`(code: String, key: String) throws {
        let localizer = Localizer(try #require(Language(matching: code)))
        #expect(ShelfChange("\(key):novel", localizer) != nil)
        #expect(ShelfChange("\(key): a novel", localizer) == nil)
        #expect(ShelfChange("\(key):", localizer) == nil)
    }

    @Test(arguments: markedNames)
    func `Every command finds a shelf whose name begins with a mark`(name: String, bare: String) async throws
    {
        let log = try await TestLog()
        for title in ["Solaris", "Eden", "Fiasko"] { try log.add(title) }
        try log.shelve("Solaris", on: name)
        for title in ["Eden", "Fiasko"] { try log.shelve(title, on: bare) }
        let typed = "\"\(name)\""
        for line in [
            "list --shelf \(typed)", "search lem --shelf \(typed)", "next --shelf \(typed)",
            "random --shelf \(typed)", "list shelf:\(typed)", "list tag:\(typed)", "list #\(typed)",
        ] {
            #expect(try await titles(log, line) == ["Solaris"], "\(line)")
        }
        #expect(try await shown(log, "stats --shelf \(typed)").first == "1 book")
        let others: Set = ["Eden", "Fiasko"]
        try await log.run("shelf add eden \(typed)")
        #expect(try log.shelves == [name: ["Solaris", "Eden"], bare: others])
        try await log.run("shelf move eden \(typed) 1")
        #expect(try log.shelf(name).books.map(\.title) == ["Eden", "Solaris"])
        try await log.run("edit fiasko #\(typed)")
        #expect(try log.shelves == [name: ["Solaris", "Eden", "Fiasko"], bare: others])
        try await log.run("edit fiasko -\(typed)")
        #expect(try log.shelves == [name: ["Solaris", "Eden"], bare: others])
        try await log.run("shelf remove eden \(typed)")
        #expect(try log.shelves == [name: ["Solaris"], bare: others])
        try await log.run("shelf rename \(typed) \"\(name.uppercased())\"")
        #expect(try log.shelves == [name.uppercased(): ["Solaris"], bare: others])
        try await log.run("shelf rename \(typed) elsewhere")
        #expect(try log.shelves == ["elsewhere": ["Solaris"], bare: others])
        try log.shelve("Solaris", on: name)
        try await log.run("shelf delete \(typed) --yes")
        #expect(try log.shelves == ["elsewhere": ["Solaris"], bare: others])
    }

    @Test(arguments: ["#best", "tag:best", "SHELF:best"])
    func `A mark may be the beginning of the only shelf's name`(name: String) async throws {
        let log = try await TestLog()
        for title in ["Solaris", "Eden"] { try log.add(title) }
        try log.shelve("Solaris", on: name)
        #expect(try await titles(log, "list \(name)") == ["Solaris"])
        #expect(try await titles(log, "list -\(name)") == ["Eden"])
        try await log.run("edit eden \(name)")
        #expect(try log.shelves == [name: ["Solaris", "Eden"]])
        try await log.run("edit eden -\(name)")
        #expect(try log.shelves == [name: ["Solaris"]])
        try await log.run("add Fiasko Lem \(name)")
        #expect(try log.shelves == [name: ["Solaris", "Fiasko"]])
        try await log.run("shelf add eden \"\(name)\"")
        #expect(try log.shelves == [name: ["Solaris", "Fiasko", "Eden"]])
    }

    @Test func `A mark in conditions and changes is part of a name only if no shelf has the rest`()
        async throws
    {
        let log = try await TestLog()
        for title in ["Solaris", "Eden"] { try log.add(title) }
        try log.shelve("Solaris", on: "#sf")
        try log.shelve("Eden", on: "sf")
        #expect(try await titles(log, "list #sf") == ["Eden"])
        #expect(try await titles(log, "list ##sf") == ["Solaris"])
        try await log.run("edit solaris #sf")
        #expect(try log.shelves == ["#sf": ["Solaris"], "sf": ["Solaris", "Eden"]])
        try await log.run("edit solaris -#sf")
        #expect(try log.shelves == ["#sf": ["Solaris"], "sf": ["Eden"]])
    }

    @Test func `A shelf may be named like a mark, but none is created`() async throws {
        let log = try await TestLog()
        for title in ["Solaris", "Eden"] { try log.add(title) }
        try log.shelve("Solaris", on: "#")
        try await log.run("shelf add eden \"#\"")
        #expect(try log.shelves == ["#": ["Solaris", "Eden"]])
        #expect(try await log.problem("shelf add eden shelf:") == "The text can't be blank.")
        try await log.run("shelf delete \"#\" --yes")
        #expect(try log.shelves.isEmpty)
    }

    @Test func `Conditions at the prompt find a quoted text with operators`() async throws {
        let log = try await TestLog()
        for title in ["Do not disturb", "Do disturb", "War or peace"] { try log.add(title) }
        #expect(try await titles(log, "list \"do not disturb\"") == ["Do not disturb"])
        #expect(try await titles(log, "list \"war or\"") == ["War or peace"])
        #expect(try await titles(log, "list \"rating:5\"") == [])
    }
}
