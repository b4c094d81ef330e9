import Foundation
import TestSupport

/// The share of fault points that are tested. A fault point is a call at which a test interrupts a program.
/// Default: a sample. `TRUST_TESTS=all` selects all points, and `TRUST_TESTS=20` selects every twentieth
/// point.
enum Extent {
    /// The distance between tested points; `nil` for samples.
    private static let step: Int? = {
        let wanted = ProcessInfo.processInfo.environment["TRUST_TESTS"]
        return wanted == "all" ? 1 : wanted.flatMap { Int($0) }.map { max(1, $0) }
    }()

    /// Whether all points or every n-th point are tested, instead of a sample.
    static let isWhole = step != nil

    /// Chooses the points from 1 to `count` to test: all, or a sample chosen by a seed that is printed and
    /// can be set with `TRUST_SEED`. The first and last points are always included.
    ///
    /// From 4,000 points, even `TRUST_TESTS=all` tests only every n-th point, so that 2,000 to 3,000 points
    /// remain.
    static func points(_ count: Int, sample: Int, _ name: String = #fileID) -> [Int] {
        if count <= sample { return Array(1...max(count, 1)) }
        if let step = step.map({ $0 * max(1, count / 2000) }) {
            // Always test the last point, at which programs close their files.
            let points = Array(Set(stride(from: 1, through: max(count, 1), by: step)).union([max(count, 1)]))
            print("\(name): \(points.count) of \(count) points")
            return points.sorted()
        }
        var generator = generator(name)
        let others = (2..<count).shuffled(using: &generator).prefix(sample - 2)
        return ([1, count] + others).sorted()
    }

    /// Returns the number of rounds of a random test.
    static func rounds(all: Int, sample: Int) -> Int {
        step.map { max(sample, all / $0) } ?? sample
    }

    /// Returns a generator with the seed in `TRUST_SEED`, or with the default seed of a test run.
    static func generator(_ name: String = #fileID) -> SeededGenerator {
        let seed = ProcessInfo.processInfo.environment["TRUST_SEED"].flatMap { UInt64($0) }
        return SeededGenerator(seed: seed ?? SeededGenerator.newSeed, name)
    }
}
