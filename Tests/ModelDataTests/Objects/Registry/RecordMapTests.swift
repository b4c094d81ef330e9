import Testing

@testable import ModelData

@Suite("Record map of a context")
struct RecordMapTests {
    @Test(arguments: [SeededGenerator.newSeed])
    func `The record map behaves like a dictionary`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let map = RecordMap()
        var dictionary: [Int64: ModelState] = [:]
        for _ in 0..<20_000 {
            let record = Int64.random(in: 1...500, using: &random)
            if Bool.random(using: &random) {
                let state = dictionary[record] ?? ModelState()
                map.insert(state, for: record)
                dictionary[record] = state
            } else if let state = dictionary.removeValue(forKey: record) {
                map.remove(record, of: state)
            }
            let other = Int64.random(in: 1...500, using: &random)
            #expect(map[other] === dictionary[other], "seed \(seed)")
            #expect(map.count == dictionary.count, "seed \(seed)")
        }
    }
}
