import Foundation
import Testing

@testable import ModelData

@Suite("Additions to Foundation")
struct FoundationAdditionTests {
    @Test func `Elements are removed and moved by their offsets`() {
        var letters = ["a", "b", "c", "d"]
        letters.remove(atOffsets: IndexSet([0, 2, 9]))
        #expect(letters == ["b", "d"])
        letters = ["a", "b", "c", "d"]
        letters.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
        #expect(letters == ["b", "d", "a", "c"])
        letters.move(fromOffsets: IndexSet([2, 3]), toOffset: 1)
        #expect(letters == ["b", "a", "c", "d"])
    }

    @Test func `A localized sort order compares numbers by value and ignores case and accent encoding`()
        throws
    {
        #expect(String.StandardComparator.localizedStandard != .lexical)
        #expect(
            String.StandardComparator.localizedStandard.compare("a10", "A9") == .orderedDescending)
        let context = ModelContext(try memory(Book.self))
        for title in ["Łódź 10", "Zamość", "łódź 9", "eden", "Lublin"] {
            context.insert(Book(title: title, author: "x"))
        }
        try context.save()
        let order = SortDescriptor(\Book.title, comparator: .localizedStandard)
        let sorted = try context.fetch(FetchDescriptor<Book>(sortBy: [order])).map(\.title)
        #expect(sorted == ["eden", "łódź 9", "Łódź 10", "Lublin", "Zamość"])
        let reverse = SortDescriptor(\Book.title, comparator: .localizedStandard, order: .reverse)
        #expect(try context.fetch(FetchDescriptor<Book>(sortBy: [reverse])).map(\.title) == sorted.reversed())
    }

    @Test func `The user's folders follow the XDG specifications`() throws {
        let directory = try TemporaryDirectory()
        let home = directory.url
        let plain = UserDirectories(["HOME": home.path])
        #expect(plain.data.path == home.path + "/.local/share")
        #expect(plain.documents.path == home.path + "/Documents")
        let configuration = home.appending(path: ".config")
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        try Data("# comment\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumenty\"\n".utf8).write(
            to: configuration.appending(path: "user-dirs.dirs"))
        #expect(UserDirectories(["HOME": home.path]).documents.path == home.path + "/Dokumenty")
        let set = UserDirectories(
            ["HOME": home.path, "XDG_DATA_HOME": "/data", "XDG_DOCUMENTS_DIR": "/docs"])
        #expect(set.data.path == "/data")
        #expect(set.documents.path == "/docs")
        #expect(UserDirectories(["HOME": home.path, "XDG_DATA_HOME": "data"]).data == plain.data)
    }
}
