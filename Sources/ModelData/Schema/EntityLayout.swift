import Synchronization

/// The layout of a model in one store: its table, its columns, and its fixed SQL statements.
final class EntityLayout: Sendable {
    let entity: ModelEntity
    let origin: IdentifierOrigin
    let shape: ModelShape
    /// The properties in order, followed by the columns for positions in to-many relationships.
    let columns: [EntityColumn]
    /// The numbers of the properties in `columns`.
    let properties: Range<Int>
    let table: String
    /// The SELECT list: the record number and all columns, in order; NULL for a property without a column.
    let selection: String
    let insertion: String
    /// The SELECT list of a query for objects, including objects of subclasses.
    let fetchSelection: String
    /// The number of columns of `fetchSelection`, without the record number.
    let width: Int
    /// The class's part of a table that several classes share; nil if the class doesn't share its table.
    let hierarchy: HierarchyLayout?
    /// Whether queries for objects also find objects of subclasses.
    let isPolymorphic: Bool
    /// The groups of properties that are unique together.
    let uniqueGroups: [UniqueGroup]
    /// The columns that each save of a changed record sets, such as the modification date.
    let derivedColumns: [Int]
    /// Whether a column stores large values in external files.
    let hasExternal: Bool
    /// The columns that a save can update alone: values without external files, in models without derived
    /// columns.
    let plainColumns: ColumnSet
    /// The relationships that have a foreign key column.
    let keys: [KeyColumn]
    /// The foreign key column and its order column, if the model has exactly one foreign key; otherwise -1.
    let onlyKey: (column: Int, order: Int)
    /// The relationships of other models to this model that have no inverse.
    let incoming: [RelationshipShape]
    /// The model's R*Trees.
    let spatialIndexes: [SpatialIndex]

    /// Properties that are unique together. If the constraint applies only to some of the table's records,
    /// `condition` is the SQL condition for them.
    typealias UniqueGroup = (names: [String], condition: String?)

    /// A relationship with a foreign key column. `orderColumn` stores the record's position in the related
    /// record's to-many relationship.
    struct KeyColumn: Sendable {
        let relationship: RelationshipShape
        let orderColumn: Int?
        /// Copies of the relationship's column and index, for speed.
        let column: Int
        let index: Int

        init(relationship: RelationshipShape, orderColumn: Int?) {
            self.relationship = relationship
            self.orderColumn = orderColumn
            column = relationship.column
            index = relationship.index
        }
    }

    init(
        _ entity: ModelEntity, store: String, entities: [ModelEntity] = [], isInMemory: Bool = false
    ) {
        self.entity = entity
        origin = IdentifierOrigin.of(store: store, entity: entity.name)
        let shape = entity.shape
        self.shape = shape
        let (columns, keys) = Self.columns(of: entity, isInMemory: isInMemory)
        self.columns = columns
        properties = 0..<entity.metadata.count
        spatialIndexes = Self.spatialIndexes(of: entity, columns)
        derivedColumns = columns.indices.filter { columns[$0].metadata?.attribute.isDerived == true }
        var plain = ColumnSet()
        if derivedColumns.isEmpty {
            for (index, column) in columns.enumerated() where column.isValue && !column.isExternal {
                plain.insert(index)
            }
        }
        plainColumns = plain
        hasExternal = columns.contains(where: \.isExternal)
        self.keys = keys
        let sole = keys.count == 1 ? keys.first : nil
        onlyKey = (sole?.column ?? -1, sole?.orderColumn ?? -1)
        incoming = entities.flatMap(\.shape.declared).filter {
            shape.isKind(of: $0.target) && $0.inverseColumn == nil
        }
        let hierarchy = HierarchyLayout(entity, store: store, entities: entities, isInMemory: isInMemory)
        self.hierarchy = hierarchy
        let all = ModelHierarchy(of: entity.type, in: entities)
        uniqueGroups = entity.unique.map { (names: $0.names, condition: all.condition(of: $0)) }
        table = shape.tableName.quotedSQL
        selection = (["_id"] + columns.map { $0.isStored ? $0.quoted : "NULL" }).joined(separator: ", ")
        let polymorphic = hierarchy?.isPolymorphic == true ? hierarchy : nil
        isPolymorphic = polymorphic != nil
        fetchSelection = polymorphic?.selection ?? selection
        width = polymorphic.map { $0.typePosition + 1 } ?? columns.count
        let stored = columns.indices.filter { columns[$0].isStored }
        // Parameters need explicit numbers if properties without a column leave gaps.
        let marks = stored.map { stored.count == columns.count ? "?" : "?\($0 + 1)" }
        insertion = Self.insertion(into: table, stored.map { columns[$0].quoted }, marks, hierarchy)
    }

    /// Returns the columns of a model, and those of its relationships that have a foreign key column.
    static func columns(
        of entity: ModelEntity, isInMemory: Bool
    ) -> (columns: [EntityColumn], keys: [KeyColumn]) {
        let shape = entity.shape
        var columns = entity.metadata.enumerated().map {
            EntityColumn($1, shape, column: $0, isInMemory: isInMemory)
        }
        var keys: [KeyColumn] = []
        for relationship in shape.relationships where relationship.holdsKey {
            keys.append(
                KeyColumn(
                    relationship: relationship, orderColumn: relationship.holdsOrder ? columns.count : nil))
            if relationship.holdsOrder { columns.append(EntityColumn(orderOf: relationship)) }
        }
        return (columns, keys)
    }

    /// Returns the R*Trees of a model. `onlyOwn` excludes inherited R*Trees.
    static func spatialIndexes(
        of entity: ModelEntity, _ columns: [EntityColumn], onlyOwn: Bool = false
    ) -> [SpatialIndex] {
        entity.spatial.filter { !onlyOwn || $0.declaringType == entity.type }.map { group in
            SpatialIndex(
                group.declaringType._$entityName, in: entity.shape.tableName,
                group.names.compactMap { name in columns.first { $0.name == name } })
        }
    }

    private static func insertion(
        into table: String, _ names: [String], _ marks: [String], _ hierarchy: HierarchyLayout?
    ) -> String {
        var names = names
        var marks = marks
        if let hierarchy {
            names.append(ModelHierarchy.typeColumn.quotedSQL)
            marks.append(hierarchy.name.literalSQL)
        }
        if names.isEmpty { return "INSERT INTO \(table) DEFAULT VALUES" }
        let columns = names.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns)) VALUES (\(marks.joined(separator: ", ")))"
    }

    /// Returns the statement that inserts several records. Each record has as many parameters as the model has
    /// columns.
    ///
    /// With `OR FAIL`, a constraint that refuses a record keeps the records before it. So SQLite needs no
    /// journal to undo the statement; with many records it would write that journal to a temporary file.
    func insertion(rows: Int) -> String {
        let stored = columns.indices.filter { columns[$0].isStored }
        let names = stored.map { columns[$0].quoted }.joined(separator: ", ")
        let values = (0..<rows).map { row in
            "(\(stored.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ")))"
        }
        return "INSERT OR FAIL INTO \(table) (\(names)) VALUES \(values.joined(separator: ", "))"
    }

    /// Returns the statement that inserts a record with these columns.
    func insertion(_ names: [String], _ marks: [String]) -> String {
        Self.insertion(into: table, names, marks, hierarchy)
    }

    var name: String { entity.name }

    /// Whether the model has relationships, or other models have relationships to it.
    var isRelated: Bool { !shape.relationships.isEmpty || !incoming.isEmpty }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// One column of a model's table, or a property that has no column.
final class EntityColumn: Sendable {
    /// The purpose of a column.
    enum Role: Sendable {
        /// The value of an attribute.
        case value
        /// The foreign key of a relationship: the record number of the related object.
        case key(RelationshipShape)
        /// The record's position in a to-many relationship of the related object.
        case order(RelationshipShape)
        /// A relationship without a column: it is stored in the other side's foreign key or in a join table.
        case withoutColumn(RelationshipShape)
    }

    let name: String
    let quoted: String
    let codec: any ColumnCodec.Type
    /// Whether large values are stored in external files, and references to the files in the column.
    let isExternal: Bool
    let role: Role
    /// The property's description; nil for a column with the role `order`.
    let metadata: Schema.PropertyMetadata?
    private let cachedPlaceholder = AtomicLazyReference<PlaceholderSQL>()

    init(
        _ metadata: Schema.PropertyMetadata, _ shape: ModelShape, column: Int, isInMemory: Bool = false
    ) {
        let isExternal =
            metadata.codec == ExternalCodec.self || metadata.codec == OptionalCodec<ExternalCodec>.self
        self.isExternal = isExternal && !isInMemory
        self.metadata = metadata
        name = metadata.name
        quoted = metadata.name.quotedSQL
        codec = metadata.codec
        let index = shape.index(of: column)
        if index < 0 {
            role = .value
        } else {
            let relationship = shape.relationships[index]
            role = relationship.holdsKey ? .key(relationship) : .withoutColumn(relationship)
        }
    }

    init(orderOf relationship: RelationshipShape) {
        isExternal = false
        metadata = nil
        name = relationship.orderColumn
        quoted = relationship.orderColumn.quotedSQL
        codec = OptionalCodec<PlainCodec<Int>>.self
        role = .order(relationship)
    }

    /// Returns the value to store in the column: for a large value, it may be a reference to an external
    /// file.
    func storedForm(_ value: StoredValue) -> StoredValue {
        guard isExternal, case .blob(let data) = value, let reference = ExternalFile.reference(to: data)
        else {
            return value
        }
        return .blob(reference)
    }

    /// Returns whether the column's content represents a value.
    ///
    /// Large data is in the column itself if the property had no `.externalStorage` when it was written.
    func isStored(_ value: StoredValue, as stored: StoredValue) -> Bool {
        if stored == storedForm(value) || codec.areEquivalent(stored, value) { return true }
        guard isExternal, case .blob(let data) = stored, ExternalFile.name(in: data) == nil else {
            return false
        }
        return stored == value
    }

    /// Returns whether a row contains a value, ignoring the order of unordered elements.
    func holds(_ value: StoredValue, in row: ModelRow, at place: Int) -> Bool {
        if row.holds(value, place) { return true }
        guard case .text = value else { return false }
        return codec.areEquivalent(row.stored(place), value)
    }

    /// The SQL literal to select if the column isn't requested; nil if the column must be read.
    var placeholder: String? {
        if let known = cachedPlaceholder.load() { return known.sql }
        return cachedPlaceholder.storeIfNil(PlaceholderSQL(self)).sql
    }

    var isStored: Bool {
        if case .withoutColumn = role { false } else { true }
    }

    var isValue: Bool {
        if case .value = role { true } else { false }
    }

    /// The column's former name, from `originalName:`.
    var originalName: String? {
        switch role {
        case .value: metadata?.attribute.earlierName
        case .key(let relationship), .withoutColumn(let relationship): relationship.relationship.earlierName
        case .order(let relationship): relationship.relationship.earlierName.map { "_\($0)_order" }
        }
    }

    /// The stored form of the property's default value.
    var storedDefault: StoredValue? {
        get throws { try metadata?.storedDefault }
    }

    /// Whether the column is a foreign key with a UNIQUE constraint.
    var isUniqueKey: Bool {
        guard case .key(let relationship) = role else { return false }
        return relationship.isOneToOne || relationship.relationship.isUnique
    }

    /// The constraints that follow the column's type.
    var constraint: String { (codec.isOptional ? "" : " NOT NULL") + reference }

    /// The constraints of a foreign key; empty for other columns.
    var reference: String {
        guard case .key(let relationship) = role else { return "" }
        let unique = isUniqueKey ? " UNIQUE" : ""
        guard relationship.isChecked else { return unique }
        let target = relationship.targetTable.quotedSQL
        return unique + " REFERENCES \(target) (_id) DEFERRABLE INITIALLY DEFERRED"
    }
}

extension RelationshipShape {
    /// Whether the foreign key has a constraint: SQLite then refuses to commit a reference to a missing record. It has no
    /// action, because ``DeleteRules`` and ``RecordDeletion`` apply the delete rules.
    var isChecked: Bool { isRequired || inverseRule != .noAction }
}

extension EntityLayout {
    /// Returns the SELECT list of a fetch that reads only some properties.
    ///
    /// The list has placeholder values for the other columns. A column is read anyway if its type has no
    /// placeholder, or if its property is a constant, which can't be set later.
    ///
    /// - Parameter requested: The columns to read, counted from 0.
    /// - Returns: The SELECT list, and the columns that it doesn't read.
    func selection(of requested: Set<Int>) -> (selection: String, unreadColumns: ColumnSet) {
        var unreadColumns = ColumnSet()
        var terms = ["_id"]
        for (index, column) in columns.enumerated() {
            if !requested.contains(index), let placeholder = column.placeholder {
                terms.append(placeholder)
                unreadColumns.insert(index)
            } else {
                terms.append(column.isStored ? column.quoted : "NULL")
            }
        }
        return (terms.joined(separator: ", "), unreadColumns)
    }
}

/// The SQL literal that replaces an unread column in a SELECT list.
final class PlaceholderSQL: Sendable {
    let sql: String?

    init(_ column: EntityColumn) {
        guard column.isValue, let property = column.metadata, property.keyPath is any SettableKeyPath,
            !(column.codec is any TransformingCodec.Type)
        else {
            sql = nil
            return
        }
        let value = (try? property.storedDefault) ?? property.emptyStoredValue
        sql = value == .null && !column.codec.isOptional ? nil : value.literal
    }
}

/// A key path through which a property can be set.
private protocol SettableKeyPath {}

extension ReferenceWritableKeyPath: SettableKeyPath {}

/// A codec that runs the program's own transformer, which must not receive placeholders.
protocol TransformingCodec: ColumnCodec {}

extension TransformCodec: TransformingCodec {}

extension StoredValue {
    /// The value as an SQL literal; nil if SQL has no literal for it.
    fileprivate var literal: String? {
        switch self {
        case .null: return "NULL"
        case .integer(let number): return number == .min ? nil : "\(number)"
        case .real(let number): return number.isFinite ? "\(number)" : nil
        case .text(let text):
            return text.utf8.contains(0) ? nil : "'\(text.replacing("'", with: "''"))'"
        case .blob(let data):
            let digits = data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            return "x'\(digits.joined())'"
        }
    }
}
