import Foundation

/// A protocol of all optional types, so that a value of unknown type can be unwrapped.
protocol AnyOptional {
    static var wrappedType: any Any.Type { get }
    var anyWrapped: Any? { get }
}

extension Optional: AnyOptional {
    static var wrappedType: any Any.Type { Wrapped.self }
    var anyWrapped: Any? { self }
}

extension PredicateTranslator {
    /// Returns a value of any type as an SQL argument; nil if SQL can't represent it exactly.
    func constant(_ value: Any, declared type: any Any.Type) -> Fragment? {
        // This cast also succeeds for an optional that isn't nil, and unwraps it.
        if let plain = value as? any ColumnValue {
            if Swift.type(of: plain) == URL.self, (plain as? URL)?.baseURL != nil { return nil }
            return (try? plain.storedValue).map { argument($0, Swift.type(of: plain), of: plain) }
        }
        if let optional = value as? any AnyOptional {
            guard let wrapped = optional.anyWrapped else {
                return Fragment(
                    sql: "NULL", comparison: .ordered, isOptional: true, isNil: true,
                    type: Swift.type(of: optional).wrappedType)
            }
            return constant(wrapped, declared: Swift.type(of: wrapped))
        }
        if let identifier = value as? PersistentIdentifier {
            var fragment = argument(.integer(0), PersistentIdentifier.self)
            fragment.identifier = identifier
            return fragment
        }
        if let raw = value as? any RawRepresentable, let plain = raw.rawValue as? any ColumnValue {
            return (try? plain.storedValue).map { argument($0, Swift.type(of: value)) }
        }
        return nil
    }

    private func argument<T: ColumnValue>(
        _ value: StoredValue, _ type: any Any.Type, of plain: T
    ) -> Fragment {
        Fragment(
            sql: "?", arguments: [value], comparison: PlainCodec<T>.comparison, type: type)
    }

    private func argument(_ value: StoredValue, _ type: any Any.Type) -> Fragment {
        Fragment(sql: "?", arguments: [value], comparison: .equatable, type: type)
    }
}
