import Foundation

/// The expression of `localizedStandardContains` in a predicate: a search that ignores case and accents.
///
/// ```swift
/// let predicate = #Predicate<Book> { $0.title.localizedStandardContains("lodz") }
/// ```
///
/// `#Predicate` accepts the name, but Foundation on Linux lacks the expression. It is evaluated by
/// ``StandardSearch/contains(_:_:)``, in memory and in SQL.
@_documentation(visibility: internal)
public struct SearchContains<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The result: true if the first text contains the second text.
    public typealias Output = Bool

    let root: Root
    let other: Other

    /// Evaluates the expression in memory.
    ///
    /// - Parameter bindings: The values of the predicate's variables.
    /// - Throws: The error of a part that can't be evaluated.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        StandardSearch.contains(String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }
}

extension SearchContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension SearchContains: Sendable where Root: Sendable, Other: Sendable {}
extension SearchContains: Encodable where Root: Encodable, Other: Encodable {}
extension SearchContains: Decodable where Root: Decodable, Other: Decodable {}

extension SearchContains: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try textFunction("modeldata_search", root, other, &translator)
    }
}

/// The expression of `caseInsensitiveCompare` in a predicate.
///
/// ```swift
/// let same = ComparisonResult.orderedSame
/// let predicate = #Predicate<Book> { $0.title.caseInsensitiveCompare("SOLARIS") == same }
/// ```
@_documentation(visibility: internal)
public struct CaseInsensitiveComparison<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The order of the two texts.
    public typealias Output = ComparisonResult

    let root: Root
    let other: Other

    /// Evaluates the expression in memory.
    ///
    /// - Parameter bindings: The values of the predicate's variables.
    /// - Throws: The error of a part that can't be evaluated.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        let text = String(try root.evaluate(bindings))
        return text.caseInsensitiveCompare(String(try other.evaluate(bindings)))
    }
}

extension CaseInsensitiveComparison: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension CaseInsensitiveComparison: Sendable where Root: Sendable, Other: Sendable {}
extension CaseInsensitiveComparison: Encodable where Root: Encodable, Other: Encodable {}
extension CaseInsensitiveComparison: Decodable where Root: Decodable, Other: Decodable {}

extension CaseInsensitiveComparison: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        var result = try textFunction("modeldata_compare", root, other, &translator)
        result.type = ComparisonResult.self
        return result
    }
}

@_documentation(visibility: internal)
extension PredicateExpressions {
    /// Builds the expression of `localizedStandardContains`. Called by the code that `#Predicate` generates.
    ///
    /// - Parameters:
    ///   - root: The text to search in.
    ///   - other: The text to search for.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> SearchContains<Root, Other> {
        SearchContains(root: root, other: other)
    }

    /// Builds the expression of `caseInsensitiveCompare`. Called by the code that `#Predicate` generates.
    ///
    /// - Parameters:
    ///   - root: The text.
    ///   - other: The text to compare with `root`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> CaseInsensitiveComparison<Root, Other> {
        CaseInsensitiveComparison(root: root, other: other)
    }
}

/// The expression of `+`, `-`, `*`, `/` and `%` between integers in a predicate.
///
/// Foundation's expressions end the program if a result is too large, or at a division by zero. This one throws.
@_documentation(visibility: internal)
public struct IntegerOperation<LHS: PredicateExpression, RHS: PredicateExpression>: PredicateExpression
where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    /// The type of the operands and of the result.
    public typealias Output = LHS.Output

    /// The operator.
    public enum Operator: String, Codable, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case remainder = "%"
    }

    let op: Operator
    let lhs: LHS
    let rhs: RHS

    /// Evaluates the expression in memory.
    ///
    /// - Parameter bindings: The values of the predicate's variables.
    /// - Throws: `PredicateError.forceUnwrapFailure` for a division by zero, which SQL evaluates to NULL;
    ///   `PredicateError.invalidInput` for a result that is too large.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
        let first = try lhs.evaluate(bindings)
        let second = try rhs.evaluate(bindings)
        if second == 0, op == .divide || op == .remainder { throw PredicateError.forceUnwrapFailure }
        let (result, overflow) =
            switch op {
            case .add: first.addingReportingOverflow(second)
            case .subtract: first.subtractingReportingOverflow(second)
            case .multiply: first.multipliedReportingOverflow(by: second)
            case .divide: first.dividedReportingOverflow(by: second)
            case .remainder: first.remainderReportingOverflow(dividingBy: second)
            }
        if overflow { throw PredicateError.invalidInput }
        return result
    }
}

extension IntegerOperation: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}

extension IntegerOperation: Sendable where LHS: Sendable, RHS: Sendable {}
extension IntegerOperation: Encodable where LHS: Encodable, RHS: Encodable {}
extension IntegerOperation: Decodable where LHS: Decodable, RHS: Decodable {}

extension IntegerOperation: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        try arithmetic(
            lhs, op.rawValue, rhs, &translator, mayFail: op == .divide || op == .remainder)
    }
}

/// The expression of a closed range in a predicate. Foundation's expression ends the program if the bounds are in the
/// wrong order.
@_documentation(visibility: internal)
public struct CheckedRange<Lower: PredicateExpression, Upper: PredicateExpression>: PredicateExpression
where Lower.Output: Comparable, Lower.Output == Upper.Output {
    /// The range.
    public typealias Output = ClosedRange<Lower.Output>

    let lower: Lower
    let upper: Upper

    /// Evaluates the expression in memory.
    ///
    /// - Parameter bindings: The values of the predicate's variables.
    /// - Throws: `PredicateError.invalidInput` if the bounds are in the wrong order.
    public func evaluate(_ bindings: PredicateBindings) throws -> ClosedRange<Lower.Output> {
        let first = try lower.evaluate(bindings)
        let last = try upper.evaluate(bindings)
        guard first <= last else { throw PredicateError.invalidInput }
        return first...last
    }
}

extension CheckedRange: StandardPredicateExpression
where Lower: StandardPredicateExpression, Upper: StandardPredicateExpression {}

extension CheckedRange: Sendable where Lower: Sendable, Upper: Sendable {}
extension CheckedRange: Encodable where Lower: Encodable, Upper: Encodable {}
extension CheckedRange: Decodable where Lower: Decodable, Upper: Decodable {}

extension CheckedRange: RangeBounds {
    func bounds(_ translator: inout PredicateTranslator) throws -> [(symbol: String, value: Fragment)] {
        [(">=", try translator.sql(lower)), ("<=", try translator.sql(upper))]
    }
}

// More specific than Foundation's functions with the same names, so `#Predicate` calls these.

@_documentation(visibility: internal)
extension PredicateExpressions {
    /// Builds the expression of `+`, `-` or `*` between integers. Called by the code that `#Predicate` generates.
    public static func build_Arithmetic<LHS, RHS>(
        lhs: LHS, rhs: RHS, op: ArithmeticOperator
    ) -> IntegerOperation<LHS, RHS> where LHS.Output: FixedWidthInteger {
        let own: IntegerOperation<LHS, RHS>.Operator =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: .add
            }
        return IntegerOperation(op: own, lhs: lhs, rhs: rhs)
    }

    /// Builds the expression of `/` between integers. Called by the code that `#Predicate` generates.
    public static func build_Division<LHS, RHS>(lhs: LHS, rhs: RHS) -> IntegerOperation<LHS, RHS>
    where LHS.Output: FixedWidthInteger { IntegerOperation(op: .divide, lhs: lhs, rhs: rhs) }

    /// Builds the expression of `%`. Called by the code that `#Predicate` generates.
    public static func build_Remainder<LHS, RHS>(lhs: LHS, rhs: RHS) -> IntegerOperation<LHS, RHS>
    where LHS.Output: FixedWidthInteger { IntegerOperation(op: .remainder, lhs: lhs, rhs: rhs) }

    /// Builds the expression of `-` before an integer. Called by the code that `#Predicate` generates.
    public static func build_UnaryMinus<Wrapped: PredicateExpression>(
        _ inner: Wrapped
    ) -> IntegerOperation<Value<Wrapped.Output>, Wrapped>
    where Wrapped.Output: FixedWidthInteger & SignedInteger {
        IntegerOperation(op: .subtract, lhs: Value(0), rhs: inner)
    }

    /// Builds the expression of `...`. Called by the code that `#Predicate` generates.
    public static func build_ClosedRange<Lower, Upper>(
        lower: Lower, upper: Upper
    ) -> CheckedRange<Lower, Upper> where Lower.Output: Comparable & Hashable {
        CheckedRange(lower: lower, upper: upper)
    }
}
