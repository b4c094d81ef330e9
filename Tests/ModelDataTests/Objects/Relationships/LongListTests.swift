import Foundation
import TestSupport
import Testing

@testable import ModelData

/// Lists that are too long for a linear search of their members.
@Suite("Long lists")
struct LongListTests {
    private static let count = MemberIndex.usefulCount * 3

    /// A copy moves the objects of a list to another place in memory. A list that grows in place moves each time its
    /// capacity doubles.
    @Test(arguments: [8_000, 16_000])
    func `Appending to a list and removing its last object copy it only when it needs more space`(
        size: Int
    )
        throws
    {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Rome")
        context.insert(trip)
        try context.save()
        var moves = 0
        var last: UnsafeRawPointer?
        func note() {
            let place = trip.sights.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            if place != last { moves += 1 }
            last = place
        }
        for number in 0..<size {
            trip.sights.append(Sight("\(number)"))
            note()
        }
        #expect(moves < 30)
        for _ in 0..<size / 2 {
            trip.sights.removeLast()
            note()
        }
        #expect(moves < 30)
        #expect(trip.sights.count == size - size / 2)
        #expect(trip.sights.allSatisfy { $0.trip === trip })
    }

    @Test(
        .level(.default),
        arguments: [3_635_616_321_461_203_250, 9_821_278_893_197_168_882, SeededGenerator.newSeed])
    func `Both sides of a long list agree after any change, rollback or undo, loaded or not`(seed: UInt64)
        throws
    {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let container = try travel()
        var context = ModelContext(container)
        context.insert(Label("new"))
        for number in 0..<Self.count { context.insert(Sight("\(number)")) }
        try context.save()
        var saved: Set<String> = []
        var expected = saved
        for step in 0..<400 {
            let label = try #require(try context.fetch(FetchDescriptor<Label>()).first)
            let sights = try context.fetch(FetchDescriptor<Sight>())
            let place = "step \(step), seed \(seed)"
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                label.sights = sights.filter { _ in Bool.random(using: &random) }
                expected = Set((label.sights ?? []).map(\.title))
            case 1:
                // Continue with a new context, in which nothing is loaded.
                try context.save()
                saved = expected
                context = ModelContext(container)
                continue
            case 2:
                try context.save()
                saved = expected
            case 3:
                context.rollback()
                expected = saved
            case 4:
                let manager = UndoManager()
                context.undoManager = manager
                context.processPendingChanges()
                for sight in sights.prefix(40) { sight.labels = sight.labels.isEmpty ? [label] : [] }
                context.processPendingChanges()
                manager.undo()
                context.undoManager = nil
            case 5...11:
                for sight in sights.shuffled(using: &random).prefix(50)
                where !sight.labels.contains(where: { $0 === label }) {
                    sight.labels.append(label)
                    expected.insert(sight.title)
                }
            case 12...15:
                for sight in sights.shuffled(using: &random).prefix(50) {
                    sight.labels.removeAll { $0 === label }
                    expected.remove(sight.title)
                }
            case 16:
                for sight in sights.shuffled(using: &random).prefix(20) {
                    label.sights?.removeAll { $0 === sight }
                    expected.remove(sight.title)
                }
            default:
                // Add or remove links, from a random side of the relationship.
                for sight in sights.shuffled(using: &random).prefix(20) {
                    if expected.insert(sight.title).inserted {
                        if Bool.random(using: &random) {
                            label.sights = (label.sights ?? []) + [sight]
                        } else {
                            sight.labels = [label]
                        }
                    } else {
                        sight.labels = []
                        expected.remove(sight.title)
                    }
                }
            }
            // Read the lists only sometimes, so that unread lists are changed as well.
            if Int.random(in: 0..<3, using: &random) == 0 {
                let titles = (label.sights ?? []).map(\.title)
                #expect(titles.count == expected.count, "\(place)")
                #expect(Set(titles) == expected, "\(place)")
                #expect(Set(sights.filter { !$0.labels.isEmpty }.map(\.title)) == expected, "\(place)")
            }
        }
        try context.save()
        let fresh = ModelContext(container)
        let label = try #require(try fresh.fetch(FetchDescriptor<Label>()).first)
        #expect(Set((label.sights ?? []).map(\.title)) == expected, "seed \(seed)")
        for sight in try fresh.fetch(FetchDescriptor<Sight>()) {
            #expect(sight.labels.count == (expected.contains(sight.title) ? 1 : 0), "seed \(seed)")
        }
        #expect(try container.integrityCheck().isEmpty)
    }
}
