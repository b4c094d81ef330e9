/// What ``ModelContext/upsert(_:contentsOf:by:setting:)`` writes to one property.
///
///     let title = UpsertColumn<Book, Row>.set(\.title) { $0.title }
///
/// Not in SwiftData.
public struct UpsertColumn<Model: PersistentModel, Element> {
    let keyPath: PartialKeyPath<Model>
    let prepare: (any ColumnCodec.Type, UpsertSource<Element>) -> UpsertValue

    @usableFromInline
    init(
        keyPath: PartialKeyPath<Model>,
        prepare: @escaping (any ColumnCodec.Type, UpsertSource<Element>) -> UpsertValue
    ) {
        self.keyPath = keyPath
        self.prepare = prepare
    }

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
        UpsertColumn(keyPath: keyPath) { codec, source in upsertValue(codec, source, value) }
    }
}

extension UpsertColumn {
    // The compiler chooses these for the types whose codec it knows, so that it can make one piece of code of
    // the closure and the codec. They do what the general one does.

    /// Writes a value of each element to a property.
    @inlinable
    public static func set<Value: ColumnValue>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn { make(keyPath, PlainCodec<Value>.self, value) }

    /// Writes a value of each element, or nil, to a property.
    @inlinable
    public static func set<Value: ColumnValue>(
        _ keyPath: KeyPath<Model, Value?>, _ value: @escaping (Element) throws -> Value?
    ) -> UpsertColumn { make(keyPath, OptionalCodec<PlainCodec<Value>>.self, value) }

    /// Writes a value of each element to a property.
    @inlinable
    public static func set<Value: RawRepresentable>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn where Value.RawValue: ColumnValue { make(keyPath, RawCodec<Value>.self, value) }

    /// Writes a value of each element, or nil, to a property.
    @inlinable
    public static func set<Value: RawRepresentable>(
        _ keyPath: KeyPath<Model, Value?>, _ value: @escaping (Element) throws -> Value?
    ) -> UpsertColumn where Value.RawValue: ColumnValue {
        make(keyPath, OptionalCodec<RawCodec<Value>>.self, value)
    }

    @inlinable
    static func make<C: ColumnCodec>(
        _ keyPath: PartialKeyPath<Model>, _ expected: C.Type, _ value: @escaping (Element) throws -> C.Value
    ) -> UpsertColumn {
        UpsertColumn(keyPath: keyPath) { codec, source in
            // An attribute may have chosen another codec.
            guard codec == expected else { return upsertValue(codec, source, value) }
            return UpsertValue(
                bind: { binder, position in
                    if let element = source.element {
                        try C.bind(value(element.pointee), to: binder, position)
                    }
                },
                stored: { try source.element.map { try C.stored(value($0.pointee)) } ?? .null })
        }
    }
}

/// The element that an upsert is at. What writes it knows nothing of its type, so that it is compiled once.
@usableFromInline
final class UpsertSource<Element> {
    @usableFromInline var element: UnsafePointer<Element>?

    init() {}
}

/// How one column gets its value of the present element.
@usableFromInline
struct UpsertValue {
    let bind: (ModelBinder, Int) throws -> Void
    let stored: () throws -> StoredValue

    @usableFromInline
    init(bind: @escaping (ModelBinder, Int) throws -> Void, stored: @escaping () throws -> StoredValue) {
        self.bind = bind
        self.stored = stored
    }
}

@usableFromInline
func upsertValue<C: ColumnCodec, Element, Value>(
    _ codec: C.Type, _ source: UpsertSource<Element>, _ value: @escaping (Element) throws -> Value
) -> UpsertValue {
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
        bind: { binder, position in
            if let element = source.element { try C.bind(typed(element.pointee), to: binder, position) }
        },
        stored: { try source.element.map { try C.stored(typed($0.pointee)) } ?? .null })
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

    mutating func count(_ effect: UpsertEffect) {
        switch effect {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        }
    }
}
