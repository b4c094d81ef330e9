/// The lines of an embedded file, sorted by their bytes and searched in place. A line consists of a key and other
/// fields, with tabs between them.
///
/// The file has several megabytes. Therefore a search compares about twenty lines instead of reading the file.
struct SortedLines: Sendable {
    private let contents: StaticString

    /// Creates the lines of a file.
    ///
    /// - Parameter contents: The lines, each with a line feed at its end, sorted by the bytes of their keys.
    init(_ contents: StaticString) {
        self.contents = contents
    }

    /// Returns the fields of the line with a key; `nil` if there is none.
    func fields(of key: String) -> [String]? {
        var key = key
        return key.withUTF8 { key in
            contents.withUTF8Buffer { bytes in
                let start = Self.firstLine(notBefore: key, in: bytes)
                guard start < bytes.count, Self.order(of: start, and: key, in: bytes) == 0 else { return nil }
                return Self.fields(at: start, in: bytes)
            }
        }
    }

    /// Returns the fields of the lines whose keys begin with a text, in the order of the file.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the keys.
    ///   - limit: The maximum number of lines.
    func lines(beginningWith prefix: String, limit: Int) -> [[String]] {
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            contents.withUTF8Buffer { bytes in
                var found: [[String]] = []
                var start = Self.firstLine(notBefore: prefix, in: bytes)
                while start < bytes.count, found.count < limit {
                    guard bytes[start...].starts(with: prefix) else { break }
                    found.append(Self.fields(at: start, in: bytes))
                    start = Self.end(ofLineAt: start, in: bytes) + 1
                }
                return found
            }
        }
    }

    /// The fields of all lines, in the order of the file.
    var all: [[String]] { lines(beginningWith: "", limit: .max) }

    /// Returns the fields of the lines in which the number of a field is in a range, in the order of the file.
    ///
    /// - Parameters:
    ///   - field: The position of the field, from 0.
    ///   - range: The range.
    func lines(whereField field: Int, isIn range: ClosedRange<Double>) -> [[String]] {
        contents.withUTF8Buffer { bytes in
            var found: [[String]] = []
            var start = 0
            while start < bytes.count {
                var index = start, tabs = 0
                while tabs < field, index < bytes.count, bytes[index] != Self.lineFeed {
                    if bytes[index] == Self.tab { tabs += 1 }
                    index += 1
                }
                if let number = Self.number(at: index, in: bytes), range.contains(number) {
                    found.append(Self.fields(at: start, in: bytes))
                }
                start = Self.end(ofLineAt: index, in: bytes) + 1
            }
            return found
        }
    }

    /// Returns the decimal number at a position; `nil` if there is none. Most lines are compared only by it, so no text is made.
    private static func number(at start: Int, in bytes: Bytes) -> Double? {
        var index = start, value = 0.0, unit = 1.0
        var hasDigit = false, hasPoint = false
        let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        while index < bytes.count {
            let byte = bytes[index]
            if (48...57).contains(byte) {
                value = value * 10 + Double(byte - 48)
                if hasPoint { unit *= 10 }
                hasDigit = true
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            index += 1
        }
        return hasDigit ? (isNegative ? -value : value) / unit : nil
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let tab = UInt8(ascii: "\t")
    private static let lineFeed = UInt8(ascii: "\n")

    /// Returns the position of the first line whose key isn't before a key; the end of the file if all are.
    private static func firstLine(notBefore key: Bytes, in bytes: Bytes) -> Int {
        var (low, high) = (0, bytes.count)
        // Both bounds are positions of lines.
        while low < high {
            var middle = low + (high - low) / 2
            while middle > low, bytes[middle - 1] != lineFeed { middle -= 1 }
            if order(of: middle, and: key, in: bytes) < 0 {
                low = end(ofLineAt: middle, in: bytes) + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Returns a negative number if the key of a line is before another key, 0 if it is equal.
    private static func order(of line: Int, and key: Bytes, in bytes: Bytes) -> Int {
        for (index, byte) in key.enumerated() {
            let position = line + index
            guard position < bytes.count, bytes[position] != tab, bytes[position] != lineFeed else {
                return -1
            }
            if bytes[position] != byte { return bytes[position] < byte ? -1 : 1 }
        }
        let end = line + key.count
        return end == bytes.count || bytes[end] == tab || bytes[end] == lineFeed ? 0 : 1
    }

    private static func end(ofLineAt start: Int, in bytes: Bytes) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != lineFeed { end += 1 }
        return end
    }

    private static func fields(at start: Int, in bytes: Bytes) -> [String] {
        bytes[start..<end(ofLineAt: start, in: bytes)]
            .split(separator: tab, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
