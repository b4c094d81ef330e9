import Foundation

/// `localizedStandardContains` in a predicate: a search without case and accents.
///
///     let predicate = #Predicate<Book> { $0.title.localizedStandardContains("lodz") }
///
/// Foundation's macro knows the name, but Foundation on Linux lacks the expression. In memory and in SQL
/// it is ``SearchFold/contains(_:_:)``.
public struct SearchContains<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text contains the other one.
    public typealias Output = Bool

    let root: Root
    let other: Other

    /// Evaluates the expression in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        SearchFold.contains(String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }
}

extension SearchContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension SearchContains: Sendable where Root: Sendable, Other: Sendable {}
extension SearchContains: Encodable where Root: Encodable, Other: Encodable {}
extension SearchContains: Decodable where Root: Decodable, Other: Decodable {}

extension SearchContains: SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment {
        guard Root.Output.self == String.self, Other.Output.self == String.self else {
            throw Untranslatable(self)
        }
        return try textFunction("modeldata_search", root, other, &translator)
    }
}

/// `caseInsensitiveCompare` in a predicate.
///
///     let same = ComparisonResult.orderedSame
///     let predicate = #Predicate<Book> { $0.title.caseInsensitiveCompare("SOLARIS") == same }
public struct CaseInsensitiveComparison<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// How the text and the other one are ordered.
    public typealias Output = ComparisonResult

    let root: Root
    let other: Other

    /// Evaluates the expression in memory.
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
        guard Root.Output.self == String.self, Other.Output.self == String.self else {
            throw Untranslatable(self)
        }
        var result = try textFunction("modeldata_compare", root, other, &translator)
        result.type = ComparisonResult.self
        return result
    }
}

extension PredicateExpressions {
    /// Builds the expression of `localizedStandardContains`; called by the code that `#Predicate` makes.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> SearchContains<Root, Other> {
        SearchContains(root: root, other: other)
    }

    /// Builds the expression of `caseInsensitiveCompare`; called by the code that `#Predicate` makes.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> CaseInsensitiveComparison<Root, Other> {
        CaseInsensitiveComparison(root: root, other: other)
    }
}
