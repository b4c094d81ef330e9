import Foundation

/// The translations of a model's predicates, which are reused with other captured values.
///
/// A program that looks up objects one by one creates a new predicate for each of them. Translating a predicate
/// takes longer than running its query, and the result differs only in the captured values.
struct KnownPredicates {
    /// The translations of all predicates with expressions of one type.
    private final class Family {
        /// Nil if the SQL of these expressions can depend on their captured values.
        let reader: PredicateReader?
        var translations: [PredicateTranslation] = []

        init(_ reader: PredicateReader?) { self.reader = reader }
    }

    private var families: [ObjectIdentifier: Family] = [:]

    /// Returns the translation of a predicate, and the predicate's captured values, which are its arguments; nil
    /// if the translation isn't known.
    func translation(
        of expression: any StandardPredicateExpression<Bool>, record: PredicateExpressions.VariableID
    ) -> (PredicateTranslation, arguments: [StoredValue])? {
        guard let family = families[ObjectIdentifier(type(of: expression))], !family.translations.isEmpty,
            let parts = family.reader?.parts(of: expression, record: record)
        else { return nil }
        for translation in family.translations where translation.isValid(for: parts) {
            return (translation, parts.values)
        }
        return nil
    }

    /// Remembers a translation if its SQL is valid for other captured values, too.
    ///
    /// - Parameters:
    ///   - query: The translated conditions; all of the predicate's.
    ///   - expression: The predicate's expression.
    ///   - record: The predicate's variable.
    mutating func remember(
        _ query: PredicateQuery, of expression: any StandardPredicateExpression<Bool>,
        record: PredicateExpressions.VariableID
    ) -> PredicateTranslation? {
        let key = ObjectIdentifier(type(of: expression))
        let family =
            families[key] ?? Family((expression as? any SQLTranslatable).flatMap { type(of: $0).reader })
        families[key] = family
        guard let parts = family.reader?.parts(of: expression, record: record),
            parts.values == query.arguments
        else { return nil }
        let translation = PredicateTranslation(parts, query)
        family.translations.append(translation)
        return translation
    }
}

/// The SQL of a predicate.
struct PredicateQuery {
    /// The WHERE clause, with a space before it; empty without a condition.
    var condition = ""
    var arguments: [StoredValue] = []
    var needsFunctions = false
    /// The related models that the query reads.
    var involved: Set<ObjectIdentifier> = []
}

/// The SQL of all predicates that differ only in their captured values.
final class PredicateTranslation {
    private let keyPaths: [AnyKeyPath]
    private let operators: [String]
    let query: PredicateQuery
    /// The statements of fetches by record number that read all columns, once they are needed: without and with
    /// a limit.
    var statement: String?
    var limitedStatement: String?

    fileprivate init(_ parts: PredicateParts, _ query: PredicateQuery) {
        keyPaths = parts.keyPaths
        operators = parts.operators
        self.query = query
    }

    fileprivate func isValid(for parts: PredicateParts) -> Bool {
        guard parts.keyPaths.count == keyPaths.count, parts.operators == operators else { return false }
        for (own, other) in zip(keyPaths, parts.keyPaths) where own !== other && own != other { return false }
        return true
    }
}

/// The parts in which predicates with expressions of the same type differ, in the order of the SQL.
struct PredicateParts {
    /// The predicate's variable.
    let record: PredicateExpressions.VariableID
    var keyPaths: [AnyKeyPath] = []
    var operators: [String] = []
    var values: [StoredValue] = []
}

/// Reads the parts of expressions of one type.
///
/// A reader knows the types of the operands. So unlike the translation, it needs no casts, which are slow.
class PredicateReader {
    /// Whether the expressions are captured values.
    fileprivate let isConstant: Bool

    fileprivate init(isConstant: Bool) { self.isConstant = isConstant }

    /// Returns the parts of an expression; nil if it isn't of the reader's type, or has a value that can't be
    /// stored.
    fileprivate func parts<Root: PredicateExpression>(
        of expression: Root, record: PredicateExpressions.VariableID
    ) -> PredicateParts? {
        guard let reader = self as? ExpressionReader<Root> else { return nil }
        var parts = PredicateParts(record: record)
        return reader.read(expression, &parts) ? parts : nil
    }

    /// Returns the reader of another type of expressions; nil if their SQL can depend on captured values.
    fileprivate static func of<E: PredicateExpression>(_ type: E.Type) -> ExpressionReader<E>? {
        (type as? any SQLTranslatable.Type)?.reader as? ExpressionReader<E>
    }
}

private final class ExpressionReader<E: PredicateExpression>: PredicateReader {
    /// Adds the parts of an expression; returns false if it has a value that can't be stored.
    let read: (E, inout PredicateParts) -> Bool

    init(isConstant: Bool = false, _ read: @escaping (E, inout PredicateParts) -> Bool) {
        self.read = read
        super.init(isConstant: isConstant)
    }
}

/// An expression with two operands, whose SQL depends on their SQL and on an operator.
protocol BinaryPredicateExpression: PredicateExpression, SQLTranslatable {
    associatedtype LHS: PredicateExpression
    associatedtype RHS: PredicateExpression
    var lhs: LHS { get }
    var rhs: RHS { get }
    /// Nil if all expressions of the type have the same operator.
    var symbol: String? { get }
}

extension BinaryPredicateExpression {
    var symbol: String? { nil }
    /// The reader of these expressions.
    static var reader: PredicateReader? {
        guard let first = PredicateReader.of(LHS.self), let second = PredicateReader.of(RHS.self) else {
            return nil
        }
        return ExpressionReader<Self> { expression, parts in
            if let symbol = expression.symbol { parts.operators.append(symbol) }
            return first.read(expression.lhs, &parts) && second.read(expression.rhs, &parts)
        }
    }
}

extension PredicateExpressions.Equal: BinaryPredicateExpression {}
extension PredicateExpressions.NotEqual: BinaryPredicateExpression {}
extension PredicateExpressions.Comparison: BinaryPredicateExpression {}
extension PredicateExpressions.Conjunction: BinaryPredicateExpression {}
extension PredicateExpressions.Disjunction: BinaryPredicateExpression {}

extension PredicateExpressions.Negation {
    static var reader: PredicateReader? {
        guard let inner = PredicateReader.of(Wrapped.self) else { return nil }
        return ExpressionReader<Self> { inner.read($0.wrapped, &$1) }
    }
}

extension PredicateExpressions.Variable {
    static var reader: PredicateReader? { ExpressionReader<Self> { $0.key == $1.record } }
}

extension PredicateExpressions.KeyPath {
    static var reader: PredicateReader? {
        // A property of a captured value is a captured value itself.
        guard let root = PredicateReader.of(Root.self), !root.isConstant else { return nil }
        return ExpressionReader<Self> { expression, parts in
            parts.keyPaths.append(expression.keyPath)
            return root.read(expression.root, &parts)
        }
    }
}

extension PredicateExpressions.Value {
    static var reader: PredicateReader? {
        // Only URLs without a base can be translated. The SQL of an optional depends on whether it is nil.
        if Output.self == URL.self { return nil }
        if let type = Output.self as? any ColumnValue.Type { return valueReader(type) }
        return (Output.self as? any RawRepresentable.Type).flatMap { rawValueReader($0) }
    }

    private static func valueReader<V: ColumnValue>(_ type: V.Type) -> PredicateReader {
        constantReader(V.self) { try? $0.storedValue }
    }

    private static func rawValueReader<V: RawRepresentable>(_ type: V.Type) -> PredicateReader? {
        (V.RawValue.self as? any ColumnValue.Type).map { rawValueReader(V.self, $0) }
    }

    private static func rawValueReader<V: RawRepresentable, Raw: ColumnValue>(
        _ type: V.Type, _ raw: Raw.Type
    ) -> PredicateReader {
        constantReader(V.self) { value in (value.rawValue as? Raw).flatMap { try? $0.storedValue } }
    }

    private static func constantReader<V>(
        _ type: V.Type, _ stored: @escaping (V) -> StoredValue?
    ) -> PredicateReader {
        ExpressionReader<PredicateExpressions.Value<V>>(isConstant: true) { expression, parts in
            guard let value = stored(expression.value) else { return false }
            parts.values.append(value)
            return true
        }
    }
}
