/// Reads the entries of a zip archive one after the other, from a file or pipe of any size.
///
/// The reader supports stored and deflated entries. It holds at most a few hundred kilobytes in memory.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: URL(filePath: "books.zip"))
/// let archive = ZipReader { Array(try file.read(upToCount: 1 << 18) ?? Data()) }
/// while let name = try archive.next() {
///     while case let piece = try archive.read(), !piece.isEmpty { print(name, piece.count) }
/// }
/// ```
public final class ZipReader {
    /// The maximum length of all unpacked entries together in bytes: 1 GiB. A small archive can expand to
    /// terabytes.
    public static let maximumLength = 1 << 30

    /// The content of the present entry.
    private enum Content {
        case stored(remaining: Int)
        case deflated(Inflater)
        /// The entry is read to its end.
        case none
    }

    private static let pieceSize = 1 << 16

    private var input: BitInput
    private var content = Content.none
    private var checksum = CRC32()
    /// The checksum in the entry's header; `nil` if it follows the content.
    private var expected: UInt32?
    private var length = 0

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes of the archive; an empty array at the end.
    public init(read: @escaping () throws -> [UInt8]) { input = BitInput(read: read) }

    /// Whether a file begins as a zip archive.
    public static func isZip(_ beginning: [UInt8]) -> Bool {
        beginning.starts(with: [0x50, 0x4B, 3, 4]) || beginning.starts(with: [0x50, 0x4B, 5, 6])
    }

    /// Moves to the next entry, whatever is left of the present one.
    ///
    /// - Returns: The name of the entry with its folders; `nil` after the last entry.
    /// - Throws: ``ZipProblem``, and the errors of `read`.
    public func next() throws -> String? {
        while try !read().isEmpty {}
        switch try input.number(bytes: 4) {
        case 0x0403_4B50: break
        // The directory after the entries.
        case 0x0201_4B50, 0x0605_4B50, 0x0606_4B50: return nil
        default: throw ZipProblem.damaged
        }
        _ = try input.number(bytes: 2)
        let flags = try input.number(bytes: 2), method = try input.number(bytes: 2)
        _ = try input.number(bytes: 4)
        let checksum = UInt32(try input.number(bytes: 4))
        let packed = try input.number(bytes: 4)
        _ = try input.number(bytes: 4)
        let nameLength = try input.number(bytes: 2), extraLength = try input.number(bytes: 2)
        var name: [UInt8] = []
        for _ in 0..<nameLength { name.append(UInt8(try input.number(bytes: 1))) }
        for _ in 0..<extraLength { _ = try input.number(bytes: 1) }
        guard flags & 1 == 0 else { throw ZipProblem.encrypted }
        let isChecksumLater = flags & 8 != 0
        switch method {
        case 0:
            // Without a length, the end of a stored entry can't be found.
            guard !isChecksumLater || packed > 0, packed < 0xFFFF_FFFF else { throw ZipProblem.unsupported }
            content = .stored(remaining: packed)
        case 8: content = .deflated(Inflater())
        default: throw ZipProblem.unsupported
        }
        expected = isChecksumLater ? nil : checksum
        self.checksum = CRC32()
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns the next bytes of the present entry; an empty array at its end.
    ///
    /// - Throws: ``ZipProblem``, and the errors of `read`.
    public func read() throws -> [UInt8] {
        let piece: [UInt8]
        switch content {
        case .none: return []
        case .stored(let remaining):
            piece = try input.take(atMost: min(remaining, Self.pieceSize))
            if remaining > 0, piece.isEmpty { throw ZipProblem.cutOff }
            content = .stored(remaining: remaining - piece.count)
        case .deflated(var inflater):
            content = .none
            piece = try inflater.next(&input)
            content = .deflated(inflater)
        }
        length += piece.count
        guard length <= Self.maximumLength else { throw ZipProblem.tooLarge }
        if piece.isEmpty {
            content = .none
            guard try checksum.value == (expected ?? descriptor()) else { throw ZipProblem.damaged }
        }
        checksum.update(piece)
        return piece
    }

    /// Reads the checksum and the lengths after an entry.
    private func descriptor() throws -> UInt32 {
        var number = try input.number(bytes: 4)
        if number == 0x0807_4B50 { number = try input.number(bytes: 4) }
        _ = try input.number(bytes: 8)
        return UInt32(number)
    }
}

/// A problem in a zip archive.
public enum ZipProblem: Error, Hashable {
    /// The archive ends too early.
    case cutOff
    /// The archive is damaged: its structure or a checksum is wrong.
    case damaged
    /// The entry is encrypted.
    case encrypted
    /// The entry is compressed in another way than deflate.
    case unsupported
    /// The unpacked entries are longer than ``ZipReader/maximumLength``.
    case tooLarge
}

/// The checksum of zip archives: CRC-32 with the polynomial 0xEDB88320.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of the bytes so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func update(_ bytes: [UInt8]) {
        let table = Self.table
        var state = state
        for byte in bytes { state = state >> 8 ^ table[Int((state ^ UInt32(byte)) & 0xFF)] }
        self.state = state
    }
}

/// Writes a zip archive with one stored entry.
public enum ZipWriter {
    /// Returns an archive with one entry, without compression.
    ///
    /// - Parameters:
    ///   - name: The entry's name.
    ///   - content: The entry's content, less than 4 GiB.
    public static func archive(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var checksum = CRC32()
        checksum.update(content)
        let name = Array(name.utf8)
        // The day 1980-01-01 at midnight, so that equal contents give equal archives.
        let fields: [UInt8] =
            bytes(0x0800, 2) + bytes(0, 2) + bytes(0, 2) + bytes(0x21, 2) + bytes(Int(checksum.value), 4)
            + bytes(content.count, 4) + bytes(content.count, 4) + bytes(name.count, 2) + bytes(0, 2)
        let header = bytes(0x0403_4B50, 4) + bytes(20, 2) + fields + name
        let directory =
            bytes(0x0201_4B50, 4) + bytes(20, 2) + bytes(20, 2) + fields + bytes(0, 2) + bytes(0, 2)
            + bytes(0, 2) + bytes(0, 4) + bytes(0, 4) + name
        let end =
            bytes(0x0605_4B50, 4) + bytes(0, 2) + bytes(0, 2) + bytes(1, 2) + bytes(1, 2)
            + bytes(directory.count, 4) + bytes(header.count + content.count, 4) + bytes(0, 2)
        return header + content + directory + end
    }

    /// Returns the bytes of a number, the lowest one first.
    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
