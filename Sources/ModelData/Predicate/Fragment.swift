/// A piece of SQL that stands for an expression of a predicate, with what must be known to combine it.
struct Fragment {
    var sql: String
    var arguments: [StoredValue] = []
    /// What SQL can do with the value as Swift does it.
    var comparison: ColumnComparison
    /// Whether the Swift expression may be nil, which in SQL is NULL.
    var isOptional = false
    /// Whether NULL stands for a failure, such as unwrapping nil by force, which matches nothing.
    var mayFail = false
    /// Whether NULL stands for a NaN that came out of arithmetic.
    var mayBeNaN = false
    /// Whether it is the literal nil.
    var isNil = false
    /// The type of the values, without its optional.
    var type: (any Any.Type)?
    /// The model of a record number.
    var records: EntityLayout?
    /// The identifier that a constant is; which number it has depends on the model that it is compared with.
    var identifier: PersistentIdentifier?
    /// The model of the object that the record number stands for.
    var object: ModelScope?
    /// The objects of a to-many relationship, which are no value by themselves.
    var rows: RelatedRows?
    /// What must hold for columns where the condition does.
    var bounds: [ColumnBound] = []
    /// The column it is, so that key paths into its values can be understood.
    var column: ColumnLayout?

    /// A truth value made of two parts.
    static func boolean(_ sql: String, of first: Fragment, _ second: Fragment) -> Fragment {
        Fragment(
            sql: sql, arguments: first.arguments + second.arguments, comparison: .equatable,
            mayFail: first.mayFail || second.mayFail, type: Bool.self)
    }

    /// A truth value made of parts.
    static func boolean(_ sql: String, of parts: [Fragment]) -> Fragment {
        Fragment(
            sql: sql, arguments: parts.flatMap(\.arguments), comparison: .equatable,
            mayFail: parts.contains(where: \.mayFail), type: Bool.self)
    }
}

/// An expression that has no meaning in SQL; the predicate is then evaluated in memory.
struct Untranslatable: Error {
    let expression: String

    init(_ expression: Any) {
        self.expression = "\(expression)"
    }
}

extension Fragment {
    /// A constant identifier as the number that it has among the records of another expression's model.
    func compared(with other: Fragment) throws -> Fragment {
        guard let identifier else { return self }
        guard let records = other.records else { throw Untranslatable("identifier") }
        var result = self
        result.arguments = [.integer(records.covers(identifier.origin) ? identifier.number : 0)]
        return result
    }
}

extension Fragment {
    /// What is known of a value that is this one or another one, which each row decides. Its SQL, and what NULL stands
    /// for in it, are still to be made of both.
    func or(_ other: Fragment) -> Fragment {
        var result = isNil ? other : self
        result.bounds = []
        result.identifier = nil
        result.object = result.object?.withoutRow
        if isNil || other.isNil { return result }
        result.comparison = comparison.weaker(other.comparison)
        result.records = records ?? other.records
        if let own = records, let others = other.records, own !== others { result.records = nil }
        return result
    }
}

extension ColumnComparison {
    /// What can be done with values of either kind.
    fileprivate func weaker(_ other: ColumnComparison) -> ColumnComparison {
        switch (self, other) {
        case (.none, _), (_, .none): .none
        case (.equatable, _), (_, .equatable): .equatable
        case (.ordered, .ordered): .ordered
        }
    }
}
