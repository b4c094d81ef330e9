import Foundation
import Testing

@testable import ModelData

@Model
private final class Verse {
    var lines: [String]
    var place: Place?

    init(_ lines: [String]) { self.lines = lines }
}

@Suite("Combining marks in values stored as JSON")
struct CombiningMarkTests {
    private static let lines = [
        "a\n\u{303}b", "x\t\u{30C}", "\r\u{301}\u{327}", "\"\u{338}", "\\\u{301}u", "\u{1F}\u{30A}",
        "\n\u{1D165}",
        "\u{8}\u{307}é\u{301}", "n\u{303}", "plain\nnext",
    ]

    @Test func `A combining mark at the start of a line is kept, and the record can be read`() throws {
        let directory = try TemporaryDirectory()
        do {
            let context = ModelContext(try container(directory.file(), Verse.self))
            let note = Verse(Self.lines)
            note.place = Place(city: "a\n\u{303}", latitude: 1)
            context.insert(note)
            try context.save()
        }
        let context = ModelContext(try container(directory.file(), Verse.self))
        let note = try #require(try context.fetch(FetchDescriptor<Verse>()).first)
        #expect(note.lines == Self.lines)
        #expect(note.place == Place(city: "a\n\u{303}", latitude: 1))
    }

    @Test func `JSON of all kinds of text is in NFC`() throws {
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        let parts = [
            "\n", "\t", "\r", "\u{8}", "\u{C}", "\u{1}", "\"", "\\", "a", "n", "é", "\u{301}", "\u{303}",
            "\u{30A}", "三", "👩‍🚀", "\u{1D165}",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            let json = try encodedJSON([text]).inNFC
            #expect(try decodedJSON(json, as: [String].self) == [text], "seed \(seed): \(json)")
        }
    }
}
