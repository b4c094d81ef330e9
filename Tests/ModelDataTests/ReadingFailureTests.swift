import Foundation
import Testing

@testable import ModelData

@Model
private final class Crate {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Tool.crate) var tools: [Tool] = []

    init(name: String) { self.name = name }
}

@Model
private final class Tool {
    enum Kind: String, Codable { case hand, power }

    var title: String
    var kind = Kind.hand
    var crate: Crate?
    var marks: [Mark] = []

    init(_ title: String) { self.title = title }
}

@Model
private final class Mark {
    var word: String
    @Relationship(inverse: \Tool.marks) var tools: [Tool] = []

    init(_ word: String) { self.word = word }
}

@Suite("What can't be read where nothing can be thrown")
struct ReadingFailureTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    /// A crate with three tools, of which the second one is of an unknown kind.
    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelContainer(
            for: Crate.self, configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        let crate = Crate(name: "Garage")
        crate.tools = (0..<3).map { Tool("\($0)") }
        crate.tools[1].marks = [Mark("old")]
        context.insert(crate)
        try context.save()
        try edit("UPDATE Tool SET kind = 'lost' WHERE _id = 2")
    }

    private func edit(_ sql: String) throws {
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform { try $0.execute(sql) }
    }

    private func mend() throws { try edit("UPDATE Tool SET kind = 'hand' WHERE _id = 2") }

    private func crate(_ context: ModelContext) throws -> Crate {
        try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    }

    private static let unreadable = ModelDataError.unreadableValue(
        model: "Tool", property: "kind", record: 2, problem: .unreadable(content: "lost", type: "Kind"))

    @Test("A relationship is empty, it is said why once, and it is read again when it can be")
    func relationship() throws {
        let context = ModelContext(container)
        let crate = try crate(context)
        try context.checkReads()
        #expect(crate.tools.isEmpty)
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
        try mend()
        #expect(crate.tools.map(\.title) == ["0", "1", "2"])
        try context.checkReads()
    }

    @Test("Nothing is saved that was decided on a relationship that couldn't be read")
    func decided() throws {
        let context = ModelContext(container)
        let crate = try crate(context)
        if crate.tools.isEmpty { context.delete(crate) }
        #expect(throws: Self.unreadable) { try context.save() }
        context.rollback()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Crate>()) == 1)
    }

    @Test("A record is missing, and it is said why")
    func record() throws {
        let context = ModelContext(container)
        try mend()
        let identifier = try #require(
            try context.fetch(FetchDescriptor<Tool>(predicate: #Predicate { $0.title == "1" })).first
        ).persistentModelID
        try edit("UPDATE Tool SET kind = 'lost' WHERE _id = 2")
        let other = ModelContext(container)
        #expect(other.model(for: identifier) == nil)
        #expect(throws: Self.unreadable) { try other.checkReads() }
        #expect(other[identifier, as: Tool.self] == nil)
        #expect(throws: Self.unreadable) { try other.save() }
        try mend()
        #expect(other[identifier, as: Tool.self]?.title == "1")
        try other.save()
    }

    @Test("A deletion that takes along what can't be read is refused each time, and whole once it can be")
    func cascade() throws {
        let context = ModelContext(container)
        context.delete(try crate(context))
        for _ in 0..<3 { #expect(throws: Self.unreadable) { try context.save() } }
        context.processPendingChanges()
        #expect(throws: Self.unreadable) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Crate>()) == 1)
        try mend()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tool>()) == 0)
        _ = try context.undoLastTransaction()
        let fresh = ModelContext(container)
        let back = try crate(fresh)
        #expect(back.tools.map(\.title) == ["0", "1", "2"])
        #expect(back.tools[1].marks.map(\.word) == ["old"])
    }

    @Test("An object whose record can't be read again at a rollback is read when it is next asked for")
    func rollback() throws {
        try mend()
        let context = ModelContext(container)
        let tool = try #require(
            try context.fetch(FetchDescriptor<Tool>(predicate: #Predicate { $0.title == "1" })).first)
        tool.title = "changed"
        try edit("UPDATE Tool SET title = 'elsewhere', kind = 'lost' WHERE _id = 2")
        // The context notices only by looking.
        _ = try context.fetchCount(FetchDescriptor<Crate>())
        context.rollback()
        try mend()
        #expect(tool.title == "elsewhere")
        try context.save()
    }
}
