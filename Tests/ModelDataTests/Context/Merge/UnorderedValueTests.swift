import Foundation
import Testing

@testable import ModelData

@Suite("Values with a different encoding order each time")
struct UnorderedValueTests {
    private let container: ModelContainer
    private let directory: TemporaryDirectory

    /// Creates records with sets and dictionaries. Then changes the stored order of their elements, because
    /// another process may encode them in another order.
    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelDataTests.container(directory.file(), Reel.self)
        let context = ModelContext(container)
        for key in 1...2 { context.insert(Reel(key: key)) }
        try context.save()
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform {
            try $0.execute(
                """
                UPDATE Reel SET tags = '["a","b","c","d","e","f","g","h"]',
                    gains = '[0.5,0,1.5,1,2.5,2,3.5,3,4.5,4,5.5,5,6.5,6,7.5,7]',
                    tray = '{"cards":[{"id":1,"text":"one"}],"marks":["a","b","c","d","e","f","g","h"]}'
                """)
        }
    }

    private func reel(_ context: ModelContext) throws -> Reel {
        let descriptor = FetchDescriptor<Reel>(predicate: #Predicate { $0.key == 1 })
        return try #require(try context.fetch(descriptor).first)
    }

    /// Commits a change of another record in another context.
    private func commitElsewhere() throws {
        let other = ModelContext(container)
        let descriptor = FetchDescriptor<Reel>(predicate: #Predicate { $0.key == 2 })
        let reel = try #require(try other.fetch(descriptor).first)
        reel.cues.append("new")
        try other.save()
    }

    @Test(arguments: [MergePolicy.error, .mergeByPropertyStoreTrump, .rollback])
    func `A change is saved if nobody else changed the value`(policy: MergePolicy) throws {
        let context = ModelContext(container)
        context.mergePolicy = policy
        let reel = try reel(context)
        try commitElsewhere()
        reel.tags.insert("new")
        reel.gains?[0.5] = 9
        reel.tray.marks.remove("a")
        try context.save()
        let found = try self.reel(ModelContext(container))
        #expect(found.tags.contains("new"))
        #expect(found.tags.count == 9)
        #expect(found.gains?[0.5] == 9)
        #expect(found.gains?[7.5] == 7)
        #expect(found.tray.marks == ["b", "c", "d", "e", "f", "g", "h"])
    }

    @Test func `A record that nobody else changed is deleted`() throws {
        let context = ModelContext(container)
        context.mergePolicy = .error
        let reel = try reel(context)
        try commitElsewhere()
        context.delete(reel)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Reel>()) == 1)
    }

    @Test(arguments: ["tags", "gains", "cues", "tray"])
    func `Real external changes are conflicts, in sets, in list order and in equal values`(property: String)
        throws
    {
        let (context, other) = (ModelContext(container), ModelContext(container))
        context.mergePolicy = .error
        let (mine, theirs) = (try reel(context), try reel(other))
        mine.title = "no conflict"
        try commitElsewhere()
        try context.save()
        switch property {
        case "tags": theirs.tags = ["a", "b", "c", "d", "e", "f", "g", "i"]
        case "gains": theirs.gains?[0.5] = 1
        case "cues": theirs.cues.reverse()
        default: theirs.tray.cards[0].text = "two"
        }
        try other.save()
        mine.tags.insert("mine")
        mine.gains = nil
        mine.cues.append("mine")
        mine.tray.cards = []
        #expect(throws: ModelDataError.conflict(model: "Reel", record: 1, properties: [property])) {
            try context.save()
        }
    }

    @Test func `An upsert changes the record only if the values differ`() throws {
        let context = ModelContext(container)
        let upsert = try ObjectUpsert(Reel.self, in: context, by: [\.key])
        #expect(try upsert.write([ObjectUpsert.Entry(Reel(key: 1))]) == [.unchanged])
        let tags = Reel(key: 1).tags
        func set(_ tags: Set<String>, _ cues: [String]) throws -> UpsertResult {
            try context.upsert(
                Reel.self, contentsOf: [1], by: [\.key],
                setting: [.set(\.key) { $0 }, .set(\.tags) { _ in tags }, .set(\.cues) { _ in cues }])
        }
        #expect(try set(tags, ["in", "out"]).unchanged == 1)
        #expect(try set(tags, ["out", "in"]).updated == 1)
        #expect(try set(tags.symmetricDifference(["h", "i"]), ["out", "in"]).updated == 1)
        let reel = Reel(key: 1)
        reel.tray.cards[0].text = "two"
        let entry = ObjectUpsert.Entry(reel, properties: .init(["tray"]))
        #expect(try upsert.write([entry]) == [.updated])
        #expect(try self.reel(ModelContext(container)).tray.cards.map(\.text) == ["two"])
    }
}

@Model
final class Reel {
    @Attribute(.unique) var key: Int
    var title = ""
    var tags: Set<String> = ["a", "b", "c", "d", "e", "f", "g", "h"]
    var gains: [Double: Int]? = [0.5: 0, 1.5: 1, 2.5: 2, 3.5: 3, 4.5: 4, 5.5: 5, 6.5: 6, 7.5: 7]
    var cues: [String] = ["in", "out"]
    var tray = Tray()

    init(key: Int) { self.key = key }
}

struct Tray: Codable, Equatable {
    var cards = [Card()]
    var marks: Set<String> = ["a", "b", "c", "d", "e", "f", "g", "h"]
}

/// Two cards are equal if their IDs are equal, regardless of their texts.
struct Card: Codable, Equatable {
    var id = 1
    var text = "one"

    static func == (first: Card, second: Card) -> Bool { first.id == second.id }
}
