import Shell

/// The beginning of a text file, which tells what kind of file it is whatever its name says.
///
/// ```swift
/// let start = try TextFileStart(file)
/// if start.first == UInt8(ascii: "<") { return GPXSource(path: file.path, read: start.read) }
/// ```
public struct TextFileStart {
    /// The first byte that is no space.
    public let first: UInt8
    /// Reads the file from its beginning, piece by piece; an empty piece is the end.
    public let read: () throws -> [UInt8]

    private static let size = 1 << 18

    /// Looks at a file that nothing was read of.
    ///
    /// - Throws: `FileError` where the file is empty, binary, in another encoding than UTF-8, or can't be read.
    public init(_ file: InputFile) throws {
        let head = try file.read(upTo: Self.size)
        guard !head.isEmpty else { throw FileError.empty(path: file.path) }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw FileError.notUTF8(path: file.path)
        }
        guard !head.contains(0) else { throw FileError.binary(path: file.path) }
        let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        guard let first = body.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            // Nothing but spaces, as far as was looked.
            throw file.size > head.count
                ? FileError.binary(path: file.path) : FileError.empty(path: file.path)
        }
        self.first = first
        var pending: [UInt8]? = head
        read = {
            defer { pending = nil }
            return try pending ?? file.read(upTo: Self.size)
        }
    }
}
