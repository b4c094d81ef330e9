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

    @Test func `Plurals are correct`() throws {
        let reader = try Reader()
        for count in 1...5 {
            try reader.mybooks("add", "Book \(count)", "A")
            let polish = try reader.mybooks("stats", "--language", "pl").stdout
            let expected = count == 1 ? "1 książka" : count < 5 ? "\(count) książki" : "5 książek"
            #expect(polish.hasPrefix(expected + "\n"))
            #expect(try reader.mybooks("stats", "--language", "hu").stdout.hasPrefix("\(count) könyv\n"))
            #expect(
                try reader.mybooks("stats").stdout.hasPrefix(count == 1 ? "1 book\n" : "\(count) books\n"))
        }
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

    @Test(arguments: ["pl", "hu"])
    func `Errors are localized and have the same exit code`(language: String) throws {
        let reader = try Reader()
        let english = try reader.mybooks("rate", "1", "9")
        let other = try reader.mybooks("--language", language, "rate", "1", "9")
        #expect(other.status == english.status)
        #expect(other.stderr != english.stderr)
        #expect(other.stderr.contains("9"))
    }

    @Test func `If the locale isn't UTF-8, symbols and letters fall back to ASCII`() throws {
        let reader = try Reader(locale: "C")
        try reader.mybooks("add", "Zolty", "A", "--rating", "3", "--status", "completed")
        let list = try reader.mybooks("list").outputBytes
        #expect(list.allSatisfy { $0 < 0x80 })
        #expect(String(decoding: list, as: UTF8.self).contains("***"))
    }

    @Test func `A binary in an empty directory supports every language`() throws {
        let reader = try Reader()
        let result = try reader.shell(
            "mkdir alone && cp \"$mybooks\" alone/ && cd alone && ./mybooks --language pl list && ./mybooks --language hu list"
        )
        #expect(result.stdout.contains("Dziennik jest pusty"))
        #expect(result.stdout.contains("A napló üres"))
    }
}
