import Formats

/// Fuzzes the JSON readers for whole documents and for single elements. The elements must not depend on how
/// the bytes are split into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? JSONDocument(bytes)
    let (single, whole) = (parts(bytes, piece: 1), parts(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func parts(_ bytes: [UInt8], piece: Int) -> [String] {
    var rest = bytes[...]
    var reader = JSONElementReader(lists: ["a", "features", "elements"]) {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        return part
    }
    var parts: [String] = []
    do {
        while let part = try reader.next() { parts.append("\(part)") }
    } catch {
        parts.append("\(error)")
    }
    return parts
}
