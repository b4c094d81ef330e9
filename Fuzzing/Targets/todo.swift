import Foundation

@testable import Portfolio

/// What portfolio imports of files: todo.txt and CSV. Entries that were read are the same after they were written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = TodoText.rows(String(decoding: bytes, as: UTF8.self), timeZone: .gmt)
    _ = try? IssueCSV.rows(bytes, path: "fuzz.csv")
    return 0
}
