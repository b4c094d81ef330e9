import Foundation

/// Random numbers that come again from the same seed (SplitMix64).
///
/// It prints its seed, so that a failure can be repeated by passing that seed. Where none is passed it is always the
/// same, so that a change is not blamed for what another seed has found; `FRESH_SEEDS=1 swift test` looks further.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed it began with.
    public let seed: UInt64
    private var state: UInt64

    /// A seed for one run of the tests: the same each time, or a new one where `FRESH_SEEDS` is set.
    public static var newSeed: UInt64 {
        ProcessInfo.processInfo.environment["FRESH_SEEDS"] == nil
            ? 4_669_201_609_102_990 : .random(in: 1 ... .max)
    }

    /// Begins with a seed, or with that of this run.
    public init(seed: UInt64 = Self.newSeed, _ name: String = #fileID) {
        self.seed = seed
        state = seed
        print("\(name): seed \(seed)")
    }

    /// Begins with a seed that somebody else tells of.
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
