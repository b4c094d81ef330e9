import Suite
import Testing

@Suite("The order of a list")
struct SortedByKeysTests {
    private let names = ["a", "b", "c", "d", "e", "f"]
    private let keys = [2, nil, 1, 2, nil, 3]

    @Test("What has no value stands last, also in reverse, and equals keep their order")
    func order() {
        #expect(names.sorted(byKeys: keys, reversed: false) == ["c", "a", "d", "f", "b", "e"])
        #expect(names.sorted(byKeys: keys, reversed: true) == ["f", "a", "d", "c", "b", "e"])
        let none: [Int?] = []
        #expect([String]().sorted(byKeys: none, reversed: true).isEmpty)
    }
}
