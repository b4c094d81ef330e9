import Foundation
import Testing

@testable import ModelData

@Model
private final class Line {
    var text: String
    init(text: String) { self.text = text }
}

/// Names of files are bytes: what is one text to Unicode may be two files.
@Suite("Stores and copies with odd names")
struct OddNameTests {
    private static let names = [
        "cafe\u{301}.store", "it's.store", "'\u{301}a\u{301}'.store", "a?b;c%20 d.store",
    ]

    @Test("A store is copied and restored under any name, with all that is in it", arguments: names)
    func oddName(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appending(path: "re\u{301}'s")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = URL(fileURLWithPath: folder.path + "/" + name)
        func titles(_ url: URL) throws -> [String] {
            let context = ModelContext(try container(url, Line.self))
            defer { try? context.close() }
            return try context.fetch(FetchDescriptor<Line>(sortBy: [SortDescriptor(\.text)])).map(\.text)
        }
        func add(_ text: String) throws {
            let context = ModelContext(try container(url, Line.self))
            context.insert(Line(text: text))
            try context.save()
            try context.close()
        }
        try add("first")
        let care = StoreCare(url: url, for: Schema([Line.self]), lockTimeout: 2)
        let copy = URL(fileURLWithPath: folder.path + "/copy of " + name)
        try care.backup(to: copy)
        #expect(try titles(copy) == ["first"])
        try add("second")
        let kept = try #require(try care.restore(from: copy))
        #expect(try titles(url) == ["first"])
        #expect(try titles(kept) == ["first", "second"])
        // A store in memory is copied by another way.
        let memory = ModelContext(try ModelDataTests.memory(Line.self))
        memory.insert(Line(text: "in memory"))
        try memory.save()
        let third = URL(fileURLWithPath: folder.path + "/third " + name)
        try memory.container.backup(to: third)
        #expect(try titles(third) == ["in memory"])
        // Nothing is left under other names.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.filter { $0.hasPrefix(".") } == [])
    }

    @Test("Quotation marks in a name are doubled, also with a combining mark behind them")
    func quotation() {
        #expect("it's".literalSQL == "'it''s'")
        #expect(Array("a'\u{301}".literalSQL.unicodeScalars) == Array("'a''\u{301}'".unicodeScalars))
        #expect(Array("\"\u{301}".quotedSQL.unicodeScalars) == Array("\"\"\"\u{301}\"".unicodeScalars))
        #expect("plain".quotedSQL == "\"plain\"")
    }
}
