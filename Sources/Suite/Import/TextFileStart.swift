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
    /// What the file looks like; `nil` for plain text, CSV among it.
    public let kind: FileKind?
    /// Reads the file from its beginning, piece by piece; an empty piece is the end.
    public let read: () throws -> [UInt8]

    private static let size = 1 << 18
    /// How much is looked at to tell the kind.
    private static let enough = 1 << 10
    /// How many spaces a file may begin with.
    private static let mostSpaces = 1 << 24

    /// Looks at a file that nothing was read of.
    ///
    /// - Throws: `FileError` where the file is empty, binary, in another encoding than UTF-8, or can't be read.
    public init(_ file: InputFile) throws {
        try self.init(path: file.path) { try file.read(upTo: Self.size) }
    }

    /// Looks at what is read piece by piece. Pieces of a pipe are as long as what was written at once: one may hold
    /// nothing but spaces, or less than the mark that some editors begin a file with.
    init(path: String, read: @escaping () throws -> [UInt8]) throws {
        var pieces: [[UInt8]] = []
        var head: [UInt8] = []
        var spaces = 0
        var isAtEnd = false
        while !isAtEnd, head.count < Self.enough {
            let piece = try read()
            isAtEnd = piece.isEmpty
            pieces.append(piece)
            head += piece
            if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
                throw FileError.notUTF8(path: path)
            }
            guard !piece.contains(0) else { throw FileError.binary(path: path) }
            if spaces == 0, head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
            // Less than the mark may be its beginning.
            if spaces == 0, !isAtEnd, [[0xEF], [0xEF, 0xBB]].contains(head) { continue }
            let text = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            spaces += head.count - text.count
            head = Array(text)
            guard spaces <= Self.mostSpaces else { break }
        }
        guard let first = head.first else { throw FileError.empty(path: path) }
        self.first = first
        kind = FileKind(beginning: head)
        var pending = pieces[...]
        self.read = { try pending.popFirst() ?? read() }
    }
}
