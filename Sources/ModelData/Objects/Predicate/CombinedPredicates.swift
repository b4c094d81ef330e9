import Foundation

extension Predicate {
    /// Returns a predicate that is true if all predicates are true, such as those that a user has chosen.
    ///
    /// ```swift
    /// var chosen = [#Predicate<Book> { $0.title.contains("Sol") }]
    /// chosen.append(.not(#Predicate { $0.title.isEmpty }))
    /// let books = try context.fetch(FetchDescriptor(predicate: .all(chosen)))
    /// ```
    ///
    /// The predicates are evaluated in their order, until one is false. An empty list is true.
    ///
    /// - Parameter predicates: The predicates.
    ///
    /// Not in Foundation. `#Predicate` on Linux doesn't accept `evaluate(_:)`, with which predicates are combined
    /// elsewhere.
    public static func all(_ predicates: [Self]) -> Self { combined(.all, predicates) }

    /// Returns a predicate that is true if one of some predicates is true.
    ///
    /// The predicates are evaluated in their order, until one is true. An empty list is false.
    ///
    /// - Parameter predicates: The predicates.
    ///
    /// Not in Foundation.
    public static func any(_ predicates: [Self]) -> Self { combined(.any, predicates) }

    /// Returns a predicate that is true if another one is false.
    ///
    /// - Parameter predicate: The other predicate.
    ///
    /// Not in Foundation.
    public static func not(_ predicate: Self) -> Self { combined(.not, [predicate]) }

    private static func combined(_ combination: PredicateCombination, _ predicates: [Self]) -> Self {
        Self { (variable: repeat PredicateExpressions.Variable<each Input>) in
            CombinedPredicates<repeat each Input>(combination, predicates, repeat each variable)
        }
    }
}

/// How predicates are combined.
enum PredicateCombination { case all, any, not }

/// The expression of several predicates about the same values.
@_documentation(visibility: internal)
public struct CombinedPredicates<each Input>: StandardPredicateExpression, Sendable {
    /// The result: whether the combination is true.
    public typealias Output = Bool

    let combination: PredicateCombination
    let predicates: [Predicate<repeat each Input>]
    let variables: (repeat PredicateExpressions.Variable<each Input>)

    init(
        _ combination: PredicateCombination, _ predicates: [Predicate<repeat each Input>],
        _ variables: repeat PredicateExpressions.Variable<each Input>
    ) {
        self.combination = combination
        self.predicates = predicates
        self.variables = (repeat each variables)
    }

    /// Evaluates the expression in memory.
    ///
    /// - Parameter bindings: The values of the predicate's variables.
    /// - Throws: The error of a predicate that can't be evaluated.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        for predicate in predicates {
            let holds = try predicate.evaluate(repeat value(of: each variables, bindings))
            if holds != (combination == .all) { return combination == .any }
        }
        return combination != .any
    }

    private func value<T>(
        of variable: PredicateExpressions.Variable<T>, _ bindings: PredicateBindings
    ) throws -> T { try variable.evaluate(bindings) }

    /// Throws, because combined predicates can't be decoded.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath, debugDescription: "combined predicates can't be decoded"))
    }

    /// Throws, because combined predicates can't be encoded.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(
                codingPath: encoder.codingPath, debugDescription: "combined predicates can't be encoded"))
    }
}

extension CombinedPredicates: SQLTranslatable {
    var conjuncts: [any PredicateExpression]? {
        combination == .all ? predicates.map { $0.expression } : nil
    }

    func bindVariables(in translator: inout PredicateTranslator) {
        for predicate in predicates {
            for (own, inner) in repeat (each variables, each predicate.variable) {
                translator.variables[inner.key] = try? own.translated(by: &translator)
            }
        }
    }

    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        bindVariables(in: &translator)
        var parts: [Fragment] = []
        for predicate in predicates { parts.append(try translator.sql(predicate.expression)) }
        guard let last = parts.popLast() else { return .boolean(combination == .all ? "1" : "0", of: []) }
        if combination == .not { return .boolean("(NOT \(last.sql))", of: [last]) }
        return parts.reversed().reduce(last) { $1.joined(combination == .all ? "AND" : "OR", $0) }
    }
}
