import Foundation
import Testing

@testable import ModelData
@testable import StoreMaintenance

@Model
private final class Line {
    var text: String
    init(text: String) { self.text = text }
}

/// File names are bytes: canonically equivalent names may be two files.
@Suite("Stores and copies with unusual names")
struct UnusualNameTests {
    private static let names = [
        "cafe\u{301}.store", "it's.store", "'\u{301}a\u{301}'.store", "a?b;c%20 d.store",
    ]

    @Test(arguments: names)
    func `A store with any name is copied and restored with all its data`(_ name: String) throws {
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
        let maintainer = StoreMaintainer(url: url, for: Schema([Line.self]), lockTimeout: 2)
        let copy = URL(fileURLWithPath: folder.path + "/copy of " + name)
        try maintainer.backup(to: copy)
        #expect(try titles(copy) == ["first"])
        try add("second")
        let kept = try #require(try maintainer.restore(from: copy))
        #expect(try titles(url) == ["first"])
        #expect(try titles(kept) == ["first", "second"])
        // Backups of in-memory stores use different code.
        let memory = ModelContext(try StoreMaintenanceTests.memory(Line.self))
        memory.insert(Line(text: "in memory"))
        try memory.save()
        let third = URL(fileURLWithPath: folder.path + "/third " + name)
        try memory.container.backup(to: third)
        #expect(try titles(third) == ["in memory"])
        // No temporary files remain.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.filter { $0.hasPrefix(".") } == [])
    }

    @Test func `Quotation marks in a name are doubled, also before a combining mark`() {
        #expect("it's".literalSQL == "'it''s'")
        #expect(Array("a'\u{301}".literalSQL.unicodeScalars) == Array("'a''\u{301}'".unicodeScalars))
        #expect(Array("\"\u{301}".quotedSQL.unicodeScalars) == Array("\"\"\"\u{301}\"".unicodeScalars))
        #expect("plain".quotedSQL == "\"plain\"")
    }
}
