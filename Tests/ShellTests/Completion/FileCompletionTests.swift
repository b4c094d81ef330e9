import Testing
import TestSupport

@testable import Shell

@Suite("Completion of files")
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

    @Test("Files and directories are found by their beginning, whatever the case")
    func beginning() {
        #expect(completion.words(typed: "b").map(\.text) == ["Books old.csv", "backup/", "books.csv"])
        #expect(completion.words(typed: "boo").map(\.text) == ["Books old.csv", "books.csv"])
    }

    @Test("A directory is not the end of a path")
    func directories() {
        let words = completion.words(typed: "back")
        #expect(words.map(\.isWhole) == [false])
        #expect(completion.words(typed: "backup/").map(\.text) == ["backup/a.json"])
        #expect(completion.words(typed: "backup/").map(\.display) == ["a.json"])
    }

    @Test("Hidden files are shown to who asks for them")
    func hidden() {
        #expect(!completion.words(typed: "").map(\.text).contains(".hidden"))
        #expect(completion.words(typed: ".h").map(\.text) == [".hidden"])
    }

    @Test("Paths may be absolute or begin in the home directory")
    func roots() {
        #expect(completion.words(typed: "~/book").map(\.text) == ["~/Books old.csv", "~/books.csv"])
        #expect(completion.words(typed: directory.path + "/.h").map(\.text) == [directory.path + "/.hidden"])
    }

    @Test("A directory that isn't there has no files")
    func missing() {
        #expect(completion.words(typed: "nowhere/x").isEmpty)
    }
}
