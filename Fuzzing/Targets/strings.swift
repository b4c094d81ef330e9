@testable import LocalizationEmbedder

/// Fuzzes the parsers of `.strings` and `.stringsdict` files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    var strings = StringsParser(path: "Fuzz.strings", contents: text)
    _ = try? strings.entries()
    _ = try? StringsdictParser(path: "Fuzz.stringsdict", contents: text).entries()
    return 0
}
