import Testing

@testable import ModelData

@Suite("Positions in lists")
struct ListPositionsTests {
    private func changes(_ stored: [Int64?]) -> [Int64?] {
        ListPositions.changes(
            stored.enumerated().map { index, position in
                position.map { .init(stored: $0 == 0 ? nil : $0, record: Int64(index) + 1) } ?? .new
            })
    }

    @Test func `New entries get positions between, before and after the others`() {
        #expect(changes([nil, nil]) == [1024, 2048])
        #expect(changes([1024, nil, 2048]) == [nil, 1536, nil])
        #expect(changes([1024, 2048, nil]) == [nil, nil, 3072])
        #expect(changes([nil, nil, 5000, nil]) == [2952, 3976, nil, 6024])
        #expect(changes([nil, nil, 1024]) == [-1024, -1, nil])
        #expect(changes([-3, nil, 3]) == [nil, 1, nil])
        #expect(changes([-1024, nil]) == [nil, 1024])
    }

    @Test func `Without space, only the next entries move`() {
        #expect(changes([1, nil, 2, 3, 1024]) == [nil, 256, 511, 766, nil])
        #expect(changes([1, nil, 2]) == [nil, 1025, 2049])
    }

    @Test(arguments: [100, 1_000])
    func `Insertions at one place move only a few entries on average`(size: Int64) {
        var list: [Int64?] = (1...size).map { $0 * 1024 }
        var moved = 0
        for _ in 0..<1_000 {
            list.insert(nil, at: 1)
            let changes = changes(list)
            moved += changes.count { $0 != nil }
            list = zip(changes, list).map { $0 ?? $1 }
        }
        #expect(moved < 20_000)
        let positions = list.compactMap(\.self)
        #expect(positions.count == list.count)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `Entries that are out of order move, and as few as possible`() {
        #expect(changes([4096, 1024, 2048, 3072]) == [-1, nil, nil, nil])
        #expect(changes([2048, 3072, 1024]) == [nil, nil, 4096])
        #expect(changes([1024, 1024]) == [-1, nil])
    }

    @Test func `Entries without a position stay in front of the others`() {
        #expect(changes([0, 0, 1024]) == [nil, nil, nil])
        #expect(changes([0, 0, nil]) == [nil, nil, 1024])
        #expect(changes([0, nil, 1024]) == [nil, -1, nil])
    }

    @Test func `Positions that another tool wrote don't overflow`() {
        let far: Int64 = 1 << 60
        #expect(changes([.min, .max, nil, .max]) == [1024, 2048, 3072, 4096])
        #expect(changes([nil, far, nil]) == [far - 1024, nil, far + 1024])
        #expect(changes([far + 1, 5]) == [-1019, nil])
    }

    /// Returns the words of a list of a and b, in which c was put at a place, after a statement that changes the
    /// positions.
    private func words(after sql: String, insertingAt place: Int) throws -> [String] {
        let container = try travel()
        let context = ModelContext(container)
        let sight = Sight("Tower")
        context.insert(sight)
        sight.labels = [Label("a"), Label("b")]
        try context.save()
        for session in try context.allSessions() { try session.connection.perform { try $0.execute(sql) } }
        func tower(_ context: ModelContext) throws -> Sight {
            try #require(try context.fetch(FetchDescriptor<Sight>()).first)
        }
        let other = ModelContext(container)
        try tower(other).labels.insert(Label("c"), at: place)
        try other.save()
        let last = ModelContext(container)
        return try withExtendedLifetime(last) { try tower(last).labels.map(\.word) }
    }

    @Test func `In a join table, zero is a position like others`() throws {
        let sql = "UPDATE Label_sights SET _target_order = _target_order - 1024"
        #expect(try words(after: sql, insertingAt: 0) == ["c", "a", "b"])
        #expect(try words(after: sql, insertingAt: 1) == ["a", "c", "b"])
    }

    @Test func `An entry follows the greatest position that another tool can write`() throws {
        let sql = "UPDATE Label_sights SET _target_order = \(Int64.max) WHERE _target_order = 2048"
        #expect(try words(after: sql, insertingAt: 2) == ["a", "b", "c"])
    }

    @Test(arguments: [97, SeededGenerator.newSeed])
    func `Random changes keep the order of the list`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var list: [(record: Int64, position: Int64?)] = []
        var next: Int64 = 0
        for step in 0..<2_000 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                next += 1
                let place =
                    Bool.random(using: &random)
                    ? list.count / 2 : Int.random(in: 0...list.count, using: &random)
                list.insert((next, step.isMultiple(of: 97) ? 0 : nil), at: place)
            case 4: if list.count > 40 { list.removeFirst(20) }
            case 5: if !list.isEmpty { list.append(list.remove(at: list.count / 3)) }
            case 6: if step.isMultiple(of: 50) { list.shuffle(using: &random) }
            default: if !list.isEmpty { list.swapAt(0, list.count - 1) }
            }
            let changes = ListPositions.changes(
                list.map { entry in
                    entry.position.map { .init(stored: $0 == 0 ? nil : $0, record: entry.record) } ?? .new
                })
            for (index, position) in changes.enumerated() {
                if let position {
                    #expect(position != 0, "step \(step), seed \(seed)")
                    list[index].position = position
                }
            }
            let sorted = list.sorted { first, second in
                let (one, other) = (first.position ?? 0, second.position ?? 0)
                if one == other { return first.record < second.record }
                // The store has NULL instead of zero.
                return other != 0 && (one == 0 || one < other)
            }
            #expect(sorted.map(\.record) == list.map(\.record), "step \(step), seed \(seed)")
        }
    }
}
