/// The objects of an ``ObjectUpsert``, of one class.
struct ObjectValues: UpsertValues {
    /// An object that belongs to no context, and how it changes an existing record.
    struct Element {
        let object: any PersistentModel
        /// The columns to change in an existing record, or nil for all columns.
        let columns: ColumnSet?
        /// The names of the properties that were edited in this store.
        let edited: Set<String>
    }

    /// A to-one relationship, and the lookup of the related records.
    private struct Link {
        let relationship: RelationshipShape
        let orderColumn: Int?
        var related: RelatedRecords?
        /// The record number of the current object's related object.
        var record = StoredValue.null
    }

    let columns: [Int]
    private let table: RegisteredTable
    private let context: ModelContext
    private let keys: [Int]
    private let toMany: [RelationshipShape]
    private var links: [Link]

    init(_ table: RegisteredTable, keys: [Int], _ context: ModelContext) {
        self.table = table
        self.context = context
        self.keys = keys
        let layout = table.layout
        links = layout.keys.map { Link(relationship: $0.relationship, orderColumn: $0.orderColumn) }
        toMany = layout.shape.relationships.filter { !$0.holdsKey }
        columns = layout.columns.indices.filter { index in
            switch layout.columns[index].role {
            case .value, .key: !layout.derivedColumns.contains(index)
            case .order, .withoutColumn: false
            }
        }
    }

    /// Discards the cached record numbers of related objects.
    mutating func forgetRelated() {
        for index in links.indices { links[index].related = nil }
    }

    /// Writes the insertions of related records to the history.
    mutating func flushRelated(to history: HistoryWriter) throws {
        for index in links.indices { try links[index].related?.finish(history) }
    }

    /// Refuses objects with to-many relationships. For them, join rows or the records on the other side would
    /// have to be written, too.
    func check(_ element: Element) throws {
        for relationship in toMany where !element.object._$relate(relationship.column, .read).isEmpty {
            throw rejection(relationship.name, .severalObjects(type: relationship.target._$entityName))
        }
    }

    private func rejection(_ property: String, _ problem: ValueProblem) -> RejectedEntry {
        RejectedEntry(
            error: .invalidValue(
                model: table.layout.name, property: property, record: nil, problem: problem))
    }

    /// Looks up the records of related objects, and inserts missing ones. Refuses new objects without a key,
    /// because each further import would insert them again.
    mutating func link(_ element: Element, isNew: Bool) throws {
        if isNew {
            for key in keys where table.layout.columns[key].codec.isOptional {
                guard try element.object._$stored(key) == .null else { continue }
                throw rejection(table.layout.columns[key].name, .missing)
            }
        }
        for index in links.indices {
            let relationship = links[index].relationship
            guard let other = element.object._$target(relationship.column) else {
                if relationship.isRequired {
                    throw RejectedEntry(
                        error: .missingRelationship(
                            model: table.layout.name, property: relationship.name, record: nil))
                }
                links[index].record = .null
                continue
            }
            if links[index].related == nil {
                links[index].related = try RelatedRecords(relationship.target, in: context)
            }
            links[index].record = .integer(try links[index].related?.record(of: other) ?? 0)
        }
    }

    func bindRecord(_ element: Element, to binder: ModelBinder) throws {
        try element.object._$bind(table.layout.properties, to: binder)
        for link in links {
            try binder.bind(link.record, link.relationship.column)
            if let column = link.orderColumn { binder.bindNull(column) }
        }
    }

    func bind(_ column: Int, of element: Element, to binder: ModelBinder, at position: Int) throws {
        try element.object.bind(column, to: binder, at: position)
    }

    func value(_ column: Int, of element: Element) throws -> StoredValue {
        if !links.isEmpty, let link = links.first(where: { $0.relationship.column == column }) {
            return link.record
        }
        return try element.object._$stored(column)
    }

    func changes(_ column: Int, by element: Element) -> Bool { element.columns?.contains(column) ?? true }

    func resolution(_ element: Element, _ policy: MergePolicy) -> UpsertResolution {
        element.edited.isEmpty ? .change : .mergeEdited(element.edited)
    }

    func invalid(_ element: Element, _ problem: ValueProblem) -> ModelDataError {
        ColumnProblems(layout: table.layout).invalid(element.object, problem)
    }
}

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
