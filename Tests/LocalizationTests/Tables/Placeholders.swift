@testable import Localization

/// The arguments that a format uses, with their types.
struct Placeholders: Equatable {
    /// The types with which each argument is used: `@`, `d` for whole numbers, `f`, or `#` for a plural
    /// variable.
    var kinds: [Int: Set<Character>] = [:]
    /// The plural variables, each with the index of its argument.
    var variables: [String: Int] = [:]

    /// Parses a format. Placeholders without a number take the arguments in order, starting at index `first`.
    init(_ format: String, first: Int = 0) {
        var next = first
        var start = format.utf8.startIndex
        while let percent = format.utf8[start...].firstIndex(of: UInt8(ascii: "%")) {
            guard let placeholder = Placeholder(format.utf8[percent...]) else {
                start = format.utf8.index(after: percent)
                continue
            }
            start = placeholder.end
            if placeholder.kind == .percent { continue }
            let index = placeholder.position ?? next
            if placeholder.position == nil { next += 1 }
            switch placeholder.kind {
            case .variable(let name):
                variables[name] = index
                kinds[index, default: []].insert("d")
            default:
                let conversion = format[..<start].last ?? "@"
                kinds[index, default: []].insert("ui".contains(conversion) ? "d" : conversion)
            }
        }
        count = next - first
    }

    /// The number of placeholders without a number.
    private(set) var count = 0

    static func == (left: Placeholders, right: Placeholders) -> Bool {
        left.kinds == right.kinds
    }
}
