import Foundation

@testable import Portfolio

/// Fuzzes imports of portfolio: todo.txt, CSV, JSON and checklists.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    _ = TodoText.rows(text, timeZone: .gmt)
    _ = Checklist.rows(text)
    _ = try? IssueCSV.rows(bytes, path: "fuzz.csv")
    _ = try? IssueJSON.rows(bytes, path: "fuzz.json")
    return 0
}
