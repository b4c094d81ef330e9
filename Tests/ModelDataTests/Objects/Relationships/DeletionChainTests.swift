import Foundation
import TestSupport
import Testing

@testable import ModelData

/// Deletions that delete rules continue along long chains of objects.
@Suite("Deletion chains")
struct DeletionChainTests {
    /// Creates a chain of nodes, each the parent of the next; with `isRing`, the last one is the parent of the first.
    private func chain(_ count: Int, in container: ModelContainer, isRing: Bool = false) throws {
        let context = ModelContext(container)
        let nodes = (0..<count).map { Node("\($0)") }
        for node in nodes { context.insert(node) }
        for (index, node) in nodes.enumerated().dropFirst() { node.parent = nodes[index - 1] }
        if isRing { nodes[0].parent = nodes[count - 1] }
        try context.save()
    }

    private func root(_ context: ModelContext) throws -> Node {
        try #require(try context.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.name == "0" })).first)
    }

    private func count(_ container: ModelContainer) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<Node>())
    }

    @Test(arguments: [false, true])
    func `A chain of 2,000 objects is deleted with its root, and undone and redone`(isRing: Bool) throws {
        let container = try travel()
        try chain(2_000, in: container, isRing: isRing)
        let context = ModelContext(container)
        context.delete(try root(context))
        try context.save()
        #expect(try count(container) == 0)
        try context.undoLastTransaction()
        #expect(try count(container) == 2_000)
        #expect(try root(context).children.first?.children.first?.name == "2")
        try context.redoLastTransaction()
        #expect(try count(container) == 0)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `A batch deletion, an erasure and the undo of an insertion delete chains`() throws {
        let container = try travel()
        try chain(2_000, in: container)
        let context = ModelContext(container)
        try context.delete(model: Node.self)
        try context.save()
        #expect(try count(container) == 0)
        try chain(2_000, in: container)
        let name = "0"
        try context.delete(model: Node.self, where: #Predicate { $0.name == name })
        try context.save()
        #expect(try count(container) == 0)
        try chain(2_000, in: container)
        try context.undoLastTransaction()
        #expect(try count(container) == 0)
        try chain(2_000, in: container)
        try container.erase()
        #expect(try count(container) == 0)
    }

    @Test(.level(.slow), arguments: [1, 100_000])
    func `Chains and fans of 100,000 objects are deleted, undone and redone`(depth: Int) throws {
        let container = try travel()
        let size = 100_000
        do {
            let context = ModelContext(container)
            let nodes = (0...size).map { Node("\($0)") }
            for node in nodes { context.insert(node) }
            for number in 1...size { nodes[number].parent = nodes[depth == 1 ? 0 : number - 1] }
            nodes[size].friends = [nodes[0], nodes[1]]
            try context.save()
        }
        let context = ModelContext(container)
        context.delete(try root(context))
        try context.save()
        #expect(try count(container) == 0)
        try context.undoLastTransaction()
        #expect(try count(container) == size + 1)
        try context.redoLastTransaction()
        #expect(try count(container) == 0)
        try context.undoLastTransaction()
        let other = ModelContext(container)
        try other.delete(model: Node.self)
        try other.save()
        #expect(try count(container) == 0)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `A cascade of records without objects creates none, and runs one query a level`()
        throws
    {
        func statements(_ size: Int, depth: Int) throws -> Int {
            let container = try travel()
            let filling = ModelContext(container)
            let root = Node("0")
            filling.insert(root)
            var level = [root]
            for _ in 0..<depth {
                level = level.flatMap { parent in
                    parent.children = (0..<size).map { _ in Node("child") }
                    return parent.children
                }
            }
            level.last?.friends = [root, level[0]]
            try filling.save()
            let context = ModelContext(container)
            let counter = try StatementCounter(context)
            let node = try self.root(context)
            let run = try counter.run {
                context.delete(node)
                try context.save()
            }
            #expect(context.registry.openTables.allSatisfy { $0.map.count == 0 })
            #expect(try count(container) == 0)
            return run
        }
        let small = try statements(4, depth: 2)
        #expect(try statements(12, depth: 2) == small)
        #expect(try statements(4, depth: 4) <= small + 4)
    }

    @Test func `Rows of join tables go with records without objects, and come back`() throws {
        let container = try travel()
        let filling = ModelContext(container)
        let root = Node("0")
        let other = Node("other")
        filling.insert(root)
        filling.insert(other)
        root.children = [Node("1"), Node("2")]
        other.friends = [root.children[0], other]
        root.children[1].friends = [other]
        try filling.save()
        let context = ModelContext(container)
        context.delete(try self.root(context))
        try context.save()
        let name = "other"
        let rest = try context.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.name == name }))
        #expect(rest.first?.friends.map(\.name) == ["other"])
        #expect(try container.integrityCheck().isEmpty)
        try context.undoLastTransaction()
        #expect(Set(rest.first?.friends.map(\.name) ?? []) == ["1", "other"])
        #expect(try self.root(context).children[1].friends.first === rest.first)
    }

    @Test func `A child that another context adds to a record without an object is deleted with it`()
        throws
    {
        let container = try travel()
        try chain(3, in: container)
        let context = ModelContext(container)
        let first = "1"
        try context.delete(model: Node.self, where: #Predicate { $0.name == first })
        context.processPendingChanges()
        #expect(try context.fetchCount(FetchDescriptor<Node>()) == 1)
        let other = ModelContext(container)
        let last = "2"
        let parent = try other.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.name == last }))[
            0]
        parent.children = [Node("3")]
        try other.save()
        try context.save()
        #expect(try count(container) == 1)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `The cost of a cascade grows with the number of objects only`() throws {
        func statements(_ size: Int) throws -> Int {
            let container = try travel()
            let filling = ModelContext(container)
            let parent = Node("0")
            let friend = Node("friend")
            parent.children = (0..<size).map { Node("\($0 + 1)") }
            filling.insert(parent)
            for child in parent.children { child.friends = [friend] }
            try filling.save()
            let context = ModelContext(container)
            let counter = try StatementCounter(context)
            let node = try root(context)
            return try counter.run {
                context.delete(node)
                try context.save()
            }
        }
        let (few, many) = (try statements(100), try statements(400))
        #expect(many < few * 5)
    }

    @Test
    func
        `The cost of a cascade through lists without an inverse grows with the number of objects only`()
        throws
    {
        func statements(_ size: Int) throws -> Int {
            let container = try memory(Machine.self, Part.self)
            let filling = ModelContext(container)
            let machine = Machine()
            machine.parts = (0..<size).map { _ in Part() }
            for part in machine.parts { part.spares = [Part()] }
            filling.insert(machine)
            try filling.save()
            let context = ModelContext(container)
            let counter = try StatementCounter(context)
            let found = try #require(try context.fetch(FetchDescriptor<Machine>()).first)
            let run = try counter.run {
                context.delete(found)
                try context.save()
            }
            #expect(try context.fetchCount(FetchDescriptor<Part>()) == 0)
            return run
        }
        let (few, many) = (try statements(100), try statements(400))
        #expect(many < few * 5)
    }

    @Test func `Deleting all data reports a failure by the next check of reads`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.file()
        do { try chain(3, in: try travel(url)) }
        let configuration = ModelConfiguration(url: url, allowsSave: false)
        let container = try ModelContainer(for: Schema(travelTypes()), configurations: configuration)
        container.deleteAllData()
        let context = ModelContext(container)
        #expect(throws: ModelDataError.savingNotAllowed(configuration: configuration.name)) {
            try context.checkReads()
        }
        #expect(throws: Never.self) { try context.checkReads() }
        #expect(try count(container) == 3)
    }
}

@Model
private final class Machine {
    @Relationship(deleteRule: .cascade) var parts: [Part] = []
    init() {}
}

@Model
private final class Part {
    @Relationship(deleteRule: .cascade) var spares: [Part] = []
    init() {}
}
