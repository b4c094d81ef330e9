import Shell

/// Converts a file in UTF-16 to UTF-8 while it is read. The byte order mark at the beginning tells the encoding.
///
/// Some services export tables in UTF-16, and so do spreadsheets under the name “Unicode text”.
final class UTF16Input {
    private let path: String
    private let read: () throws -> [UInt8]
    private let isBigEndian: Bool
    /// The bytes that were read and not converted.
    private var rest: [UInt8]
    private var isAtEnd = false

    private init(path: String, isBigEndian: Bool, rest: [UInt8], read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.isBigEndian = isBigEndian
        self.rest = rest
        self.read = read
    }

    /// Returns a function that reads a file as UTF-8. A file without a byte order mark of UTF-16 is read as it is.
    ///
    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - read: Returns the file in pieces; an empty piece marks the end.
    /// - Throws: The errors of `read`.
    static func decoded(path: String, _ read: @escaping () throws -> [UInt8]) throws -> () throws -> [UInt8] {
        var first = try read()
        // A piece of a pipe may contain only the first byte of the mark.
        if first == [0xFF] || first == [0xFE] { first += try read() }
        guard first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) else {
            var pending: [UInt8]? = first
            return {
                defer { pending = nil }
                return try pending ?? read()
            }
        }
        let input = UTF16Input(
            path: path, isBigEndian: first[0] == 0xFE, rest: Array(first.dropFirst(2)), read: read)
        return { try input.next() }
    }

    /// Returns the next piece in UTF-8; an empty piece at the end.
    ///
    /// - Throws: `FileError` if the file isn't valid UTF-16, and reading errors.
    private func next() throws -> [UInt8] {
        while true {
            let result = try converted()
            if !result.isEmpty || isAtEnd { return result }
            let piece = try read()
            isAtEnd = piece.isEmpty
            rest += piece
        }
    }

    /// Converts all complete characters.
    private func converted() throws -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(rest.count)
        var index = 0
        while index + 1 < rest.count {
            let unit = unit(at: index)
            var scalar = Unicode.Scalar(unit)
            var length = 2
            if UTF16.isLeadSurrogate(unit) {
                guard index + 3 < rest.count else { break }
                let trail = self.unit(at: index + 2)
                if UTF16.isTrailSurrogate(trail) {
                    scalar = Unicode.Scalar(
                        0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
                    length = 4
                }
            }
            guard let scalar else { throw FileError.notUTF8(path: path) }
            result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            index += length
        }
        rest.removeFirst(index)
        if isAtEnd, !rest.isEmpty { throw FileError.notUTF8(path: path) }
        return result
    }

    private func unit(at index: Int) -> UInt16 {
        let (first, second) = (UInt16(rest[index]), UInt16(rest[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}
