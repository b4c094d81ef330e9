import Foundation
import ModelData
import Testing

private struct Range2D: Codable, Equatable {
    var low = -Double.infinity
    var high = Double.infinity
    var name = "NaN"
}

@Model
private final class Measurements {
    var values: [Double] = []
    var range = Range2D()
    init() {}
}

@Suite("Numbers that JSON has no form for")
struct NonFiniteNumberTests {
    @Test func `NaN and infinity are saved in lists and structures, and read back`() throws {
        let container = try memory(Measurements.self)
        let context = ModelContext(container)
        let object = Measurements()
        object.values = [1.5, .infinity, -.infinity, .nan]
        context.insert(object)
        try context.save()
        let fresh = ModelContext(container)
        let found = try #require(try fresh.fetch(FetchDescriptor<Measurements>()).first)
        #expect(found.values.prefix(3) == [1.5, .infinity, -.infinity])
        #expect(found.values.last?.isNaN == true)
        #expect(found.range == Range2D())
    }
}
