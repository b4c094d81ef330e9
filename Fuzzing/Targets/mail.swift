@testable import ITour

/// Fuzzes reservations in e-mails and pages.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    for isMail in [true, false] {
        var pieces = [Array(UnsafeBufferPointer(start: start, count: count))]
        let read = { pieces.popLast() ?? [] }
        do {
            var source: any TripSource =
                isMail
                ? try ReservationSource.mail(path: "mail", language: .english, read: read)
                : try ReservationSource.page(path: "page", language: .english, read: read)
            while try source.next() != nil {}
        } catch {}
    }
    return 0
}
