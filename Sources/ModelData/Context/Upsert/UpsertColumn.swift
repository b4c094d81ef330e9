/// A property that ``ModelContext/upsert(_:contentsOf:by:setting:)`` sets, and its value.
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

    /// Sets a property to a value that is computed from each element.
    ///
    /// ```swift
    /// let columns: [UpsertColumn<Book, Row>] = [.set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }]
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: Returns the property's value for an element.
    public static func set<Value>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn {
        UpsertColumn(keyPath: keyPath) { codec, source in upsertValue(codec, source, value) }
    }
}

extension UpsertColumn {
    // The compiler chooses these overloads for types whose codec is known statically, so that it can inline
    // the closure and the codec. They behave like the general overload.

    /// Sets a property to a value that is computed from each element.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: Returns the property's value for an element.
    @inlinable
    public static func set<Value: ColumnValue>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn { make(keyPath, PlainCodec<Value>.self, value) }

    /// Sets a property to a value, or nil, that is computed from each element.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: Returns the property's value for an element; nil stores NULL.
    @inlinable
    public static func set<Value: ColumnValue>(
        _ keyPath: KeyPath<Model, Value?>, _ value: @escaping (Element) throws -> Value?
    ) -> UpsertColumn { make(keyPath, OptionalCodec<PlainCodec<Value>>.self, value) }

    /// Sets a property to a value that is computed from each element.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: Returns the property's value for an element.
    @inlinable
    public static func set<Value: RawRepresentable>(
        _ keyPath: KeyPath<Model, Value>, _ value: @escaping (Element) throws -> Value
    ) -> UpsertColumn where Value.RawValue: ColumnValue { make(keyPath, RawCodec<Value>.self, value) }

    /// Sets a property to a value, or nil, that is computed from each element.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: Returns the property's value for an element; nil stores NULL.
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
            // An attribute of the property may select another codec.
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

/// The current element of an upsert. The code that writes records uses it without knowing its type, so that
/// this code is compiled only once.
@usableFromInline
final class UpsertSource<Element> {
    @usableFromInline var element: UnsafePointer<Element>?

    init() {}
}

/// Closures that bind or return a column's value of the current element.
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
    // The types are always the same, but the compiler can't prove it. The cast runs once per column.
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

/// The numbers of records that an upsert inserted, updated and left unchanged.
///
/// Not in SwiftData.
public struct UpsertResult: Sendable, Hashable {
    /// The number of inserted records.
    public internal(set) var inserted = 0
    /// The number of updated records.
    public internal(set) var updated = 0
    /// The number of existing records that weren't changed.
    public internal(set) var unchanged = 0

    /// Creates a result with all numbers zero.
    public init() {}

    mutating func count(_ effect: UpsertEffect) {
        switch effect {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        }
    }
}

extension EntityLayout {
    /// The columns of each group of unique properties.
    var uniqueColumns: [[Int]] { entity.uniquenessConstraints.map { $0.compactMap(column(named:)) } }

    /// Returns the columns by which an upsert identifies a record: a group of unique properties.
    ///
    /// - Parameters:
    ///   - wanted: The columns that the caller names; nil for the first group.
    ///   - columns: The columns that the elements set; nil if they set all.
    func upsertKeys(_ wanted: [Int?]?, among columns: Set<Int>? = nil) throws -> [Int] {
        let fitting = uniqueColumns.first { group in
            columns?.isSuperset(of: group) != false && (wanted == nil || Set(wanted ?? []) == Set(group))
        }
        if let fitting { return fitting }
        let names = (wanted ?? columns?.sorted() ?? []).compactMap { $0 }.map { self.columns[$0].name }
        throw ModelDataError.noUniqueKey(model: name, properties: names)
    }
}
