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
