import Foundation
import Testing

@testable import ModelData

@Suite("Counting related objects by owner")
struct RelatedCountsTests {
    private func fill(_ context: ModelContext) throws {
        let labels = ["a", "b", "c"].map { Label($0) }
        let hotel = Hotel(name: "h")
        for number in 0..<6 {
            let trip = Trip(name: "\(number)")
            trip.hotels = [hotel]
            context.insert(trip)
            trip.sights = (0..<number).map { Sight("\($0)", stars: $0) }
            for sight in trip.sights { sight.labels = Array(labels.prefix(sight.stars % 4)) }
        }
        for label in labels { context.insert(label) }
        try context.save()
    }

    /// Returns the counts that result from reading the objects' relationships.
    private func recount<Owner: PersistentModel, Related: PersistentModel>(
        _ context: ModelContext, _ path: KeyPath<Owner, [Related]>, _ fits: (Related) -> Bool
    ) throws -> [PersistentIdentifier: Int] {
        var counts: [PersistentIdentifier: Int] = [:]
        for owner in try context.fetch(FetchDescriptor<Owner>()) {
            let count = owner[keyPath: path].count(where: fits)
            if count > 0 { counts[owner.persistentModelID] = count }
        }
        return counts
    }

    @Test func `Counts of all kinds of relationships match the objects without creating any`() throws {
        let container = try travel()
        try fill(ModelContext(container))
        let context = ModelContext(container)
        let starred = #Predicate<Sight> { $0.stars > 1 }
        let sights = try context.relatedCounts(of: \Trip.sights, where: starred)
        let allSights = try context.relatedCounts(of: \Trip.sights)
        let labels = try context.relatedCounts(of: \Sight.labels, where: #Predicate { $0.word != "a" })
        let hotels = try context.relatedCounts(of: \Trip.hotels)
        for type in [Trip.self, Sight.self, Label.self, Hotel.self] as [any PersistentModel.Type] {
            #expect(try context.table(for: type).models.isEmpty)
        }
        #expect(try sights == recount(context, \Trip.sights) { $0.stars > 1 } && !sights.isEmpty)
        #expect(try allSights == recount(context, \Trip.sights) { _ in true })
        #expect(try labels == recount(context, \Sight.labels) { $0.word != "a" } && !labels.isEmpty)
        #expect(try hotels == recount(context, \Trip.hotels) { _ in true } && hotels.count == 6)
    }

    @Test func `Counts include unsaved changes and deletions`() throws {
        let context = ModelContext(try travel())
        try fill(context)
        let sights = try context.fetch(FetchDescriptor<Sight>())
        sights[0].labels = []
        sights[1].stars = 9
        let label = try #require(try context.fetch(FetchDescriptor<Label>()).first)
        label.sights?.append(sights[0])
        context.delete(sights[5])
        context.processPendingChanges()
        let starred = #Predicate<Sight> { $0.stars > 1 }
        #expect(
            try context.relatedCounts(of: \Trip.sights, where: starred)
                == recount(context, \Trip.sights) { $0.stars > 1 })
        #expect(try context.relatedCounts(of: \Sight.labels) == recount(context, \Sight.labels) { _ in true })
    }

    @Test func `A deleted object isn't counted, even while it is still in the arrays`() throws {
        let context = ModelContext(try travel())
        try fill(context)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first { $0.sights.count > 1 })
        let count = trip.sights.count
        context.delete(trip.sights[0])
        #expect(trip.sights.count == count)
        #expect(try context.relatedCounts(of: \Trip.sights)[trip.persistentModelID] == count - 1)
        let identifiers = try context.relatedIdentifiers(of: \Trip.sights, for: [trip])
        #expect(identifiers[trip.persistentModelID]?.count == count - 1)
    }
}
