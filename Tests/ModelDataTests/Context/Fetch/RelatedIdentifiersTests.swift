import Foundation
import Testing

@testable import ModelData

@Suite("Identifiers of related objects by owner")
struct RelatedIdentifiersTests {
    private func fill(_ context: ModelContext) throws {
        let labels = ["a", "b", "c"].map { Label($0) }
        let hotels = ["h", "i"].map { Hotel(name: $0) }
        for number in 0..<6 {
            let trip = Trip(name: "\(number)")
            trip.hotels = Array(hotels.prefix(number % 3))
            context.insert(trip)
            trip.sights = (0..<number).map { Sight("\($0)", stars: $0) }
            for sight in trip.sights { sight.labels = Array(labels.prefix(sight.stars % 4)) }
        }
        for label in labels { context.insert(label) }
        try context.save()
    }

    /// Returns the identifiers that result from reading the objects' relationships.
    private func reread<Owner: PersistentModel, Related: PersistentModel>(
        _ owners: [Owner], _ path: KeyPath<Owner, [Related]>, _ fits: (Related) -> Bool = { _ in true }
    ) -> [PersistentIdentifier: Set<PersistentIdentifier>] {
        var found: [PersistentIdentifier: Set<PersistentIdentifier>] = [:]
        for owner in owners {
            let related = owner[keyPath: path].filter(fits)
            if !related.isEmpty { found[owner.persistentModelID] = Set(related.map(\.persistentModelID)) }
        }
        return found
    }

    @Test func `Identifiers of all kinds of relationships match the objects without creating any`() throws {
        let container = try travel()
        try fill(ModelContext(container))
        let context = ModelContext(container)
        let starred = #Predicate<Sight> { $0.stars > 1 }
        let sights = try context.relatedIdentifiers(of: \Trip.sights, where: starred)
        let allSights = try context.relatedIdentifiers(of: \Trip.sights)
        let labels = try context.relatedIdentifiers(of: \Sight.labels, where: #Predicate { $0.word != "a" })
        let hotels = try context.relatedIdentifiers(of: \Trip.hotels)
        for type in [Trip.self, Sight.self, Label.self, Hotel.self] as [any PersistentModel.Type] {
            #expect(try context.table(for: type).models.isEmpty)
        }
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let all = try context.fetch(FetchDescriptor<Sight>())
        #expect(sights.mapValues(Set.init) == reread(trips, \.sights) { $0.stars > 1 })
        #expect(!sights.isEmpty)
        #expect(allSights.mapValues(Set.init) == reread(trips, \.sights))
        #expect(labels.mapValues(Set.init) == reread(all, \.labels) { $0.word != "a" })
        #expect(!labels.isEmpty)
        #expect(hotels.mapValues(Set.init) == reread(trips, \.hotels))
        #expect(hotels.count == 4)
    }

    @Test func `Only the given owners have identifiers`() throws {
        let container = try travel()
        try fill(ModelContext(container))
        let context = ModelContext(container)
        let some = Array(try context.fetch(FetchDescriptor<Trip>()).suffix(2))
        let sights = try context.relatedIdentifiers(
            of: \Trip.sights, for: some, where: #Predicate { $0.stars > 1 })
        let hotels = try context.relatedIdentifiers(of: \Trip.hotels, for: some)
        #expect(sights.mapValues(Set.init) == reread(some, \.sights) { $0.stars > 1 })
        #expect(sights.count == 2)
        #expect(hotels.mapValues(Set.init) == reread(some, \.hotels))
        #expect(hotels.count == 2)
        #expect(try context.relatedIdentifiers(of: \Trip.sights, for: []).isEmpty)
    }

    @Test func `Identifiers include unsaved changes and deletions`() throws {
        let context = ModelContext(try travel())
        try fill(context)
        let sights = try context.fetch(FetchDescriptor<Sight>())
        sights[0].labels = []
        sights[1].stars = 9
        let label = try #require(try context.fetch(FetchDescriptor<Label>()).first)
        label.sights?.append(sights[0])
        context.delete(sights[5])
        context.processPendingChanges()
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let kept = try context.fetch(FetchDescriptor<Sight>())
        let starred = #Predicate<Sight> { $0.stars > 1 }
        #expect(
            try context.relatedIdentifiers(of: \Trip.sights, for: trips, where: starred).mapValues(Set.init)
                == reread(trips, \.sights) { $0.stars > 1 })
        #expect(
            try context.relatedIdentifiers(of: \Sight.labels).mapValues(Set.init) == reread(kept, \.labels))
    }
}
