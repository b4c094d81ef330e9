@testable import ITour

/// Fuzzes imports of itour: GPX, KML, GeoJSON, Overpass, iCalendar, and its own JSON and CSV. The
/// program detects the format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let file = InputInMemory.file(start, count) else { return 0 }
    do {
        var source = try TripSourceOpener.open(file, language: .english)
        while try source.next() != nil {}
    } catch {}
    return 0
}
