import Foundation

/// Reproducible random numbers from a seed (SplitMix64).
///
/// A generator prints its seed, so that a failure can be repeated. The default seed is constant; otherwise a
/// test could fail by chance, and the latest change would be blamed. `FRESH_SEEDS=1 swift test` uses new
/// seeds.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The initial seed.
    public let seed: UInt64
    private var state: UInt64

    /// The default seed of a test run: constant, or new if `FRESH_SEEDS` is set.
    public static var newSeed: UInt64 {
        ProcessInfo.processInfo.environment["FRESH_SEEDS"] == nil
            ? 4_669_201_609_102_990 : .random(in: 1 ... .max)
    }

    /// Creates a generator that prints its seed.
    public init(seed: UInt64 = Self.newSeed, _ name: String = #fileID) {
        self.seed = seed
        state = seed
        print("\(name): seed \(seed)")
    }

    /// Creates a generator that doesn't print its seed.
    public init(quiet seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
