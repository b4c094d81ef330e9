/// The plural rules of a language, in CLDR's syntax: `one: i = 1 and v = 0; few: …`.
///
/// ```swift
/// let rules = PluralRules("one: n = 1")
/// rules?.category(of: PluralOperands(1))  // .one
/// ```
struct PluralRules: Sendable {
    private let rules: [(category: PluralCategory, condition: [[Relation]])]

    /// The rules of a language without plural forms: every number is ``PluralCategory/other``.
    init() {
        rules = []
    }

    /// Parses rules; `nil` if the syntax is invalid.
    init?(_ source: String) {
        var rules: [(PluralCategory, [[Relation]])] = []
        for rule in source.split(separator: ";") {
            let parts = rule.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let category = PluralCategory(rawValue: trimmed(parts[0])),
                let condition = Self.condition(parts[1])
            else { return nil }
            rules.append((category, condition))
        }
        self.rules = rules
    }

    /// The categories of the language.
    var categories: Set<PluralCategory> {
        Set(rules.map(\.category) + [.other])
    }

    /// Returns the category of a number, from the first rule that applies.
    func category(of operands: PluralOperands) -> PluralCategory {
        rules.first { rule in
            rule.condition.contains { $0.allSatisfy { $0.holds(for: operands) } }
        }?.category ?? .other
    }

    /// Parses a condition into alternatives. Each alternative is a list of relations that must all hold.
    private static func condition(_ source: Substring) -> [[Relation]]? {
        var alternatives: [[Relation]] = []
        var words: [Substring] = []
        var relations: [Relation] = []
        for word in source.split(whereSeparator: \.isWhitespace) + [Substring("or")] {
            guard word == "and" || word == "or" else {
                words.append(word)
                continue
            }
            guard let relation = Relation(words) else { return nil }
            relations.append(relation)
            words = []
            if word == "or" {
                alternatives.append(relations)
                relations = []
            }
        }
        return alternatives
    }

    /// One relation, such as `i % 10 = 2..4,6`.
    private struct Relation: Sendable {
        let operand: Character
        let modulus: UInt?
        let isEqual: Bool
        let ranges: [ClosedRange<UInt>]

        init?(_ words: [Substring]) {
            guard words.count == 3 || words.count == 5, let operand = words[0].first, words[0].count == 1,
                "nivwfte".contains(operand)
            else { return nil }
            self.operand = operand
            if words.count == 5 {
                guard words[1] == "%", let modulus = UInt(words[2]), modulus > 0 else { return nil }
                self.modulus = modulus
            } else {
                modulus = nil
            }
            switch words[words.count - 2] {
            case "=": isEqual = true
            case "!=": isEqual = false
            default: return nil
            }
            var ranges: [ClosedRange<UInt>] = []
            for part in words[words.count - 1].split(separator: ",") {
                let ends = part.split(separator: ".").compactMap { UInt($0) }
                guard let first = ends.first, let last = ends.last, ends.count <= 2, first <= last else {
                    return nil
                }
                ranges.append(first...last)
            }
            self.ranges = ranges
        }

        func holds(for operands: PluralOperands) -> Bool {
            guard var value = value(of: operands) else { return !isEqual }
            if let modulus { value %= modulus }
            return ranges.contains { $0.contains(value) } == isEqual
        }

        /// Returns the operand's value; `nil` for a number with a fraction, because ranges contain only whole
        /// numbers.
        private func value(of operands: PluralOperands) -> UInt? {
            switch operand {
            case "n": operands.significant == 0 ? operands.integer : nil
            case "i": operands.integer
            case "v": UInt(operands.fractionCount)
            case "w": UInt(operands.significantCount)
            case "f": operands.fraction
            case "t": operands.significant
            default: 0  // e: the exponent of compact numbers, which are not written here.
            }
        }
    }
}

private func trimmed(_ part: Substring) -> String {
    String(part.filter { !$0.isWhitespace })
}

/// CLDR's plural categories.
public enum PluralCategory: String, Sendable, CaseIterable {
    /// The category for zero. If a table has a form for this category, the form is used for exactly 0 in
    /// every language.
    case zero
    /// The category of the singular, such as 1 in English.
    case one
    /// The category of the dual, such as 2 in Arabic.
    case two
    /// Small numbers, such as 2 to 4 in Polish.
    case few
    /// Large numbers, such as 5 and above in Polish.
    case many
    /// All other numbers.
    case other
}

/// The operands of CLDR's plural rules: the value of a number and its visible fraction digits.
struct PluralOperands: Hashable, Sendable {
    /// The integer part, without the sign (`i`).
    var integer: UInt
    /// The number of visible fraction digits (`v`).
    var fractionCount = 0
    /// The visible fraction digits as a number (`f`).
    var fraction: UInt = 0
    /// The number of fraction digits without trailing zeros (`w`).
    var significantCount = 0
    /// The fraction digits without trailing zeros as a number (`t`).
    var significant: UInt = 0

    /// Whether the number is exactly zero.
    var isZero: Bool { integer == 0 && fraction == 0 }

    /// Creates the operands of a whole number.
    init(_ number: Int) {
        integer = number.magnitude
    }

    /// Creates the operands of a number with these decimal digits.
    init(_ digits: DecimalDigits) {
        integer = Self.number(digits.integer)
        fractionCount = digits.fraction.count
        fraction = Self.number(digits.fraction)
        let significantDigits = digits.fraction.reversed().drop { $0 == 0 }.reversed() as [UInt8]
        significantCount = significantDigits.count
        significant = Self.number(significantDigits)
    }

    /// Returns the number with these digits. Only the last 18 digits are used, because earlier digits don't
    /// affect the plural category.
    private static func number(_ digits: [UInt8]) -> UInt {
        digits.suffix(18).reduce(0) { $0 * 10 + UInt($1) }
    }
}

/// A text that depends on numbers: a format with variables such as `%#@name@`.
struct PluralText {
    /// A variable with a form for each plural category.
    struct Variable {
        let name: String
        let forms: [(category: String, text: String)]

        /// Returns the form for a category. If there is none, returns the form for the category `other`.
        func text(for category: PluralCategory) -> String? {
            form(category.rawValue) ?? form(PluralCategory.other.rawValue)
        }

        /// The form for exactly zero, if there is one.
        var zero: String? { form(PluralCategory.zero.rawValue) }

        private func form(_ category: String) -> String? {
            forms.first { $0.category == category }?.text
        }
    }

    let format: String
    let variables: [Variable]

    func variable(named name: String) -> Variable? {
        variables.first { $0.name == name }
    }
}
