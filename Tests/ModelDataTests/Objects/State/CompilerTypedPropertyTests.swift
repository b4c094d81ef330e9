import Foundation
import ModelData
import TestSupport
import Testing

private func makeTitle() -> String { "untitled" }

private enum Defaults {
    static let count = 5
}

@Model
private final class Ticket {
    var title = makeTitle()
    var count = Defaults.count
    var code = UUID().uuidString
    var desk = Desk()
    #if os(macOS)
    var window = 1.5
    #elseif os(Linux)
    var terminal = 1
    @Relationship(inverse: \Desk.tickets) var spare: Desk?
    #endif
    var priority = 2

    init() {}
}

@Model
private final class Desk {
    var name = "desk"
    var tickets: [Ticket] = []

    init() {}
}

@Suite("Properties whose type or condition only the compiler knows")
struct CompilerTypedPropertyTests {
    private func makeContainer() throws -> ModelContainer {
        try ModelContainer(
            for: Ticket.self, Desk.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func `Their values are stored, fetched, found and reverted`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let ticket = Ticket()
        let code = ticket.code
        ticket.title = "Refund"
        ticket.count += 1
        ticket.terminal = 7
        ticket.desk.name = "first"
        ticket.spare = Desk()
        context.insert(ticket)
        try context.save()

        let other = ModelContext(container)
        let found = try #require(
            try other.fetch(
                FetchDescriptor<Ticket>(predicate: #Predicate { $0.count == 6 && $0.terminal == 7 })
            )
            .first)
        #expect(found.title == "Refund")
        #expect(found.code == code)
        #expect(found.desk.name == "first")
        #expect(found.spare?.tickets.map(\.title) == ["Refund"])
        #expect(found.priority == 2)
        found.title = "Changed"
        found.terminal = 8
        other.rollback()
        #expect(found.title == "Refund")
        #expect(found.terminal == 7)
    }

    @Test func `The schema has the columns of the compiled branch, in their order`() {
        #expect(
            Ticket.schemaMetadata.map(\.name) == [
                "title", "count", "code", "desk", "terminal", "spare", "priority",
            ])
    }
}
