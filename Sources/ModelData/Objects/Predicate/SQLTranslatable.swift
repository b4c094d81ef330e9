import Foundation

/// A node of a predicate's expression tree that may be translated to SQL.
///
/// Foundation's nodes are generic types that can't be listed, so each conforms to this protocol and is found
/// by a cast. A failing cast is slow. So constants and conjunctions are properties of this protocol, not
/// further protocols.
protocol SQLTranslatable {
    func translated(by translator: inout PredicateTranslator) throws -> Fragment
    /// The value of a constant; nil for other nodes.
    var constant: Any? { get }
    /// The operands of `&&`, so that they can be translated separately; nil for other nodes.
    var conjuncts: [any PredicateExpression]? { get }
    /// Gives the variables of predicates in this node the values of the node's own variables, before their expressions
    /// are translated.
    func bindVariables(in translator: inout PredicateTranslator)
    /// Reads the captured values of such nodes; nil if their SQL can depend on the values.
    static var reader: PredicateReader? { get }
}

extension SQLTranslatable {
    var constant: Any? { nil }
    var conjuncts: [any PredicateExpression]? { nil }
    static var reader: PredicateReader? { nil }
    func bindVariables(in translator: inout PredicateTranslator) {}
}

/// Translates the expression of a predicate to SQL.
struct PredicateTranslator {
    let layout: EntityLayout
    let keyPaths: KeyPathTable
    /// The variable of the record, the predicate's argument.
    let record: PredicateExpressions.VariableID
    /// The tables of related models; nil if there are none.
    let registry: ObjectRegistry?
    /// The values of the variables of closures and unwrapped optionals.
    var variables: [PredicateExpressions.VariableID: Fragment] = [:]
    /// Whether the SQL calls ModelData's SQL functions.
    var needsFunctions = false
    /// The related models that the query reads.
    var involved: Set<ObjectIdentifier> = []
    var aliases = 0

    /// The SQL of the predicate's argument.
    var root: Fragment {
        // Columns are qualified with the table name only if there may be subqueries on other tables.
        let qualifier = layout.isRelated ? layout.table : ""
        return Fragment(
            sql: layout.isRelated ? "\(layout.table)._id" : "_id", comparison: .equatable,
            type: layout.entity.type, records: layout,
            object: ModelScope(layout: layout, keyPaths: keyPaths, qualifier: qualifier))
    }

    /// Translates one expression.
    mutating func sql(_ expression: any PredicateExpression) throws -> Fragment {
        guard let node = expression as? any SQLTranslatable else {
            throw UntranslatableExpression()
        }
        return try sql(of: node)
    }

    mutating func sql(of node: any SQLTranslatable) throws -> Fragment {
        let fragment = try node.translated(by: &self)
        // If NULL could mean nil as well as a failure, the expression is evaluated in memory.
        if fragment.isOptional, fragment.mayFail { throw UntranslatableExpression() }
        return fragment
    }

    /// Returns the translated operands of `&&`; `isComplete` is false if some operands can't be translated.
    mutating func conditions(
        _ expression: any PredicateExpression
    ) -> (sql: [Fragment], isComplete: Bool) {
        guard let node = expression as? any SQLTranslatable else { return ([], false) }
        if let conjuncts = node.conjuncts {
            node.bindVariables(in: &self)
            let parts = conjuncts.map { conditions($0) }
            return (parts.flatMap(\.sql), parts.allSatisfy(\.isComplete))
        }
        guard let fragment = try? sql(of: node) else { return ([], false) }
        return ([fragment], true)
    }
}

/// Finds the column of a model's key path.
///
/// Key paths of properties with macro-generated accessors have no names, so the key paths themselves are
/// compared.
struct KeyPathTable {
    private let columns: [AnyKeyPath: Int]
    private let identifiers: [AnyKeyPath]

    init<T: PersistentModel>(_ type: T.Type, _ layout: EntityLayout) {
        var columns: [AnyKeyPath: Int] = [:]
        for (index, column) in layout.columns.enumerated() {
            if let keyPath = column.metadata?.keyPath { columns[keyPath] = index }
        }
        self.columns = columns
        var identifiers: [AnyKeyPath] = [\T.persistentModelID]
        if T.ID.self == PersistentIdentifier.self { identifiers.append(\T.id) }
        self.identifiers = identifiers
    }

    func column(of keyPath: AnyKeyPath) -> Int? { columns[keyPath] }

    /// Returns whether a key path refers to the record's identifier.
    func isIdentifier(_ keyPath: AnyKeyPath) -> Bool { identifiers.contains(keyPath) }
}
