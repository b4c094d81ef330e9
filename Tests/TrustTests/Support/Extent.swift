import Foundation
import TestSupport

/// How much is tried: samples, unless `TRUST_TESTS=all` asks for everything, or `TRUST_TESTS=20` for every twentieth
/// point.
enum Extent {
    /// How far apart the points lie that are tried; `nil` where samples are.
    private static let step: Int? = {
        let wanted = ProcessInfo.processInfo.environment["TRUST_TESTS"]
        return wanted == "all" ? 1 : wanted.flatMap { Int($0) }.map { max(1, $0) }
    }()

    /// Whether everything is tried, or every so manyeth.
    static let isWhole = step != nil

    /// The points from 1 to `count` at which something is tried: all, or so many of them, chosen by a seed that is
    /// printed and can be given as `TRUST_SEED`. The first and the last are among them.
    ///
    /// There are about a thousand of most; of many more, some thousand are tried where all are asked for.
    static func points(_ count: Int, sample: Int, _ name: String = #fileID) -> [Int] {
        if count <= sample { return Array(1...max(count, 1)) }
        if let step = step.map({ $0 * max(1, count / 2000) }) {
            // Those at the end are where programs close what they have open.
            let points = Array(Set(stride(from: 1, through: max(count, 1), by: step)).union([max(count, 1)]))
            print("\(name): \(points.count) of \(count) points")
            return points.sorted()
        }
        var generator = generator(name)
        let others = (2..<count).shuffled(using: &generator).prefix(sample - 2)
        return ([1, count] + others).sorted()
    }

    /// How many rounds of something random are tried.
    static func rounds(all: Int, sample: Int) -> Int {
        step.map { max(sample, all / $0) } ?? sample
    }

    /// Random numbers from the seed of the environment, or from that of this run.
    static func generator(_ name: String = #fileID) -> SeededGenerator {
        let seed = ProcessInfo.processInfo.environment["TRUST_SEED"].flatMap { UInt64($0) }
        return SeededGenerator(seed: seed ?? SeededGenerator.newSeed, name)
    }
}
