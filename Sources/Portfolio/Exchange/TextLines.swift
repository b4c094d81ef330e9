import Shell

/// The lines of a text in UTF-8 that is read in pieces.
struct TextLines {
    private let path: String
    private let read: () throws -> [UInt8]
    private var lines: ArraySlice<Substring> = []
    /// The bytes after the last line end.
    private var rest: [UInt8] = []
    private var isAtBeginning = true
    private var isAtEnd = false
    /// The number of the last line, from 1.
    private(set) var number = 0

    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - read: Returns the bytes in pieces; an empty piece marks the end.
    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.read = read
    }

    /// Returns the next line; `nil` at the end. A line end at the end of the text isn't followed by an empty
    /// line.
    ///
    /// - Throws: `FileError`, and the errors of `read`.
    mutating func next() throws -> Substring? {
        while lines.isEmpty {
            if isAtEnd { return nil }
            try refill()
        }
        number += 1
        return lines.popFirst()
    }

    private mutating func refill() throws {
        let piece = try read()
        isAtEnd = piece.isEmpty
        // Divide only after a line feed: no character of several bytes or scalars continues after it.
        let end = isAtEnd ? piece.startIndex : (piece.lastIndex(of: 0x0A) ?? -1) + 1
        if end == 0, !isAtEnd { return rest += piece }
        var bytes = rest + piece[..<end]
        rest = Array(piece[end...])
        if isAtBeginning, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        isAtBeginning = false
        if bytes.isEmpty { return }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError.notUTF8(path: path) }
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        if text.last?.isNewline == true { lines.removeLast() }
    }
}

/// A text as Unicode scalars. Swift combines a space and a following combining mark into a single character.
/// In a file, however, the space still separates words.
typealias ScalarText = Substring.UnicodeScalarView

extension Substring.UnicodeScalarView {
    func begins(with text: String) -> Bool { starts(with: text.unicodeScalars) }

    func ends(with text: String) -> Bool {
        suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars)
    }

    /// Returns the index at which another text first occurs in this text.
    func start(of text: String) -> Index? { indices.first { self[$0...].begins(with: text) } }
}
