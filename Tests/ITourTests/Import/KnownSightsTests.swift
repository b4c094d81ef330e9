import Foundation
import TestSupport
import Testing

@testable import ITour

@Suite("Known sights of an import")
struct KnownSightsTests {
    @Test func `Random additions and removals give the same sights as lists`() {
        var random = SeededGenerator()
        var sights = KnownSights()
        var lists: [Int: [UUID]] = [:]
        func key(_ number: Int) -> KnownSights.Key { .init(destination: number % 3, text: "sight \(number)") }
        for _ in 0..<5000 {
            let number = Int.random(in: 0..<40, using: &random)
            if Int.random(in: 0..<100, using: &random) == 0 {
                sights.remove(key(number))
                lists[number] = nil
            } else {
                let identifier = UUID()
                let slot = sights.append(
                    KnownSight(ImportedSight(name: "x"), madeWith: identifier),
                    for: key(number))
                #expect(sights.sight(in: slot).made == identifier)
                lists[number, default: []].append(identifier)
            }
            let list = lists[number] ?? []
            #expect(sights.all(key(number)) { _ in true }.map(\.made) == list)
            #expect(sights.first(key(number)) { $0.made == list.last }?.made == list.last)
        }
        #expect(sights.first(.init(destination: 9, text: "sight 1")) { _ in true } == nil)
    }

    @Test func `Small sights still compare places within 50 metres, also at the edges`() throws {
        func sight(_ latitude: Double, _ longitude: Double, note: String = "") -> KnownSight {
            let sight = ImportedSight(name: "x")
            sight.record.place = Coordinates(latitude: latitude, longitude: longitude)
            sight.record.note = note
            return KnownSight(sight)
        }
        #expect(sight(41.8902, 12.4922).fits(sight(41.8905, 12.4922)))
        #expect(!sight(41.8902, 12.4922).fits(sight(41.8912, 12.4922)))
        #expect(sight(-90, -180).fits(sight(-90, 180)))
        #expect(sight(10, 180).fits(sight(10, -180)))
        #expect(sight(10, 20, note: "a").includesAllFields(of: sight(10, 20)))
        #expect(!sight(10, 20, note: "a").includesAllFields(of: sight(10, 20, note: "b")))
        #expect(!sight(10, 20).includesAllFields(of: sight(10, 20, note: "b")))
    }
}
