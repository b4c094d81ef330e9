import Formats

/// Fuzzes the XML parser. Its events must not depend on how the bytes are split into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (single, whole) = (events(bytes, piece: 1), events(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func events(_ bytes: [UInt8], piece: Int) -> [String] {
    var rest = bytes[...]
    var reader = XMLReader {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        return part
    }
    var events: [String] = []
    do {
        while let event = try reader.next() {
            switch event {
            case .begin(let name, let attributes):
                events.append("begin \(name) \(attributes.sorted { $0.key < $1.key })")
            default: events.append("\(event)")
            }
        }
    } catch {
        events.append("\(error)")
    }
    return events
}
