/// A placeholder of a format, in the syntax of Apple's string tables.
struct Placeholder {
    /// The replacement of a placeholder.
    enum Kind: Hashable {
        /// A percent sign.
        case percent
        /// An argument. For `%.2f`, the number of fraction digits is fixed.
        case value(fractionDigits: Int?)
        /// The form of a plural variable.
        case variable(String)
    }

    /// The replacement of the placeholder.
    let kind: Kind
    /// The index of the argument, from 0, if the placeholder specifies it, as in `%1$@`; otherwise `nil`.
    let position: Int?
    /// The end of the placeholder in the format.
    let end: String.UTF8View.Index

    /// Parses the placeholder at the start of a text, which begins with a percent sign; `nil` if it isn't a
    /// placeholder.
    init?(_ bytes: String.UTF8View.SubSequence) {
        var rest = bytes.dropFirst()
        var position: Int?
        if let first = rest.first, (49...57).contains(first) {
            let digits = rest.prefix { (48...57).contains($0) }
            let after = rest.dropFirst(digits.count)
            if digits.count <= 3, after.first == UInt8(ascii: "$") {
                position = digits.reduce(0) { $0 * 10 + Int($1) - 48 } - 1
                rest = after.dropFirst()
            }
        }
        self.position = position
        if rest.starts(with: "#@".utf8) {
            let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "@") }
            let after = rest.dropFirst(2 + name.count)
            guard !after.isEmpty, !name.isEmpty else { return nil }
            kind = .variable(String(Substring(name)))
            end = after.dropFirst().startIndex
            return
        }
        var fractionDigits: Int?
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (48...57).contains($0) }
            guard (1...2).contains(digits.count) else { return nil }
            fractionDigits = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
            rest = rest.dropFirst(1 + digits.count)
        }
        rest = rest.drop { $0 == UInt8(ascii: "l") }
        switch rest.first {
        case UInt8(ascii: "%"): kind = .percent
        case UInt8(ascii: "@"), UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "i"):
            kind = .value(fractionDigits: nil)
        case UInt8(ascii: "f"): kind = .value(fractionDigits: fractionDigits)
        default: return nil
        }
        end = rest.dropFirst().startIndex
    }
}
