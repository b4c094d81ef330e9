import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

extension SeededGenerator {
    /// Returns a random UUID from a seeded generator.
    fileprivate mutating func identifier() -> UUID {
        UUID(
            uuidString: String(format: "%08X-0000-4000-8000-000000000000", UInt32(truncatingIfNeeded: next()))
        ) ?? UUID()
    }
}

/// If two devices create records for the same thing, the records are merged, and no edit is lost.
@Suite("Merging of duplicate records")
struct DuplicateMergeTests {
    private let server = MemoryServer()
    private let first: Replica
    private let second: Replica

    init() throws {
        first = try Replica(DirectTransport(server: server))
        second = try Replica(DirectTransport(server: server))
    }

    private func synchronize() async throws { try await first.synchronizeFully(with: second) }

    private func id(_ digit: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(digit)"))
    }

    /// Adds the mark “art” on a replica.
    private func mark(
        _ replica: Replica, _ digit: Int, color: String? = nil, remark: String = "", place: String
    ) throws {
        let mark = Mark(identifier: try id(digit), key: "art")
        (mark.color, mark.remark) = (color, remark)
        try replica.add(place).marks.append(mark)
        try replica.context.save()
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func `A merged record takes each missing value from the other one`(numbers: (Int, Int)) async throws {
        try mark(first, numbers.0, color: "red", place: "Prado")
        try await Task.sleep(for: .milliseconds(5))
        try mark(second, numbers.1, remark: "seen", place: "Louvre")
        try await synchronize()
        let marks = try first.context.fetch(FetchDescriptor<Mark>())
        #expect(marks.map(\.color) == ["red"])
        #expect(marks.map(\.remark) == ["seen"])
        #expect(try first.places().map { $0.marks.map(\.key) } == [["art"], ["art"]])
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func `A merged record keeps the later of two values`(numbers: (Int, Int)) async throws {
        try mark(first, numbers.0, color: "red", remark: "first", place: "Prado")
        try await Task.sleep(for: .milliseconds(5))
        try mark(second, numbers.1, color: "blue", remark: "second", place: "Louvre")
        try await Task.sleep(for: .milliseconds(5))
        try #require(try first.context.fetch(FetchDescriptor<Mark>()).first).color = "green"
        try first.context.save()
        try await synchronize()
        let marks = try second.context.fetch(FetchDescriptor<Mark>())
        #expect(marks.map(\.color) == ["green"])
        #expect(marks.map(\.remark) == ["second"])
    }

    /// Returns a replica's mark with a key. Creates the mark if it doesn't exist.
    private func mark(_ replica: Replica, _ key: String, identifier: UUID = UUID()) throws -> Mark {
        let marks = try replica.context.fetch(FetchDescriptor<Mark>())
        return marks.first { $0.key == key } ?? Mark(identifier: identifier, key: key)
    }

    private func word(_ replica: Replica, _ key: String, identifier: UUID = UUID()) throws -> Word {
        let words = try replica.context.fetch(FetchDescriptor<Word>())
        return words.first { $0.key == key } ?? Word(identifier: identifier, key: key)
    }

    /// Returns each place's name with the key of each of its marks and words.
    private func marked(_ replica: Replica) throws -> Set<String> {
        Set(
            try replica.places().flatMap { place in
                place.marks.map { "\(place.name), mark \($0.key)" }
                    + place.words.map { "\(place.name), word \($0.key)" }
            })
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func `A place that two devices mark with the same key keeps the mark`(numbers: (Int, Int)) async throws {
        try first.add("Prado")
        try await synchronize()
        for (replica, number) in [(first, numbers.0), (second, numbers.1)] {
            let place = try #require(try replica.place("Prado"))
            place.marks.append(try mark(replica, "art", identifier: try id(number)))
            place.words.append(try word(replica, "art", identifier: try id(number)))
            try replica.context.save()
        }
        try await synchronize()
        for replica in [first, second] {
            #expect(try marked(replica) == ["Prado, mark art", "Prado, word art"])
        }
        // Later, either device can remove the mark and the word. Both stay removed, also on new devices.
        let place = try #require(try second.place("Prado"))
        (place.marks, place.words) = ([], [])
        try second.context.save()
        try await synchronize()
        #expect(try marked(first) == [])
        let third = try Replica(DirectTransport(server: server))
        try await third.synchronizer.synchronize()
        #expect(try third.contents() == first.contents())
    }

    @Test(.level(.default), arguments: [4_276_996_862_127, 7_093_169_413, SeededGenerator.newSeed])
    func
        `Random concurrent marks are all kept`(
            seed: UInt64
        ) async throws
    {
        print("DuplicateMergeTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for round in 0..<6 {
            let server = MemoryServer()
            let replicas = try (0..<3).map { _ in try Replica(DirectTransport(server: server)) }
            for number in 0..<3 { try replicas[0].add("place \(number)") }
            for replica in replicas { try await replica.synchronizer.synchronize() }
            var expected: Set<String> = []
            for _ in 0..<30 {
                let replica = replicas[Int.random(in: 0..<3, using: &random)]
                if Int.random(in: 0..<3, using: &random) == 0 {
                    try await replica.synchronizer.synchronize()
                    continue
                }
                let place = try #require(try replica.places().randomElement(using: &random))
                let key = ["art", "food", "view"].randomElement(using: &random) ?? ""
                if Bool.random(using: &random) {
                    let mark = try mark(replica, key, identifier: random.identifier())
                    if !place.marks.contains(where: { $0 === mark }) { place.marks.append(mark) }
                    expected.insert("\(place.name), mark \(key)")
                } else {
                    let word = try word(replica, key, identifier: random.identifier())
                    if !place.words.contains(where: { $0 === word }) { place.words.append(word) }
                    expected.insert("\(place.name), word \(key)")
                }
                try replica.context.save()
            }
            // A new device receives the same marks and words.
            let new = try Replica(DirectTransport(server: server))
            for _ in 0..<4 {
                for replica in replicas + [new] { try await replica.synchronizer.synchronize() }
            }
            for replica in replicas + [new] {
                let wrong = try marked(replica).symmetricDifference(expected)
                #expect(wrong.isEmpty, "seed \(seed), round \(round)")
                #expect(try replica.contents() == replicas[0].contents(), "seed \(seed), round \(round)")
            }
        }
    }
}
