import Testing
import TestSupport

@testable import Shell

@Suite("File completion")
struct FileCompletionTests {
    private let directory: TemporaryDirectory
    private var completion: FileCompletion {
        FileCompletion(workingDirectory: directory.path, home: directory.path)
    }

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("", to: "books.csv")
        try directory.write("", to: "Books old.csv")
        try directory.write("", to: ".hidden")
        try directory.write("", to: "backup/a.json")
    }

    @Test func `Files and directories are found by prefix in any case`() {
        #expect(completion.words(typed: "b").map(\.text) == ["Books old.csv", "backup/", "books.csv"])
        #expect(completion.words(typed: "boo").map(\.text) == ["Books old.csv", "books.csv"])
    }

    @Test func `A completed directory doesn't end the path`() {
        let words = completion.words(typed: "back")
        #expect(words.map(\.isWhole) == [false])
        #expect(completion.words(typed: "backup/").map(\.text) == ["backup/a.json"])
        #expect(completion.words(typed: "backup/").map(\.display) == ["a.json"])
    }

    @Test func `Hidden files are offered only after a typed dot`() {
        #expect(!completion.words(typed: "").map(\.text).contains(".hidden"))
        #expect(completion.words(typed: ".h").map(\.text) == [".hidden"])
    }

    @Test func `Paths may be absolute or start in the home directory`() {
        #expect(completion.words(typed: "~/book").map(\.text) == ["~/Books old.csv", "~/books.csv"])
        #expect(completion.words(typed: directory.path + "/.h").map(\.text) == [directory.path + "/.hidden"])
    }

    @Test func `Only files with the given endings and directories are offered`() throws {
        try directory.write("", to: "BOOKS.JSON")
        let words = FileCompletion(workingDirectory: directory.path, home: nil, endings: ["json", "gpx"])
        #expect(words.words(typed: "b").map(\.text) == ["BOOKS.JSON", "backup/"])
        #expect(words.words(typed: "backup/").map(\.text) == ["backup/a.json"])
        let none = FileCompletion(workingDirectory: directory.path, home: nil, endings: ["gpx"])
        #expect(none.words(typed: "books").isEmpty)
    }

    @Test func `A missing directory has no files`() {
        #expect(completion.words(typed: "nowhere/x").isEmpty)
    }
}
