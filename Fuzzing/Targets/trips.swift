import Foundation
import Localization

@testable import ITour

/// What itour imports of files: GPX, GeoJSON, Overpass and its own JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    func reading() -> () throws -> [UInt8] {
        var isRead = false
        return {
            defer { isRead = true }
            return isRead ? [] : bytes
        }
    }
    var gpx = GPXSource(path: "fuzz.gpx", read: reading())
    do { while try gpx.next() != nil {} } catch {}
    var json = JSONSource(path: "fuzz.json", language: .english, read: reading())
    do { while try json.next() != nil {} } catch {}
    return 0
}
