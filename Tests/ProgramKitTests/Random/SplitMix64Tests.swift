import ProgramKit
import Testing

@Suite("SplitMix64")
struct SplitMix64Tests {
    @Test func `The generator matches the published one, so that samples and quizzes are stable`() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        ]
        #expect(numbers == published)
    }
}
