import Localization
import ProgramKit
import Shell
import TestSupport
import Testing

@testable import MyBooks

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
    ])
    func `Everyday words in the user's language name fields`(code: String, word: String, key: String) throws {
        let localizer = Localizer(try #require(Language(matching: code)))
        #expect(Book.fields.field(word: word, localizer)?.key == key)
        #expect(Book.fields.isChange("\(word):x", localizer))
    }

    @Test(arguments: [
        "edit 1 note:\"a b\"", "edit --where author:lem note:\"a b\"", "add Eden Lem note:\"a b\"",
    ])
    func `An unknown key is a mistake, also before a value with spaces`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        #expect(try await log.problem(line) == "Nothing can be set by “note:” here.")
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

    @Test func `Conditions at the prompt find a quoted text with operators`() async throws {
        let log = try await TestLog()
        for title in ["Do not disturb", "Do disturb", "War or peace"] { try log.add(title) }
        #expect(try await titles(log, "list \"do not disturb\"") == ["Do not disturb"])
        #expect(try await titles(log, "list \"war or\"") == ["War or peace"])
        #expect(try await titles(log, "list \"rating:5\"") == [])
    }
}
