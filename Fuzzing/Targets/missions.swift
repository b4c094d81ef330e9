@testable import Moonshot
import ProgramKit

/// Fuzzes data files of moonshot: the missions before the first line feed, and the astronauts after it. `check` goes
/// through all values that it reads.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: start, count: count).split(
        separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let missions = DataFile(name: "missions.json", bytes: Array(parts[0]))
    let astronauts = DataFile(
        name: "astronauts.json", bytes: parts.count > 1 ? Array(parts[1]) : Array("{}".utf8))
    do {
        _ = try StrictCheck(
            Programme(missions: missions, astronauts: astronauts),
            ProgrammeFacts(missions: missions, astronauts: astronauts), missions: missions,
            astronauts: astronauts
        ).problems
    } catch {}
    return 0
}
