import Synchronization

/// A model as one store keeps it: the table, its columns, and the statements that need no thinking.
final class EntityLayout: Sendable {
    let entity: Schema.Entity
    let origin: IdentifierOrigin
    let shape: ModelShape
    /// The properties in order, and after them the columns for the places in orders.
    let columns: [ColumnLayout]
    let table: String
    /// The record number and all columns, in order; NULL where a property has no column.
    let selection: String
    let insertion: String
    /// What a query for objects selects; those of subclasses are among them.
    let fetchSelection: String
    /// How many columns that is, besides the record number.
    let width: Int
    /// The class's part in a table that others have too; nil for a table of its own.
    let family: FamilyLayout?
    /// Whether queries for objects find some of subclasses.
    let isPolymorphic: Bool
    /// The groups of properties that are unique together, and where not all of the table's records must be.
    let uniqueGroups: [UniqueGroup]
    /// The columns that each save of a changed record sets.
    let derivedColumns: [Int]
    /// Whether a column's large values stand in files.
    let hasExternal: Bool
    /// The columns of values that a save needs to do nothing about but write them.
    let plainColumns: ColumnSet
    /// The relationships whose column is the record number of the related object.
    let keys: [KeyColumn]
    /// The columns of the only relationship with one, and of the place in its order; -1 where there are none.
    let soleKey: (column: Int, order: Int)
    /// Relationships of other models to this one that it knows nothing of.
    let incoming: [RelationshipShape]
    /// The R*Trees of some of the columns.
    let spatialIndexes: [SpatialIndex]

    /// Properties that are unique together, and the condition that says of which records.
    typealias UniqueGroup = (names: [String], condition: String?)

    /// A relationship with a column, and the column of its place in the other side's order.
    struct KeyColumn: Sendable {
        let relationship: RelationshipShape
        let orderColumn: Int?
        /// The relationship's column and position, where asking it would be too slow.
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
        _ entity: Schema.Entity, store: String, entities: [Schema.Entity] = [], isInMemory: Bool = false
    ) {
        self.entity = entity
        origin = IdentifierOrigin.of(store: store, entity: entity.name)
        let shape = entity.shape
        self.shape = shape
        let (columns, keys) = Self.columns(of: entity, isInMemory: isInMemory)
        self.columns = columns
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
        soleKey = (sole?.column ?? -1, sole?.orderColumn ?? -1)
        incoming = entities.flatMap(\.shape.declared).filter {
            shape.isKind(of: $0.target) && $0.inverseColumn == nil
        }
        let family = FamilyLayout(entity, store: store, entities: entities, isInMemory: isInMemory)
        self.family = family
        let all = ModelFamily(of: entity.type, in: entities)
        uniqueGroups = entity.unique.map { (names: $0.names, condition: all.condition(of: $0)) }
        table = shape.tableName.quotedSQL
        selection = (["_id"] + columns.map { $0.isStored ? $0.quoted : "NULL" }).joined(separator: ", ")
        isPolymorphic = family?.isPolymorphic == true
        fetchSelection = isPolymorphic ? family?.selection() ?? selection : selection
        width = isPolymorphic ? family.map { $0.typePosition + 1 } ?? columns.count : columns.count
        let stored = columns.indices.filter { columns[$0].isStored }
        // Parameters are numbered where the properties without a column leave gaps.
        let marks = stored.map { stored.count == columns.count ? "?" : "?\($0 + 1)" }
        insertion = Self.insertion(into: table, stored.map { columns[$0].quoted }, marks, family)
    }

    /// The columns of a model, and those of them that hold record numbers.
    static func columns(
        of entity: Schema.Entity, isInMemory: Bool
    ) -> (columns: [ColumnLayout], keys: [KeyColumn]) {
        let shape = entity.shape
        var columns = entity.metadata.enumerated().map {
            ColumnLayout($1, shape, column: $0, isInMemory: isInMemory)
        }
        var keys: [KeyColumn] = []
        for relationship in shape.relationships where relationship.holdsKey {
            keys.append(
                KeyColumn(
                    relationship: relationship, orderColumn: relationship.holdsOrder ? columns.count : nil))
            if relationship.holdsOrder { columns.append(ColumnLayout(orderOf: relationship)) }
        }
        return (columns, keys)
    }

    /// The R*Trees of a model's columns, or only those that it declares itself.
    static func spatialIndexes(
        of entity: Schema.Entity, _ columns: [ColumnLayout], onlyOwn: Bool = false
    ) -> [SpatialIndex] {
        entity.spatial.filter { !onlyOwn || $0.declaringType == entity.type }.map { group in
            SpatialIndex(
                group.declaringType._$entityName, in: entity.shape.tableName,
                group.names.compactMap { name in columns.first { $0.name == name } })
        }
    }

    private static func insertion(
        into table: String, _ names: [String], _ marks: [String], _ family: FamilyLayout?
    ) -> String {
        var names = names
        var marks = marks
        if let family {
            names.append(ModelFamily.typeColumn.quotedSQL)
            marks.append(family.name.literalSQL)
        }
        if names.isEmpty { return "INSERT INTO \(table) DEFAULT VALUES" }
        let columns = names.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns)) VALUES (\(marks.joined(separator: ", ")))"
    }

    /// The statement that inserts a record of the model with these columns.
    func insertion(_ names: [String], _ marks: [String]) -> String {
        Self.insertion(into: table, names, marks, family)
    }

    var name: String { entity.name }

    /// Whether the model has relationships, or others have relationships to it.
    var isRelated: Bool { !shape.relationships.isEmpty || !incoming.isEmpty }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// One column of a table, or a property without one.
final class ColumnLayout: Sendable {
    /// What a column is for.
    enum Role: Sendable {
        /// A value.
        case value
        /// The record number of a related object.
        case key(RelationshipShape)
        /// The place in the order of the other side of a relationship.
        case order(RelationshipShape)
        /// A relationship that is kept elsewhere.
        case elsewhere(RelationshipShape)
    }

    let name: String
    let quoted: String
    let codec: any ColumnCodec.Type
    /// Whether large values stand in files, and references to them in the store.
    let isExternal: Bool
    let role: Role
    /// Nil for a place in an order.
    let metadata: Schema.PropertyMetadata?
    private let knownBlank = AtomicLazyReference<BlankValue>()

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
            role = relationship.holdsKey ? .key(relationship) : .elsewhere(relationship)
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

    /// A value as it stands in the store: a large one may be in a file.
    func canonical(_ value: StoredValue) -> StoredValue {
        guard isExternal, case .blob(let data) = value, let reference = ExternalFile.reference(to: data)
        else {
            return value
        }
        return .blob(reference)
    }

    /// Whether a value is what stands in the store. Large data stands there itself where the property wasn't external
    /// when it was written.
    func isValue(_ value: StoredValue, as stored: StoredValue) -> Bool {
        if stored == canonical(value) || codec.agree(stored, value) { return true }
        guard isExternal, case .blob(let data) = stored, ExternalFile.name(in: data) == nil else {
            return false
        }
        return stored == value
    }

    /// Whether a row holds a value, in whatever order its elements stand.
    func holds(_ value: StoredValue, in row: ModelRow, at place: Int) -> Bool {
        if row.holds(value, place) { return true }
        guard case .text = value else { return false }
        return codec.agree(row.stored(place), value)
    }

    /// What is selected where the column isn't wanted; nil when it must be read.
    var blank: String? {
        if let known = knownBlank.load() { return known.sql }
        return knownBlank.storeIfNil(BlankValue(self)).sql
    }

    var isStored: Bool {
        if case .elsewhere = role { return false }
        return true
    }

    var isValue: Bool {
        if case .value = role { return true }
        return false
    }

    /// The name that the column had before.
    var originalName: String? {
        switch role {
        case .value: metadata?.attribute.originalName
        case .key(let relationship), .elsewhere(let relationship): relationship.relationship.originalName
        case .order(let relationship): relationship.relationship.originalName.map { "_\($0)_order" }
        }
    }

    /// The stored value that a record without one gets.
    var storedDefault: StoredValue? {
        get throws { try metadata?.storedDefault }
    }

    /// Whether it is a reference that no two records may share.
    var isUniqueKey: Bool {
        guard case .key(let relationship) = role else { return false }
        return relationship.isOneToOne || relationship.relationship.isUnique
    }

    /// The constraint that follows the column's type.
    var constraint: String { (codec.isOptional ? "" : " NOT NULL") + reference }

    /// The part of it that a reference to a record has.
    var reference: String {
        guard case .key(let relationship) = role else { return "" }
        let unique = isUniqueKey ? " UNIQUE" : ""
        guard let rule = relationship.keyRule else { return unique }
        let target = relationship.targetTable.quotedSQL
        return unique + " REFERENCES \(target) (_id) ON DELETE \(rule) DEFERRABLE INITIALLY DEFERRED"
    }
}

extension RelationshipShape {
    /// What SQLite does with the column when the related record goes; nil when the number may stay.
    var keyRule: String? {
        switch inverseRule {
        case .cascade: return "CASCADE"
        case .deny where targetTable != ownerTable: return "RESTRICT"
        case .noAction where !isRequired: return nil
        case .nullify where !isRequired: return "SET NULL"
        default: return "NO ACTION"
        }
    }
}

extension RelationshipShape {
    /// Whether the deletion of the related record does something to the record that refers to it, or is
    /// refused because of it, at once.
    var deletionReaches: Bool { keyRule.map { $0 != "NO ACTION" } ?? false }
}

extension String {
    /// The text as an SQL identifier.
    var quotedSQL: String { quotedSQL(by: "\"") }

    /// The text between marks; those in it are doubled, also where a combining mark is behind one.
    func quotedSQL(by mark: Unicode.Scalar) -> String {
        // Names of properties hold no quotation marks, but a caller's text may.
        guard unicodeScalars.contains(mark) else { return "\(mark)\(self)\(mark)" }
        var quoted = String.UnicodeScalarView([mark])
        for scalar in unicodeScalars { quoted.append(contentsOf: scalar == mark ? [mark, mark] : [scalar]) }
        quoted.append(mark)
        return String(quoted)
    }
}
