import SyncProtocol

/// What a server may send and a client may ask: it is refused, or it is the same after it was written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? SyncRequest(decoding: bytes)
    _ = try? SyncAnswer(decoding: bytes)
    _ = try? SyncRecord(decoding: bytes)
    return 0
}
