import Foundation
import ModelData
import Testing

@Model
private final class Cargo {
    var weight = 1
    var city = ""
    init() {}
}

@Suite("Fetch descriptors as values")
struct FetchDescriptorTests {
    private func descriptor(_ weight: Int, sortBy: [SortDescriptor<Cargo>] = []) -> FetchDescriptor<Cargo> {
        FetchDescriptor(predicate: #Predicate<Cargo> { $0.weight == weight }, sortBy: sortBy)
    }

    @Test func `Descriptors are equal if all their parts are`() {
        #expect(descriptor(1) == descriptor(1))
        #expect(descriptor(1) != descriptor(2))
        #expect(descriptor(1) != FetchDescriptor<Cargo>())
        #expect(descriptor(1, sortBy: [SortDescriptor(\.city)]) != descriptor(1))
        var limited = descriptor(1)
        limited.fetchLimit = 3
        #expect(limited != descriptor(1))
        var partial = descriptor(1)
        partial.propertiesToFetch = [\.city]
        #expect(partial != descriptor(1))
    }

    @Test func `Descriptors of different predicates with equal values differ`() {
        let other = FetchDescriptor<Cargo>(predicate: #Predicate<Cargo> { $0.weight != 1 })
        let same = FetchDescriptor<Cargo>(predicate: #Predicate<Cargo> { $0.weight == 1 })
        #expect(other != same)
    }
}
