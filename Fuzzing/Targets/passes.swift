@testable import ITour

/// Fuzzes passes of Apple Wallet, without their archive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if var source = try? PassSource(path: "pass", bytes) {
        while source.next() != nil {}
    }
    return 0
}
