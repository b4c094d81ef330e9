extension Localizer {
    /// The default number of fraction digits.
    static let usualFractionDigits = 0...3

    /// Returns a whole number, formatted for the language: `1,234`, in Polish `1234` and `12 345`.
    public func integer(_ number: Int) -> String {
        let digits = String(number.magnitude)
        if digits.utf8.count < 4 { return number < 0 ? "-" + digits : digits }
        return (number < 0 ? "-" : "") + grouped(digits)
    }

    /// Returns a number with a fraction, formatted for the language and rounded half to even: `0.5`, in
    /// Polish `0,5`.
    /// - Parameters:
    ///   - number: Any number. Infinity becomes ∞.
    ///   - fractionDigits: The minimum and the maximum number of fraction digits.
    public func decimal(_ number: Double, fractionDigits: ClosedRange<Int> = 0...3) -> String {
        let range = max(0, fractionDigits.lowerBound)...max(0, fractionDigits.upperBound)
        guard let digits = DecimalDigits(number, fractionDigits: range) else {
            return number.isNaN ? "NaN" : number < 0 ? "-∞" : "∞"
        }
        var result = digits.isNegative ? "-" : ""
        result += grouped(text(digits.integer))
        if !digits.fraction.isEmpty { result += facts.decimalSeparator + text(digits.fraction) }
        return result
    }

    private func text(_ digits: [UInt8]) -> String {
        String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    }

    private func grouped(_ digits: String) -> String {
        let count = digits.utf8.count
        guard count >= 3 + facts.minimumGroupingDigits else { return digits }
        var result = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (count - offset) % 3 == 0 { result += facts.groupingSeparator }
            result.append(digit)
        }
        return result
    }

    /// Returns the texts as a list: `a, b and c`, in Polish `a, b i c`.
    public func list(_ items: [String]) -> String {
        joined(items, last: facts.listLastSeparator)
    }

    /// Returns the texts as alternatives: `a, b or c`, in Polish `a, b lub c`.
    public func choice(_ items: [String]) -> String {
        joined(items, last: facts.choiceLastSeparator)
    }

    private func joined(_ items: [String], last separator: String) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: facts.listSeparator) + separator + last
    }
}
