/// The part of an input that a reader has read and not consumed yet. The input comes in pieces.
struct PieceBuffer {
    private let read: () throws -> [UInt8]
    private(set) var bytes: [UInt8] = []
    /// The index in ``bytes`` of the first byte that isn't consumed.
    var start = 0
    /// Whether the last piece was read.
    private(set) var isAtEnd = false

    /// - Parameter read: Returns the next bytes of the input; an empty array at the end.
    init(read: @escaping () throws -> [UInt8]) { self.read = read }

    /// The number of bytes that aren't consumed.
    var count: Int { bytes.count - start }

    /// Drops the consumed bytes and appends the next piece. Returns `false` at the end of the input.
    mutating func refill() throws -> Bool {
        guard !isAtEnd else { return false }
        if start > 0 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        let piece = try read()
        isAtEnd = piece.isEmpty
        bytes += piece
        return !isAtEnd
    }

    /// Consumes a UTF-8 byte order mark at the beginning of the input.
    mutating func skipByteOrderMark() throws {
        while bytes.count < 3, try refill() {}
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }
}
