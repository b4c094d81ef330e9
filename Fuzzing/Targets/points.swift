@testable import ITour

/// Fuzzes the import of points of interest. The result must not depend on how the bytes are split into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (single, whole) = (rows(bytes, piece: 1), rows(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func rows(_ bytes: [UInt8], piece size: Int) -> [String] {
    let decoder = PointDecoder(maximumLength: 200)
    var pieces: [PointDecoder.Piece] = []
    // An import reads up to the first problem.
    for start in stride(from: 0, to: bytes.count, by: size) where pieces.last?.problem == nil {
        pieces.append(decoder.piece(of: Array(bytes[start..<min(start + size, bytes.count)])))
    }
    if pieces.last?.problem == nil { pieces.append(decoder.piece(of: [])) }
    let rows = pieces.flatMap(\.rows).map { row in
        let point = row.entry?.point
        return """
            \(row.position) \(row.line ?? 0) \(point?.name ?? "-") \(point?.latitude ?? 0) \(point?.category?.name ?? "-") \
            \(row.problems.map(\.field)) \(row.skipped.map { "\($0.reason)" } ?? "-")
            """
    }
    let problem = pieces.lazy.compactMap(\.problem).first
    return rows + ["\(String(describing: problem)) \(pieces.contains(where: \.isComplete))"]
}
