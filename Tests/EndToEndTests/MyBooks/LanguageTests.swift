import TestSupport
import Testing

@Suite("Languages of mybooks", .level(.default))
struct LanguageTests {
    @Test func `LANGUAGE precedes LC_ALL, which precedes LANG`() throws {
        let polish = try Reader(locale: "pl_PL.UTF-8").mybooks("list").stdout
        #expect(polish.contains("Dziennik jest pusty"))
        #expect(try Reader(adding: ["LC_ALL": "hu_HU.UTF-8"]).mybooks("list").stdout.contains("A napló üres"))
        #expect(
            try Reader(adding: ["LC_ALL": "hu_HU.UTF-8", "LANGUAGE": "xx:pl"]).mybooks("list").stdout
                .contains("Dziennik jest pusty"))
        #expect(try Reader(locale: "C.UTF-8").mybooks("list").stdout.contains("The log is empty"))
        #expect(
            try Reader(locale: "pl_PL.UTF-8").mybooks("--language", "en", "list").stdout.contains(
                "The log is empty"))
    }

    @Test func `Statuses and dates are accepted in the language and in English`() throws {
        let reader = try Reader()
        let added = try reader.mybooks(
            "--language", "pl", "add", "Lalka", "Prus", "--status", "przeczytana", "--added", "2.01.2024",
            "--completed", "15.03.2024", "--json")
        #expect(added.status == .exited(0), "\(added.stderr)")
        let book = try added.object
        #expect(book["status"] as? String == "completed")
        #expect(book["completed"] as? String == "2024-03-15")
        #expect(try reader.mybooks("--language", "hu", "status", "1", "polcon").status == .exited(0))
        #expect(try reader.mybooks("--language", "hu", "status", "1", "in-progress").status == .exited(0))
        #expect(
            try reader.mybooks("--language", "pl", "edit", "1", "--started", "wczoraj").status == .exited(0))
    }

    @Test(arguments: [("pl", "półka"), ("hu", "polc")])
    func `A word for shelves is a key in every command that names a shelf`(language: String, key: String)
        throws
    {
        let reader = try Reader(adding: ["LANGUAGE": language])
        try reader.mybooks("add", "Głos", "Lem", "\(key):sf")
        try reader.mybooks("edit", "1", "\(key):lem")
        try reader.mybooks("shelf", "add", "1", "\(key):best")
        let names = try reader.mybooks("shelves", "--json").objects.map { $0["name"] as? String }
        #expect(names == ["best", "lem", "sf"])
        #expect(try reader.titles("--shelf", "\(key):sf") == ["Głos"])
        #expect(try reader.titles("\(key):sf") == ["Głos"])
    }
}
