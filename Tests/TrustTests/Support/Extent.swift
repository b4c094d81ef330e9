import Foundation
import TestSupport

/// How much is tried: samples, unless `TRUST_TESTS=all` asks for everything.
enum Extent {
    /// Whether everything is tried.
    static let isWhole = ProcessInfo.processInfo.environment["TRUST_TESTS"] == "all"

    /// The points from 1 to `count` at which something is tried: all, or so many of them, chosen by a seed that is
    /// printed and can be given as `TRUST_SEED`. The first and the last are among them.
    static func points(_ count: Int, sample: Int, _ name: String = #fileID) -> [Int] {
        if isWhole || count <= sample { return Array(1...max(count, 1)) }
        var generator = generator(name)
        let others = (2..<count).shuffled(using: &generator).prefix(sample - 2)
        return ([1, count] + others).sorted()
    }

    /// Random numbers from the seed of the environment, or from that of this run.
    static func generator(_ name: String = #fileID) -> SeededGenerator {
        let seed = ProcessInfo.processInfo.environment["TRUST_SEED"].flatMap { UInt64($0) }
        return SeededGenerator(seed: seed ?? SeededGenerator.newSeed, name)
    }
}
