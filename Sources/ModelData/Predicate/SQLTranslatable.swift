import Foundation

/// A node of a predicate's expression that may become SQL.
///
/// Foundation's nodes are generic types that can't be listed, so each conforms and is found by a cast.
protocol SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment
}

/// A node that is a value known before the query runs.
protocol ConstantExpression {
    var constant: Any { get }
}

/// A node that joins conditions by "and", so that they can be translated one by one.
protocol ConjunctionExpression {
    var conditions: [any PredicateExpression] { get }
}

/// Turns the expression of a predicate into SQL.
struct PredicateTranslator {
    let layout: EntityLayout
    let keyPaths: KeyPathTable
    /// What the variables of closures and unwrapped optionals stand for.
    var variables: [PredicateExpressions.VariableID: Fragment] = [:]
    /// The variable that stands for the record.
    let record: PredicateExpressions.VariableID
    var needsFunctions = false
    /// Where the tables of related models are found.
    let context: ModelContext?
    /// The models that relationships lead to.
    var involved: Set<ObjectIdentifier> = []
    var aliases = 0

    init(
        layout: EntityLayout, keyPaths: KeyPathTable, record: PredicateExpressions.VariableID,
        context: ModelContext? = nil
    ) {
        self.context = context
        self.layout = layout
        self.keyPaths = keyPaths
        self.record = record
    }

    /// The object that the predicate is about.
    var root: Fragment {
        // Columns need the table's name only where subqueries have others.
        let qualifier = layout.isRelated ? layout.table : ""
        return Fragment(
            sql: layout.isRelated ? "\(layout.table)._id" : "_id", comparison: .equatable,
            type: layout.entity.type, records: layout,
            object: ModelScope(layout: layout, keyPaths: keyPaths, qualifier: qualifier))
    }

    /// The SQL of one expression.
    mutating func sql(_ expression: any PredicateExpression) throws -> Fragment {
        guard let node = expression as? any SQLTranslatable else { throw Untranslatable(expression) }
        let fragment = try node.translated(by: &self)
        // NULL can't mean both nil and a failure.
        if fragment.isOptional, fragment.mayFail { throw Untranslatable(expression) }
        return fragment
    }

    /// The conditions that SQL can check, and whether there are others.
    mutating func conditions(
        _ expression: any PredicateExpression
    ) -> (sql: [Fragment], isComplete: Bool) {
        if let conjunction = expression as? any ConjunctionExpression {
            let parts = conjunction.conditions.map { conditions($0) }
            return (parts.flatMap(\.sql), parts.allSatisfy(\.isComplete))
        }
        guard let fragment = try? sql(expression) else { return ([], false) }
        return ([fragment], true)
    }
}
