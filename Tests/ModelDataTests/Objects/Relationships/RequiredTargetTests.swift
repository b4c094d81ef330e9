import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ModelData

@Model
private final class Talk {
    var title: String
    var hall: Hall
    init(_ title: String, in hall: Hall) {
        self.title = title
        self.hall = hall
    }
}

/// A hall whose values have no natural empty value: an invented one would be noticed.
@Model
private final class Hall {
    enum Kind: String, Codable { case talk, panel }
    struct Seats: Codable {
        var count: Int
        init(count: Int) { self.count = count }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            if count < 1 {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "a hall needs seats"))
            }
        }
    }

    var kind: Kind
    var seats: Seats
    var city: City
    @Relationship(deleteRule: .cascade, inverse: \Talk.hall) var talks: [Talk] = []
    init(_ kind: Kind, seats: Int, in city: City) {
        self.kind = kind
        self.seats = Seats(count: seats)
        self.city = city
    }
}

@Model
private final class City {
    var name: String
    @Relationship(inverse: \Hall.city) var halls: [Hall] = []
    init(_ name: String) { self.name = name }
}

/// A mood that refuses to be decoded once it has changed.
private struct Mood: Codable {
    static let hasChanged = Mutex(false)
    var word = "calm"
    init() {}
    init(from decoder: any Decoder) throws {
        word = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .word)
        if Self.hasChanged.withLock({ $0 }) {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "changed"))
        }
    }
}

@Model
private final class Visit {
    var place: Square
    init(_ place: Square) { self.place = place }
}

@Model
private final class Square {
    var mood = Mood()
    @Relationship(inverse: \Visit.place) var visits: [Visit] = []
    init() {}
}

/// Reading a required relationship never ends the program and never gives an invented object.
@Suite("Targets of required relationships")
struct RequiredTargetTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelContainer(
            for: Talk.self, configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        for name in ["Łódź", "Lagos"] {
            let hall = Hall(.panel, seats: 200, in: City(name))
            for number in 1...2 { context.insert(Talk("\(name) \(number)", in: hall)) }
        }
        try context.save()
    }

    private func edit(_ sql: String) throws {
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform { try $0.execute("PRAGMA foreign_keys = OFF; " + sql) }
    }

    private func talks(_ context: ModelContext) throws -> [Talk] {
        try context.fetch(FetchDescriptor<Talk>(sortBy: [SortDescriptor(\.title)]))
    }

    private func expectValues(_ talk: Talk, _ city: String) {
        #expect(talk.hall.kind == .panel)
        #expect(talk.hall.seats.count == 200)
        #expect(talk.hall.city.name == city)
    }

    @Test(arguments: [
        "DELETE FROM Hall WHERE _id = 1", "UPDATE Hall SET seats = '{\"count\":0}' WHERE _id = 1",
        "UPDATE Hall SET kind = 'dance' WHERE _id = 1", "DELETE FROM City WHERE _id = 1",
        "UPDATE Hall SET city = 99 WHERE _id = 1",
    ])
    func `An object without a readable required target is left out and named`(damage: String) throws {
        let first = try #require(
            try talks(ModelContext(container)).first { $0.hall.city.name == "Łódź" })
        let city = try #require(try ModelContext(container).object(City.self, number: 1)).name
        let number = first.hall.city.persistentModelID.recordNumber == 1 ? city : "Lagos"
        try edit(damage)
        let context = ModelContext(container)
        #expect(throws: ModelDataError.self) { try talks(context) }
        let result = try context.fetchReadable(
            FetchDescriptor<Talk>(sortBy: [SortDescriptor(\.title)]))
        let rest = number == "Łódź" ? "Lagos" : "Łódź"
        #expect(result.models.map(\.title) == ["\(rest) 1", "\(rest) 2"])
        for talk in result.models { expectValues(talk, rest) }
        #expect(result.unreadable.count == 2)
        for case .unreadableValue(let model, let property, _, _) in result.unreadable {
            #expect(model == "Talk")
            #expect(property == "hall")
        }
        // An in-memory predicate doesn't read them either.
        let predicate = #Predicate<Talk> { $0.hall.seats.count == 200 }
        #expect(throws: ModelDataError.self) {
            try context.fetch(FetchDescriptor(predicate: predicate))
        }
        #expect(context.existingModel(for: first.persistentModelID) == nil)
        #expect(throws: ModelDataError.self) { try context.checkReads() }
    }

    @Test(arguments: ["DELETE FROM Hall", "UPDATE Hall SET kind = 'dance'", "DELETE FROM City", ""])
    func `An object keeps the target that it was read with`(damage: String) throws {
        let context = ModelContext(container)
        let held = try talks(context)
        if damage.isEmpty {
            let other = ModelContext(container)
            try other.delete(model: Talk.self)
            try other.delete(model: Hall.self)
            try other.delete(model: City.self)
            try other.save()
        } else {
            try edit(damage)
        }
        for talk in held { expectValues(talk, String(talk.title.dropLast(2))) }
        _ = try context.storeChangedElsewhere()
        for talk in held { expectValues(talk, String(talk.title.dropLast(2))) }
    }

    @Test func `A changed key leads to the new target, or keeps the last one if that can't be read`()
        throws
    {
        let context = ModelContext(container)
        let held = try talks(context)
        let (hall, other) = (held[0].hall, held[2].hall)
        try edit("UPDATE Talk SET hall = 99 WHERE title = 'Lagos 1'")
        _ = try context.storeChangedElsewhere()
        #expect(held[0].hall === hall)
        #expect(throws: ModelDataError.self) { try talks(context) }
        let number = try #require(other.persistentModelID.recordNumber)
        try edit("UPDATE Talk SET hall = \(number) WHERE title = 'Lagos 1'")
        _ = try context.storeChangedElsewhere()
        #expect(held[0].hall === other)
        #expect(try talks(context).count == 4)
    }

    @Test(arguments: ["deallocated", "reset", "closed"])
    func `Objects keep required targets after their context`(end: String) throws {
        var context: ModelContext? = ModelContext(container)
        let held = try talks(try #require(context))
        // Lists and targets refer to each other now.
        #expect(held.allSatisfy { $0.hall.talks.count == 2 && $0.hall.city.halls.count == 1 })
        weak let hall = held[0].hall
        switch end {
        case "reset": context?.reset()
        case "closed": try context?.close()
        default: context = nil
        }
        #expect(hall == nil)
        for talk in held { expectValues(talk, String(talk.title.dropLast(2))) }
        #expect(held[0].hall === held[1].hall && held[0].hall !== held[2].hall)
    }

    @Test func `A new object keeps its required target after its context`() throws {
        var context: ModelContext? = ModelContext(container)
        let talk = Talk("new", in: Hall(.panel, seats: 200, in: City("Lima")))
        context?.insert(talk)
        #expect(talk.hall.talks.count == 1)
        context = nil
        expectValues(talk, "Lima")
    }

    @Test func `A new object keeps a required target whose type doesn't decode what it encoded`() throws {
        var context: ModelContext? = ModelContext(container)
        let talk = Talk("new", in: Hall(.panel, seats: 0, in: City("Lima")))
        context?.insert(talk)
        context = nil
        #expect(talk.hall.seats.count == 0)
        #expect(talk.hall.city.name == "Lima")
    }

    @Test func `If a type stops decoding its own values, the program ends with a message that says so`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var context: ModelContext? = ModelContext(try memory(Visit.self, Square.self))
            let visit = Visit(Square())
            context?.insert(visit)
            try context?.save()
            context = nil
            // The first read after the context makes the place again.
            Mood.hasChanged.withLock { $0 = true }
            print(visit.place.mood.word)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("The Square of Visit #1 can't be read any more"))
    }

    @Test func `No other place in the module ends the program`() throws {
        var package = URL(filePath: #filePath)
        while package.lastPathComponent != "Tests" { package.deleteLastPathComponent() }
        let sources = package.deletingLastPathComponent().appending(path: "Sources/ModelData")
        var found: [String] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            for line in text.split(separator: "\n") where !line.contains("//") {
                let ends = ["preconditionFailure(", "fatalError(", "assertionFailure(", "try!", "as!"]
                if ends.contains(where: line.contains) { found.append(path) }
            }
        }
        #expect(found == ["Values/Relationships/Slot.swift"])
    }

    @Test func `A deleted object keeps its required target`() throws {
        let context = ModelContext(container)
        var talk: Talk?
        weak var hall: Hall?
        do {
            talk = try talks(context).first
            hall = talk?.hall
            #expect(hall?.talks.count == 2)
            let all = try context.fetch(FetchDescriptor<Hall>())
            for hall in all { context.delete(hall) }
            try context.save()
        }
        let held = try #require(talk)
        #expect(held.modelContext == nil)
        expectValues(held, "Lagos")
    }

    @Test func `Objects and their required targets are deallocated after their context`() throws {
        weak var talk: Talk?
        weak var hall: Hall?
        do {
            var context: ModelContext? = ModelContext(container)
            let held = try talks(try #require(context))
            talk = held[0]
            hall = held[0].hall
            #expect(hall?.talks.count == 2)
            context = nil
            expectValues(held[0], "Lagos")
        }
        #expect(talk == nil)
        #expect(hall == nil)
    }
}
