import Foundation

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
