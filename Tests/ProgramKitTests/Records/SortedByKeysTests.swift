import ProgramKit
import Testing

@Suite("Sorting by keys")
struct SortedByKeysTests {
    private let names = ["a", "b", "c", "d", "e", "f"]
    private let keys = [2, nil, 1, 2, nil, 3]

    @Test func `Missing values are last, also in reverse, and equal elements keep their order`() {
        #expect(names.sorted(byKeys: keys, reversed: false) == ["c", "a", "d", "f", "b", "e"])
        #expect(names.sorted(byKeys: keys, reversed: true) == ["f", "a", "d", "c", "b", "e"])
        let none: [Int?] = []
        #expect([String]().sorted(byKeys: none, reversed: true).isEmpty)
    }
}
