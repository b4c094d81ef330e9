@testable import ITour

/// Fuzzes the lines of tracks and routes: their lengths, and their simplified forms.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var pieces = [Array(UnsafeBufferPointer(start: start, count: count))]
    var source = GPXSource(path: "track.gpx", language: .english) { pieces.popLast() ?? [] }
    do {
        while let row = try source.next() {
            if case .sight(let sight)? = row.entry, let track = sight.record.track {
                precondition(!TrackLine.lines(track).isEmpty)
            }
        }
    } catch {}
    return 0
}
