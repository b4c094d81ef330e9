import Foundation
import TestSupport
import Testing

@testable import ITour
@testable import ModelData

@MainActor
@Suite("Destinations and their sights")
struct SightOrderTests {
    @Test(.level(.default))
    func `A deleted sight is gone from its destination at once, in the store and after reopening`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        do {
            let planner = try await TestPlanner(store: store)
            let rome = try planner.add("Rome", sights: ["Colosseum", "Pantheon", "Forum"])
            planner.context.delete(rome.sights[1])
            planner.context.processPendingChanges()
            #expect(rome.sights.map(\.name) == ["Colosseum", "Forum"])
            try planner.context.save()
            #expect(rome.sights.map(\.name) == ["Colosseum", "Forum"])
            planner.session.close()
        }
        let again = try await TestPlanner(store: store)
        #expect(try again.sights(of: "Rome") == ["Colosseum", "Forum"])
        again.session.close()
        #expect(try StoreFile.query(store, "SELECT name FROM Sight ORDER BY _id") == ["Colosseum", "Forum"])
        #expect(try StoreFile.isClean(store))
    }

    @Test(.level(.default))
    func `A destination with 1,000 sights is deleted with them and restored in order`() async throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        let names = (0..<1000).map { "Sight \($0)" }
        let planner = try await TestPlanner(store: store)
        let rome = try planner.add("Rome", sights: names)
        try planner.add("Florence", sights: ["Uffizi"])
        planner.context.delete(rome)
        try planner.context.save()
        #expect(try StoreFile.query(store, "SELECT name FROM Sight") == ["Uffizi"])
        #expect(try StoreFile.isClean(store))
        try planner.context.undoLastTransaction()
        #expect(try planner.sights(of: "Rome") == names)
        try planner.context.redoLastTransaction()
        #expect(try planner.destinations.map(\.name) == ["Florence"])
        try planner.context.undoLastTransaction()
        planner.session.close()
        let again = try await TestPlanner(store: store)
        #expect(try again.sights(of: "Rome") == names)
        #expect(try StoreFile.isClean(store))
    }

    @Test(arguments: ["", " --not"])
    func `A sight that is named several times counts once`(option: String) async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Forum", "Pantheon"]) { $0.sights[0].isVisited = option != "" }
        let messages = try await planner.messages("sight visited 1 #1 forum\(option)")
        #expect(messages == [option == "" ? "Visited: “Forum”." : "Not visited: “Forum”."])
        #expect(try planner.destinations[0].sights.map(\.isVisited) == [option == "", false])
    }

    @Test(.level(.default)) func `Sight lists match plain arrays during random edits, undo and redo`()
        async throws
    {
        for seed in [UInt64(11), 12, 13] {
            var generator = SeededGenerator(seed: seed)
            let directory = try TemporaryDirectory()
            let store = directory.file("store")
            let planner = try await TestPlanner(store: store)
            let homes = ["A", "B"]
            var lists: [String: [String]] = ["A": ["0", "1", "2", "3"], "B": ["4", "5"]]
            for name in homes { try planner.add(name, sights: lists[name] ?? []) }
            var next = 6
            for step in 0..<60 {
                let before = lists
                let home = homes[Int.random(in: 0...1, using: &generator)]
                let other = home == "A" ? "B" : "A"
                let destination = try #require(try planner.destinations.first { $0.name == home })
                let target = try #require(try planner.destinations.first { $0.name == other })
                var list = lists[home] ?? []
                switch Int.random(in: 0...3, using: &generator) {
                case 0 where !list.isEmpty:
                    let from = Int.random(in: 0..<list.count, using: &generator)
                    let to = Int.random(in: 0..<list.count, using: &generator)
                    if from == to { continue }
                    let moved = list.remove(at: from)
                    list.insert(moved, at: to)
                    var sights = destination.sights
                    let sight = sights.remove(at: from)
                    sights.insert(sight, at: to)
                    destination.sights = sights
                case 1 where !list.isEmpty:
                    let index = Int.random(in: 0..<list.count, using: &generator)
                    planner.context.delete(destination.sights[index])
                    list.remove(at: index)
                case 2 where !list.isEmpty:
                    let index = Int.random(in: 0..<list.count, using: &generator)
                    let sight = destination.sights[index]
                    sight.destination = target
                    lists[other]?.append(list.remove(at: index))
                default:
                    let sight = Sight(name: "\(next)")
                    sight.destination = destination
                    list.append("\(next)")
                    next += 1
                }
                lists[home] = list
                try planner.context.save()
                func check(_ expected: [String: [String]], _ what: String) throws {
                    for name in homes {
                        #expect(
                            try planner.sights(of: name) == expected[name],
                            "seed \(seed), step \(step), \(what)")
                    }
                }
                try check(lists, "saved")
                try planner.context.undoLastTransaction()
                try check(before, "undone")
                try planner.context.redoLastTransaction()
                try check(lists, "redone")
            }
            planner.session.close()
            #expect(try StoreFile.isClean(store))
            let again = try await TestPlanner(store: store)
            for name in homes { #expect(try again.sights(of: name) == lists[name], "seed \(seed), reopened") }
        }
    }
}
