import SyncProtocol

/// Fuzzes messages between server and client. After encoding and decoding it again, a decoded message must be
/// the same. Messages with unreadable records are an exception, because such records can't be encoded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let request = try? SyncRequest(decoding: bytes), request.unreadable.isEmpty {
        precondition(
            (try? SyncRequest(decoding: request.encoded())) == request, "another request: \(request)")
    }
    if let answer = try? SyncAnswer(decoding: bytes), answer.unreadable.isEmpty {
        precondition((try? SyncAnswer(decoding: answer.encoded())) == answer, "another answer: \(answer)")
    }
    if let record = try? SyncRecord(decoding: bytes) {
        precondition((try? SyncRecord(decoding: record.encoded())) == record, "another record: \(record)")
    }
    if let failure = try? SyncFailure(decoding: bytes) {
        precondition(
            (try? SyncFailure(decoding: failure.encoded())) == failure, "another failure: \(failure)")
    }
    return 0
}
