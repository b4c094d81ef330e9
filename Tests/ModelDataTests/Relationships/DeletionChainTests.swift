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
