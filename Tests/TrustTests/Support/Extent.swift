import Foundation
import TestSupport

/// How many points are tested: samples, unless `TRUST_TESTS=all` selects all points, or `TRUST_TESTS=20`
/// every twentieth one.
enum Extent {
    /// The distance between tested points; `nil` for samples.
    private static let step: Int? = {
        let wanted = ProcessInfo.processInfo.environment["TRUST_TESTS"]
        return wanted == "all" ? 1 : wanted.flatMap { Int($0) }.map { max(1, $0) }
    }()

    /// Whether all points, or every n-th one, are tested.
    static let isWhole = step != nil

    /// Chooses the points from 1 to `count` to test: all, or a sample chosen by a seed that is printed and
    /// can be set with `TRUST_SEED`. The first and last points are always included.
    ///
    /// Most tests have about a thousand points. Of many more, about a thousand are tested if all are
    /// requested.
    static func points(_ count: Int, sample: Int, _ name: String = #fileID) -> [Int] {
        if count <= sample { return Array(1...max(count, 1)) }
        if let step = step.map({ $0 * max(1, count / 2000) }) {
            // At the last points, programs close their files.
            let points = Array(Set(stride(from: 1, through: max(count, 1), by: step)).union([max(count, 1)]))
            print("\(name): \(points.count) of \(count) points")
            return points.sorted()
        }
        var generator = generator(name)
        let others = (2..<count).shuffled(using: &generator).prefix(sample - 2)
        return ([1, count] + others).sorted()
    }

    /// The number of rounds of a random test.
    static func rounds(all: Int, sample: Int) -> Int {
        step.map { max(sample, all / $0) } ?? sample
    }

    /// Random numbers from the seed of the environment, or from the seed of this run.
    static func generator(_ name: String = #fileID) -> SeededGenerator {
        let seed = ProcessInfo.processInfo.environment["TRUST_SEED"].flatMap { UInt64($0) }
        return SeededGenerator(seed: seed ?? SeededGenerator.newSeed, name)
    }
}
