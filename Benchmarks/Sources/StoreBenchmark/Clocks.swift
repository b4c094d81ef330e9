import Foundation

/// Seconds of wall-clock time and of processor time.
struct Seconds {
    var wall: Double
    var processor: Double

    static var now: Seconds {
        Seconds(wall: read(CLOCK_MONOTONIC), processor: read(CLOCK_PROCESS_CPUTIME_ID))
    }

    /// Measures the time of a closure.
    static func spent(on work: () throws -> Void) rethrows -> Seconds {
        let begin = now
        try work()
        let end = now
        return Seconds(wall: end.wall - begin.wall, processor: end.processor - begin.processor)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension [Double] {
    var median: Double {
        let sorted = self.sorted()
        if sorted.isEmpty { return .nan }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
