import Foundation

/// The SQL of an expression in a predicate, with the information to combine it with others.
struct Fragment {
    var sql: String
    var arguments: [StoredValue] = []
    /// The comparisons for which SQL gives the same result as Swift.
    var comparison: ColumnComparison
    /// Whether the Swift expression may be nil, which is NULL in SQL.
    var isOptional = false
    /// Whether NULL means a failure, such as force-unwrapping nil. A failure matches no record.
    var mayFail = false
    /// Whether NULL means a NaN that is the result of arithmetic.
    var mayBeNaN = false
    /// Whether the value is always nil: the literal, or a captured nil.
    var isNil = false
    /// The type of the values, without `Optional`.
    var type: (any Any.Type)?
    /// The model of the records, if the value is a record number.
    var records: EntityLayout?
    /// The identifier, if the value is a constant identifier.
    ///
    /// The record number in the SQL depends on the model with which the identifier is compared.
    var identifier: PersistentIdentifier?
    /// The model of the object, if the value is the record number of an object.
    var object: ModelScope?
    /// The objects, if the expression is a to-many relationship.
    var rows: RelatedRows?
    /// The bounds that the condition sets for columns; R*Trees use them.
    var bounds: [ColumnBound] = []
    /// The column, if the expression is a column. It is needed to translate key paths into its value.
    var column: EntityColumn?

    /// Returns a Boolean expression that consists of two parts.
    static func boolean(_ sql: String, of first: Fragment, _ second: Fragment) -> Fragment {
        boolean(sql, of: [first, second])
    }

    /// The fragment for nil.
    static func null(_ type: any Any.Type) -> Fragment {
        Fragment(sql: "NULL", comparison: .ordered, isOptional: true, isNil: true, type: type)
    }

    /// Returns a Boolean expression that consists of several parts.
    static func boolean(_ sql: String, of parts: [Fragment]) -> Fragment {
        Fragment(
            sql: sql, arguments: parts.flatMap(\.arguments), comparison: .equatable,
            mayFail: parts.contains(where: \.mayFail), type: Bool.self)
    }
}

/// The error for an expression that can't be translated to SQL. The predicate is then evaluated in memory.
struct UntranslatableExpression: Error {}

extension Fragment {
    /// Replaces a constant identifier by its record number, or by 0 if the other expression's objects can't
    /// have this identifier.
    func compared(with other: Fragment) throws -> Fragment {
        guard let identifier else { return self }
        guard let records = other.records else { throw UntranslatableExpression() }
        var result = self
        result.arguments = [.integer(records.covers(identifier.origin) ? identifier.number : 0)]
        return result
    }

    /// Returns a fragment for an expression such as `??`, which selects either this value or another value
    /// for each row.
    ///
    /// The result keeps only the information that is true for both values. The caller must set its SQL and
    /// the meaning of NULL.
    func or(_ other: Fragment) -> Fragment {
        var result = isNil ? other : self
        result.bounds = []
        result.identifier = nil
        result.object = result.object?.withoutRow
        if isNil || other.isNil { return result }
        // The greater comparison allows less.
        result.comparison = max(comparison, other.comparison)
        result.records = records ?? other.records
        if let own = records, let others = other.records, own !== others { result.records = nil }
        return result
    }
}

extension ColumnValue {
    static var comparison: ColumnComparison { PlainCodec<Self>.comparison }
}

extension PredicateTranslator {
    /// Returns a value of any type as an SQL argument.
    ///
    /// - Throws: An error if SQL can't represent the value exactly.
    func constant(_ value: Any) throws -> Fragment {
        // This cast also succeeds for an optional that isn't nil, and unwraps it.
        if let plain = value as? any ColumnValue {
            let type = type(of: plain)
            if type == URL.self, (plain as? URL)?.baseURL != nil { throw UntranslatableExpression() }
            return argument(try plain.storedValue, type, type.comparison)
        }
        if let optional = value as? any AnyOptional {
            guard let wrapped = optional.anyWrapped else { return .null(type(of: optional).wrappedType) }
            return try constant(wrapped)
        }
        if let identifier = value as? PersistentIdentifier {
            var fragment = argument(.integer(0), PersistentIdentifier.self)
            fragment.identifier = identifier
            return fragment
        }
        if let raw = value as? any RawRepresentable, let plain = raw.rawValue as? any ColumnValue {
            return argument(try plain.storedValue, type(of: value))
        }
        throw UntranslatableExpression()
    }

    private func argument(
        _ value: StoredValue, _ type: any Any.Type, _ comparison: ColumnComparison = .equatable
    ) -> Fragment {
        Fragment(sql: "?", arguments: [value], comparison: comparison, type: type)
    }
}
