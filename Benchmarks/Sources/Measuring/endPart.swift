import Foundation
import Synchronization

/// Ends a part of a measurement, and prints the part's name and its processor time in seconds.
///
/// `budgets.py` lets callgrind write its counts, and start again from zero, whenever this function is called. Therefore
/// the function isn't inlined, and its name is unique.
///
/// - Parameter name: The part's name.
@inline(never)
public func endPart(_ name: String) {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    let last = end.withLock { last in
        defer { last = nanoseconds }
        return last
    }
    print(name, Double(nanoseconds - last) / 1e9, separator: "\t")
}

/// The processor time of the process at the end of the last part, in nanoseconds.
private let end = Mutex<UInt64>(0)
