import Localization

extension ValueType where Value == Int {
    /// A whole number. Parsing throws ``ValueError/notANumber(_:)`` and ``ValueError/outOfRange(_:_:)``.
    ///
    /// - Parameter range: The allowed numbers, such as `1...5`. Default: all.
    public static func integer(in range: ClosedRange<Int> = .min ... .max) -> ValueType<Int> {
        ValueType(placeholder: Numbers.placeholder(of: range)) { string, _ in
            try Numbers.integer(string, in: range)
        }
    }
}

extension ValueType where Value == ClosedRange<Int> {
    /// A number or a range: `3`, `3..5`, `3..` and `..4`.
    ///
    /// Parsing throws ``ValueError/notARange(_:)``, ``ValueError/backwardRange(_:)`` and
    /// ``ValueError/outOfRange(_:_:)``.
    ///
    /// - Parameter range: The allowed numbers. In `3..` and `..4`, the missing end is the bound of this
    ///   range. Default: all numbers.
    public static func integerRange(
        in range: ClosedRange<Int> = .min ... .max
    ) -> ValueType<ClosedRange<Int>> {
        ValueType(placeholder: Shell.text("N..N")) { string, _ in
            let trimmed = string.trimmingWhitespace()
            guard let dots = trimmed.firstDots else {
                guard Int(trimmed) != nil else { throw ValueError.notARange(string) }
                let number = try Numbers.integer(trimmed, in: range)
                return number...number
            }
            let lower = trimmed[..<dots.lowerBound].trimmingWhitespace()
            let upper = trimmed[dots.upperBound...].trimmingWhitespace()
            if lower.isEmpty && upper.isEmpty { throw ValueError.notARange(string) }
            guard lower.isEmpty || Int(lower) != nil, upper.isEmpty || Int(upper) != nil else {
                throw ValueError.notARange(string)
            }
            let from = try lower.isEmpty ? range.lowerBound : Numbers.integer(lower, in: range)
            let to = try upper.isEmpty ? range.upperBound : Numbers.integer(upper, in: range)
            if from > to { throw ValueError.backwardRange(string) }
            return from...to
        }
    }
}

enum Numbers {
    static func integer(_ string: String, in range: ClosedRange<Int>) throws(ValueError) -> Int {
        let trimmed = string.trimmingWhitespace()
        guard let number = Int(trimmed) else {
            let isBounded = range.lowerBound != .min && range.upperBound != .max
            throw isBounded ? .outOfRange(string, range) : .notANumber(string)
        }
        if !range.contains(number) { throw ValueError.outOfRange(string, range) }
        return number
    }

    static func placeholder(of range: ClosedRange<Int>) -> LocalizedText {
        if range.lowerBound == .min || range.upperBound == .max { return text("N") }
        return .verbatim("\(range.lowerBound)..\(range.upperBound)")
    }
}

extension String {
    /// The position of the separator in a range: two or three dots, or an ellipsis.
    fileprivate var firstDots: Range<Index>? {
        for dots in ["...", "…", ".."] {
            var start = startIndex
            while start < endIndex {
                if self[start...].hasPrefix(dots) {
                    return start..<index(start, offsetBy: dots.count)
                }
                start = index(after: start)
            }
        }
        return nil
    }
}
