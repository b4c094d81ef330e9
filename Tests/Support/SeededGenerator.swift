/// Random numbers that come again from the same seed (SplitMix64).
///
/// It prints its seed, so that a failure can be repeated by passing that seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed it began with.
    public let seed: UInt64
    private var state: UInt64

    /// Begins with a seed, or with a new one.
    public init(seed: UInt64 = .random(in: 0 ... .max), _ name: String = #fileID) {
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
