/// The plain values of ``ModelContext/upsert(_:contentsOf:by:setting:)``. The current element is in the
/// ``UpsertSource`` of the closures.
struct PlainValues: UpsertValues {
    let columns: [Int]
    private let table: RegisteredTable
    /// By column; nil for a column that the caller doesn't set.
    private let values: [UpsertValue?]

    init<T: PersistentModel, Element>(
        _ table: RegisteredTable, _ columns: [UpsertColumn<T, Element>], _ source: UpsertSource<Element>
    ) throws {
        self.table = table
        let layout = table.layout
        let paths = table.keyPaths(T.self)
        var values = [UpsertValue?](repeating: nil, count: layout.columns.count)
        for column in columns {
            guard let index = paths.column(of: column.keyPath), layout.columns[index].isValue else {
                throw ModelDataError.unknownProperty(model: layout.name, property: "\(column.keyPath)")
            }
            values[index] = column.prepare(layout.columns[index].codec, source)
        }
        for column in layout.derivedColumns { values[column] = nil }
        self.values = values
        self.columns = values.indices.filter { values[$0] != nil }
    }

    /// Prepares the writer.
    func writer<T: PersistentModel>(
        by keys: [PartialKeyPath<T>]?, policy: MergePolicy
    ) throws -> UpsertWriter<PlainValues> {
        let layout = table.layout
        let paths = table.keyPaths(T.self)
        let derived = layout.derivedColumns
        let keys = try layout.upsertKeys(keys?.map { paths.column(of: $0) }, among: Set(columns))
        var defaults: [Int] = []
        for (index, column) in layout.columns.enumerated() where values[index] == nil {
            let hasDefault = column.metadata?.hasDefault == true
            guard column.codec.isOptional || derived.contains(index) || hasDefault else {
                throw ModelDataError.invalidValue(
                    model: layout.name, property: column.name, record: nil, problem: .missing)
            }
            if hasDefault, column.isStored, !derived.contains(index) { defaults.append(index) }
        }
        let written = columns + derived + defaults
        return try UpsertWriter(
            table, keys: keys, values: self, policy: policy,
            insertion: layout.insertion(
                written.map { layout.columns[$0].quoted }, written.map { "?\($0 + 1)" }),
            defaults: defaults, expectsNew: true)
    }

    func check(_: Void) {}
    func link(_: Void, isNew: Bool) {}
    func changes(_ column: Int, by _: Void) -> Bool { true }

    func bindRecord(_: Void, to binder: ModelBinder) throws {
        for column in columns { try values[column]?.bind(binder, column) }
    }

    func bind(_ column: Int, of _: Void, to binder: ModelBinder, at position: Int) throws {
        try values[column]?.bind(binder, position)
    }

    func value(_ column: Int, of _: Void) throws -> StoredValue { try values[column]?.stored() ?? .null }

    func resolution(_: Void, _ policy: MergePolicy) -> UpsertResolution {
        switch policy {
        case .error: .refuse
        case .mergeByPropertyStoreTrump, .rollback: .keep
        case .mergeByPropertyObjectTrump, .overwrite: .change
        }
    }

    func invalid(_: Void, _ problem: ValueProblem) -> ModelDataError {
        let column = columns.first { (try? values[$0]?.stored()) == nil }
        return .invalidValue(
            model: table.layout.name, property: column.map { table.layout.columns[$0].name } ?? "",
            record: nil, problem: problem)
    }
}
