/// What ``ModelContext/upsert(_:contentsOf:by:setting:)`` writes to one property.
///
///     let title = UpsertColumn<Book, Row>.set(\.title) { $0.title }
///
/// Not in SwiftData.
public struct UpsertColumn<Model: PersistentModel, Element> {
    let keyPath: PartialKeyPath<Model>
    let prepare: (any ColumnCodec.Type) -> UpsertValue<Element>

    /// Writes a value of each element to a property.
    ///
    ///     let columns: [UpsertColumn<Book, Row>] = [.set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }]
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - value: its value, as an element has it.
    public static func set<Value>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn {
        UpsertColumn(keyPath: keyPath) { codec in upsertValue(codec, value) }
    }
}

/// How one column gets its value of an element.
struct UpsertValue<Element> {
    let bind: (Element, ModelBinder, Int) throws -> Void
    let stored: (Element) throws -> StoredValue
}

private func upsertValue<C: ColumnCodec, Element, Value>(
    _ codec: C.Type, _ value: @escaping (Element) throws -> Value
) -> UpsertValue<Element> {
    // The types are the same; the compiler can't know it, and a cast once a column costs nothing.
    let typed: (Element) throws -> C.Value
    if let same = value as? (Element) throws -> C.Value {
        typed = same
    } else {
        typed = { element in
            let found = try value(element)
            guard let result = found as? C.Value else {
                throw ValueProblem.unreadable(content: "\(found)", type: "\(C.Value.self)")
            }
            return result
        }
    }
    return UpsertValue(
        bind: { element, binder, position in try C.bind(typed(element), to: binder, position) },
        stored: { try C.stored(typed($0)) })
}

/// How much an upsert did.
///
///     let result = UpsertResult()
///     print(result.inserted, result.updated, result.unchanged)
///
/// Not in SwiftData.
public struct UpsertResult: Sendable, Hashable {
    /// How many records were made.
    public internal(set) var inserted = 0
    /// How many records got other values.
    public internal(set) var updated = 0
    /// How many records were left as they were.
    public internal(set) var unchanged = 0

    /// Makes the result of doing nothing.
    public init() {}
}
