import Localization
import Shell

/// The beginning of a text file, which shows the kind of the file regardless of its name.
///
/// ```swift
/// let start = try TextFileStart(session.inputFile("places.gpx"))
/// if start.first == UInt8(ascii: "<") {
///     var reader = XMLReader(read: start.read)
///     while let event = try reader.next() { print(event) }
/// }
/// ```
public struct TextFileStart {
    /// The first byte that isn't white space.
    public let first: UInt8
    /// The recognized kind; `nil` for plain text, including CSV.
    public let kind: FileKind?
    /// The first bytes after white space and the byte order mark, at least 1,000 if the file has as many.
    public let beginning: [UInt8]
    /// The current day in the user's time zone; `nil` if no date of the file counts as a date in the future.
    public let today: CivilDate?
    /// Reads the file in pieces from its beginning; an empty piece marks the end.
    public var read: () throws -> [UInt8]

    private static let size = 1 << 18
    /// How many bytes are used to recognize the kind.
    private static let kindPrefixSize = 1 << 10
    /// The maximum number of white-space bytes at the beginning.
    private static let maximumSpaces = 1 << 24

    /// Reads the beginning of a file from which nothing was read yet.
    ///
    /// A file in UTF-16 with a byte order mark is converted.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - today: The current day in the user's time zone. Default: `nil`, so no date is in the future.
    /// - Throws: `FileError` if the file is empty, binary, in another encoding, or can't be read.
    public init(_ file: InputFile, today: CivilDate? = nil) throws {
        try self.init(path: file.path, today: today) { try file.read(upTo: Self.size) }
    }

    /// Reads the beginning of a file of which the user may name the encoding.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - today: The current day in the user's time zone.
    ///   - encoding: The encoding; `nil` for UTF-8, or UTF-16 with a byte order mark.
    /// - Throws: ``UnknownEncodingError``, here or when the rest is read, and `FileError`.
    init(_ file: InputFile, today: CivilDate?, encoding: TextEncoding?) throws {
        let read = { try file.read(upTo: Self.size) }
        let decoded = try encoding?.decoded(read) ?? UTF16Input.decoded(path: file.path, read)
        let check = EncodingCheck(path: file.path, decoded)
        try self.init(path: file.path, today: today, read: encoding == nil ? check.next : decoded)
    }

    /// Reads the beginning of a file in pieces. A piece of a pipe may contain only white space, or only a
    /// part of the byte order mark.
    ///
    /// - Parameters:
    ///   - path: The path for errors.
    ///   - today: The current day in the user's time zone. Default: `nil`, so no date is in the future.
    ///   - read: Returns the next bytes of the file; an empty array at the end.
    /// - Throws: As the initializer for a file, and the errors of `read`.
    public init(path: String, today: CivilDate? = nil, read: @escaping () throws -> [UInt8]) throws {
        self.today = today
        let read = try UTF16Input.decoded(path: path, read)
        var pieces: [[UInt8]] = []
        var head: [UInt8] = []
        var spaces = 0
        var isAtEnd = false
        while !isAtEnd, head.count < Self.kindPrefixSize {
            let piece = try read()
            isAtEnd = piece.isEmpty
            pieces.append(piece)
            head += piece
            guard !piece.contains(0) else { throw FileError.binary(path: path) }
            if spaces == 0, head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
            // Fewer bytes than the mark may be its beginning.
            if spaces == 0, !isAtEnd, [[0xEF], [0xEF, 0xBB]].contains(head) { continue }
            let text = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            spaces += head.count - text.count
            head = Array(text)
            guard spaces <= Self.maximumSpaces else { break }
        }
        guard let first = head.first else { throw FileError.empty(path: path) }
        self.first = first
        beginning = head
        kind = FileKind(beginning: head)
        var pending = pieces[...]
        self.read = { try pending.popFirst() ?? read() }
    }
}
