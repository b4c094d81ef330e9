import Foundation

/// An operation, and the maximum ratio of its time to that of the baseline.
struct Operation {
    let name: String
    let limit: Double?
    var prepare: (any Subject) throws -> Void = { _ in }
    let run: (any Subject) throws -> Double

    /// Returns the operations in the order in which they run on each subject's store.
    static func all(rows count: Int) -> [Operation] {
        let rows = BookRow.rows(0..<count)
        let isbns = stride(from: 0, to: count, by: Swift.max(1, count / 1000)).prefix(1000).map {
            rows[$0].isbn
        }
        let authors = AuthorRow.rows(1000)
        // Half of the upserted rows already exist in the store, with different values.
        let half = Swift.min(5000, count / 2)
        let mixed = BookRow.rows(count - half..<count + half).shuffledBySeed().map { row in
            var row = row
            row.pages += 7
            row.price += 1
            return row
        }
        return [
            Operation(name: "insert", limit: 1.6) {
                try $0.insert(rows); return 0
            },
            Operation(name: "fetch", limit: 1.6) { try $0.fetchAll() },
            Operation(name: "lookup", limit: 4) { Double(try $0.lookUp(isbns)) },
            Operation(name: "change", limit: 2.5, prepare: { try $0.prepareChange() }) {
                try $0.changeAll()
                return 0
            },
            Operation(name: "upsert", limit: 2) {
                try $0.upsert(mixed); return 0
            },
            Operation(name: "delete", limit: 2.5, prepare: { try $0.prepareDelete() }) {
                try $0.deleteAll()
                return 0
            },
            Operation(name: "related: insert", limit: 2) {
                try $0.insertRelated(authors); return 0
            },
            Operation(name: "related: traverse", limit: 2) { Double(try $0.traverse()) },
            Operation(name: "related: cascade", limit: 2, prepare: { try $0.prepareCascade() }) {
                try $0.cascade()
                return 0
            },
            Operation(name: "list: assign", limit: nil, prepare: { try $0.prepareList() }) {
                try $0.addToList(10_000, byAppending: false)
                return 0
            },
            Operation(name: "list: append", limit: nil, prepare: { try $0.prepareList() }) {
                try $0.addToList(10_000, byAppending: true)
                return 0
            },
        ]
    }
}

extension Array {
    /// Returns the elements in a random order that is the same in every run.
    fileprivate func shuffledBySeed() -> [Element] {
        var result = self
        var state: UInt64 = 42
        for index in result.indices.dropLast() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let other = index + Int((state >> 33) % UInt64(result.count - index))
            result.swapAt(index, other)
        }
        return result
    }
}
