import TestSupport

/// A sequence of steps that three replicas and a server run.
struct Schedule {
    /// The kinds of steps that a schedule may contain.
    struct Traits {
        var hasDeletions = true
        var hasSkew = true
        var hasRelations = true
        var hasRewinds = true
    }

    let seed: UInt64
    let traits: Traits
    var steps: [Step]

    /// Creates the schedule of a seed. Some seeds omit some kinds of steps, so that stricter checks are
    /// possible at the end.
    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(quiet: seed)
        let kind = Int.random(in: 0..<4, using: &random)
        traits = Traits(
            hasDeletions: kind != 0, hasSkew: kind > 1, hasRelations: kind != 0, hasRewinds: kind == 3)
        let count = Int.random(in: 5...40, using: &random)
        steps = []
        for _ in 0..<count { steps.append(Step.random(traits, &random)) }
    }

    /// Removes steps while the schedule still fails.
    ///
    /// - Parameter fails: Returns the reason of a failure, or `nil`.
    /// - Returns: The shortest failing schedule, and its reason.
    func shrunk(_ fails: (Schedule) async -> String?) async -> (schedule: Schedule, reason: String?) {
        var best = self
        var reason = await fails(self)
        var size = max(1, steps.count / 2)
        while size >= 1 {
            var start = 0
            while start < best.steps.count {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
                if let found = await fails(shorter) {
                    (best, reason) = (shorter, found)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return (best, reason)
    }
}
