@testable import ITour

/// What itour imports of files, whatever kind a file turns out to be: GPX, GeoJSON, Overpass, its own JSON and CSV.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let file = InputInMemory.file(start, count) else { return 0 }
    do {
        var source = try ImportOpening.open(file, language: .english)
        while try source.next() != nil {}
    } catch {}
    return 0
}
