import Foundation

/// Numbers of records as other programs write several of them: `1,2`, `1-3`, `1..3` or `1 2`.
public struct TypedNumbers {
    /// The condition that asks for the numbers, such as `number:1 or number:3..5`.
    public let condition: String
    /// Whether the text is one number.
    let isOne: Bool

    /// Reads a text; `nil` if it has anything but numbers.
    public init?(_ text: String) {
        let parts = text.split { $0.isWhitespace || $0 == "," }.map { Self.values($0) }
        let known = parts.compactMap(\.self)
        guard !known.isEmpty, known.count == parts.count else { return nil }
        condition = known.map { "number:\($0.joined(separator: ".."))" }.joined(separator: " or ")
        isOne = known.count == 1 && known[0].count == 1
    }

    /// Returns the number of a part, or the two numbers of a range.
    private static func values(_ part: Substring) -> [Substring]? {
        if let number = number(part) { return [number] }
        for separator in ["..", "-", "–"] {
            guard let found = part.range(of: separator) else { continue }
            guard let first = number(part[..<found.lowerBound]),
                let last = number(part[found.upperBound...])
            else { return nil }
            // A day such as 12-05 is no range.
            return Int(first) ?? 0 < Int(last) ?? 0 ? [first, last] : nil
        }
        return nil
    }

    /// Returns digits without `#` before them.
    private static func number(_ text: Substring) -> Substring? {
        let digits = text.first == "#" ? text.dropFirst() : text
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
    }
}
