import ProgramKit

@testable import MyBooks

/// Fuzzes imports of mybooks: its own JSON and CSV, and exports of Goodreads and other services. The program
/// detects the format.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let file = InputInMemory.file(start, count) else { return 0 }
    do {
        var source = try BookImporter.source(try TextFileStart(file), path: file.path)
        while try source.next() != nil {}
    } catch {}
    _ = ReviewMarkup.plainText(
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    return 0
}
