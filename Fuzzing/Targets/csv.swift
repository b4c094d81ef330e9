import Formats

/// Fuzzes the CSV reader. The rows must not depend on how the bytes are split into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (single, whole) = (rows(bytes, piece: 1), rows(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func rows(_ bytes: [UInt8], piece: Int) -> [String] {
    var rest = bytes[...]
    var reader = CSVReader {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        return part
    }
    var rows: [String] = []
    do {
        while let record = try reader.next() {
            let fields = (0..<8).map { record.string(at: $0) ?? "-" }.joined(separator: "|")
            rows.append("\(record.line) \(record.malformation.map { "\($0)" } ?? "") \(fields)")
        }
    } catch {
        rows.append("\(error)")
    }
    return rows
}
