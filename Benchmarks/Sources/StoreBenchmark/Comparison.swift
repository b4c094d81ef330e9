import Foundation

/// Runs each operation on every subject in turn. Prints the ratio of each subject's time to the time of the
/// first subject.
struct Comparison {
    let rows: Int
    let rounds: Int
    let subjects: [(name: String, type: any Subject.Type)]
    /// Prints only operations whose names begin with this text. All operations run, because each needs the
    /// previous one.
    let filter: String?

    func run() throws {
        let operations = Operation.all(rows: rows)
        var times = operations.map { _ in subjects.map { _ in [Seconds]() } }
        for round in 0...rounds {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "StoreBenchmark-\(ProcessInfo.processInfo.processIdentifier)-\(round)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let stores = try subjects.map { try $0.type.init(folder: folder) }
            for (index, operation) in operations.enumerated() {
                var results: [Double] = []
                for (position, store) in stores.enumerated() {
                    try operation.prepare(store)
                    var result = 0.0
                    let spent = try Seconds.spent { result = try operation.run(store) }
                    results.append(result)
                    // The first round isn't counted: it warms the caches.
                    if round > 0 { times[index][position].append(spent) }
                }
                let states = try stores.map { try $0.state() }
                guard Set(states).count == 1, Set(results).count == 1 else {
                    throw RawFailure(
                        message: "\(operation.name): not the same was done: \(states), \(results)")
                }
            }
        }
        print(operations, times)
    }

    private func print(_ operations: [Operation], _ times: [[[Seconds]]]) {
        Swift.print(
            """
            \(rows) rows, \(rounds) rounds: milliseconds of \(subjects[0].name), and the others' multiples of it:
            minimum and median of wall-clock time, minimum and median of processor time
            """)
        var related = subjects.map { _ in [Seconds](repeating: Seconds(wall: 0, processor: 0), count: rounds)
        }
        for (index, operation) in operations.enumerated() {
            if operation.name.hasPrefix("related") {
                for position in subjects.indices {
                    for round in 0..<rounds {
                        related[position][round].wall += times[index][position][round].wall
                        related[position][round].processor += times[index][position][round].processor
                    }
                }
            }
            print(operation.name, operation.limit, times[index])
        }
        print("related: all three", 2, related)
    }

    private func print(_ name: String, _ limit: Double?, _ times: [[Seconds]]) {
        if let filter, !name.hasPrefix(filter) { return }
        let base = times[0]
        var line = name.padding(toLength: 20, withPad: " ", startingAt: 0)
        line += String(format: "%9.2f ms", base.map { $0.wall * 1000 }.median)
        for position in subjects.indices.dropFirst() {
            let wall = zip(times[position], base).map { $0.wall / $1.wall }
            let processor = zip(times[position], base).map { $0.processor / $1.processor }
            line += "   " + subjects[position].name
            for ratios in [wall, processor] {
                line += String(format: " %6.2f %6.2f", ratios.min() ?? .nan, ratios.median)
            }
        }
        if let limit { line += String(format: "   at most %.1f", limit) }
        Swift.print(line)
    }
}
