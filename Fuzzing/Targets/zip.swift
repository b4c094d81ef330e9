import Formats

/// Fuzzes the reader of zip archives. Its entries must not depend on how the bytes are split into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (single, whole) = (entries(bytes, piece: 1), entries(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func entries(_ bytes: [UInt8], piece: Int) -> [String] {
    var rest = bytes[...]
    let reader = ZipReader {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        return part
    }
    var entries: [String] = []
    do {
        while let name = try reader.next() {
            var length = 0, sum = 0
            // A small archive may expand to a very long content.
            while length < 1 << 20, case let content = try reader.read(), !content.isEmpty {
                length += content.count
                for byte in content { sum = sum &* 31 &+ Int(byte) }
            }
            entries.append("\(name) \(length) \(sum)")
            if length >= 1 << 20 { break }
        }
    } catch {
        entries.append("\(error)")
    }
    return entries
}
