import Foundation
import ModelData
import Testing

@Suite("Counting related objects")
struct RelatedCountTests {
    @Test func `Related objects are counted without being read, including unsaved changes`() throws {
        let container = try memory(Trip.self, Sight.self)
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        context.insert(trip)
        trip.sights = (1...5).map { Sight("Sight \($0)") }
        #expect(try context.relatedCount(trip, \.sights) == 5)
        try context.save()

        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        #expect(try other.relatedCount(same, \.sights) == 5)
        let added = Sight("Another")
        added.trip = same
        #expect(try other.relatedCount(same, \.sights) == 6)
        try other.save()
        #expect(try other.relatedCount(same, \.sights) == 6)
        other.delete(try #require(same.sights.first))
        try other.save()
        #expect(try other.relatedCount(same, \.sights) == 5)
        #expect(same.sights.count == 5)
    }
}
