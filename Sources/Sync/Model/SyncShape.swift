import Foundation
import ModelData
import SyncProtocol

/// The synchronized columns and pairs of a model, with their names.
struct SyncShape: Sendable {
    /// A synchronized column.
    struct Field: Sendable {
        let column: StoreTable.Column
        /// The column's index among all columns.
        let place: Int
        /// The columns whose edits count as edits of this one, including itself.
        let group: [StoreTable.Column]

        var name: String { column.name }

        /// The model that the column refers to.
        var target: String? {
            if case .key(let target) = column.kind { target } else { nil }
        }
    }

    let type: any Synchronizable.Type
    let table: StoreTable
    let identifier: StoreTable.Column
    let fields: [Field]
    let pairs: [StoreTable.Pairs]
    let uniqueGroups: [[String]]

    var name: String { table.name }

    func field(named name: String) -> Field? { fields.first { $0.name == name } }

    /// Returns the key of a row, from the values of all columns. `nil` if its identifier can't be read.
    func key(of row: [StoredValue]) -> SyncKey? {
        let id = zip(table.columns, row).first { column, _ in column.name == identifier.name }?.1
        return id?.text.flatMap(UUID.init(uuidString:)).map { SyncKey(entity: name, id: $0) }
    }

    /// The shapes of models, in the order in which their records are sent.
    static func all(_ models: [any Synchronizable.Type], in context: ModelContext) throws -> [SyncShape] {
        let models = withSuperclasses(models)
        let names = Set(models.map { $0.storeName })
        return try models.map { try make($0, names, context) }
    }

    /// Models with those that they inherit from: what is related to any of these would lose its relationship
    /// elsewhere, were the list to name the others alone.
    private static func withSuperclasses(_ models: [any Synchronizable.Type]) -> [any Synchronizable.Type] {
        let named = Set(models.map { $0.storeName })
        var known: Set<String> = []
        var all: [any Synchronizable.Type] = []
        for model in models {
            var line: [any Synchronizable.Type] = []
            var next: (any PersistentModel.Type)? = model
            while let type = next as? any Synchronizable.Type {
                let isWanted = type == model || !named.contains(type.storeName)
                if isWanted, known.insert(type.storeName).inserted { line.append(type) }
                next = type._$superclass
            }
            all += line.reversed()
        }
        return all
    }

    private static func make<T: Synchronizable>(
        _ model: T.Type, _ models: Set<String>, _ context: ModelContext
    ) throws -> SyncShape {
        let synchronization = T.synchronization
        let table = try StoreTable(T.self, in: context)
        let kept = Set(synchronization.localOnly.compactMap { T.SynchronizedRoot.propertyName($0) })
        guard let name = T.nameOfIdentifier,
            let identifier = table.columns.first(where: { $0.name == name }),
            table.uniqueGroups.contains([name])
        else { throw SyncError.noIdentifier(model: table.name) }
        let groups = synchronization.atomicGroups.map {
            Set($0.compactMap { T.SynchronizedRoot.propertyName($0) })
        }
        var fields: [Field] = []
        for (place, column) in table.columns.enumerated()
        where column.name != name && !kept.contains(column.name) {
            switch column.kind {
            case .value where !column.isExternal, .order: break
            case .key(let target) where models.contains(target): break
            default: continue
            }
            let names = groups.first { $0.contains(column.name) } ?? []
            let group = table.columns.filter { names.contains($0.name) }
            fields.append(Field(column: column, place: place, group: group.isEmpty ? [column] : group))
        }
        let wireValue = Set(fields.map(\.name))
        return SyncShape(
            type: model, table: table, identifier: identifier, fields: fields,
            pairs: table.pairs.filter {
                models.contains($0.target) && !kept.contains($0.relationship)
            },
            uniqueGroups: table.uniqueGroups.filter { $0 != [name] && wireValue.isSuperset(of: $0) })
    }
}

/// The shapes of all models of a store, by their names.
struct SyncShapes: Sendable {
    let all: [SyncShape]
    private let byName: [String: SyncShape]

    init(_ models: [any Synchronizable.Type], in context: ModelContext) throws {
        all = try SyncShape.all(models, in: context)
        byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private init(all: [SyncShape], byName: [String: SyncShape]) {
        self.all = all
        self.byName = byName
    }

    /// The same shapes with only some models and join tables in ``all``.
    func only(_ names: Set<String>) -> SyncShapes {
        SyncShapes(all: all.filter { names.contains($0.name) }, byName: byName)
    }

    subscript(name: String) -> SyncShape? { byName[name] }

    var names: [String] { all.map(\.name) }

    /// Whether a model is another one, or inherits from it.
    func isKind(_ name: String, of other: String) -> Bool {
        name == other || self[other]?.table.kindNames.contains(name) == true
    }

    /// The pairs in which a model's records are the others, with the models whose records have them.
    func pairs(toward name: String) -> [(shape: SyncShape, pairs: StoreTable.Pairs)] {
        all.flatMap { shape in
            shape.pairs.filter { isKind(name, of: $0.target) }.map { (shape, $0) }
        }
    }

    /// The pairs of a relationship.
    func pairs(of name: String, named relationship: String) -> StoreTable.Pairs? {
        self[name]?.pairs.first { $0.relationship == relationship }
    }

    /// Returns the identifiers of the records with which a record has pairs.
    func targets(
        of record: Int64, in pairs: StoreTable.Pairs, _ database: SQLAccess
    ) throws -> [String] {
        guard let target = self[pairs.target] else { return [] }
        return try database.rows(
            """
            SELECT t.\(target.identifier.quoted) FROM \(pairs.table) AS j
            JOIN \(target.table.table) AS t ON t._id = j._target WHERE j._source = ?
            """, .integer(record)
        ).compactMap { $0[0].text }
    }

    /// Returns the names of the fields of all pairs that a record has.
    func pairNames(of record: Int64, _ shape: SyncShape, _ database: SQLAccess) throws -> Set<String> {
        var names: Set<String> = []
        for pairs in shape.pairs {
            for target in try targets(of: record, in: pairs, database) {
                names.insert(pairs.relationship + "/" + target)
            }
        }
        return names
    }

    /// The columns elsewhere that refer to a model's records.
    func references(to name: String) -> [(shape: SyncShape, field: SyncShape.Field)] {
        all.flatMap { shape in
            shape.fields.filter { field in field.target.map { isKind(name, of: $0) } == true }
                .map { (shape, $0) }
        }
    }
}

extension StoreTable.Column {
    /// Returns a stored value in the form of a message.
    func wireValue(_ value: StoredValue) -> SyncValue {
        if case .integer(let number) = value, isBool { return .bool(number != 0) }
        return value.wireValue
    }

    /// Returns a received value in its stored form, or `nil` if the property can't have it.
    func stored(_ value: SyncValue) -> StoredValue? {
        if value == .null { return isOptional ? .null : nil }
        guard let stored = unchecked(value) else { return nil }
        return kind == .order || accepts(stored) ? stored : nil
    }

    private func unchecked(_ value: SyncValue) -> StoredValue? {
        switch (type, value) {
        case (.integer, .bool(let flag)): .integer(flag ? 1 : 0)
        case (.integer, .int(let number)): .integer(number)
        case (.real, .int(let number)): .real(Double(number))
        // SQLite keeps no negative zero.
        case (.real, .double(let number)): .real(number == 0 ? 0 : number)
        case (.real, .string("+Infinity")): .real(.infinity)
        case (.real, .string("-Infinity")): .real(-.infinity)
        case (.text, .string(let text)): .text(text.precomposedStringWithCanonicalMapping)
        case (.blob, .string(let text)): Data(base64Encoded: text).map { .blob($0) }
        default: nil
        }
    }
}

extension StoredValue {
    /// The value in the form of a message. The receiving column's type determines how it is read.
    var wireValue: SyncValue {
        switch self {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number):
            if number.isFinite { .double(number) } else { .string(number < 0 ? "-Infinity" : "+Infinity") }
        case .text(let text): .string(text)
        case .blob(let data): .string(data.base64EncodedString())
        }
    }
}

/// JSON lists for SQLite's `json_each`.
extension StoredValue {
    static func list(_ texts: [String]) -> StoredValue {
        .text(JSONOutput.text { $0.array(texts) { $0.text($1) } })
    }

    static func list(_ identifiers: [UUID]) -> StoredValue { list(identifiers.map(\.uuidString)) }

    /// Each element is a list of a number and a name.
    static func list(_ pairs: [(number: Int64, name: String)]) -> StoredValue {
        .text(
            JSONOutput.text { output in
                output.array(pairs) { output, pair in
                    output.array([pair]) { output, pair in
                        output.number(pair.number)
                        output.text(pair.name)
                    }
                }
            })
    }
}
