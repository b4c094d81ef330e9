import Foundation

/// The SQL names and types of a model's table, for the modules Sync and StoreMaintenance.
///
/// ```swift
/// let columns = try StoreTable(Book.self, in: context).columns.map(\.name)
/// ```
package struct StoreTable: Sendable {
    /// The kind of a column's content.
    package enum Kind: Sendable, Equatable {
        /// The value of a property.
        case value
        /// The record number of a related object of this model.
        case key(target: String)
        /// The record's position in the list on the other side of a relationship.
        case order
        /// Nothing: the property has no column in this table, or isn't stored at all.
        case none
    }

    /// A column.
    package struct Column: Sendable {
        /// The name of the property, or of the order column.
        package var name: String { layout.name }
        /// The name as an SQL identifier.
        package var quoted: String { layout.quoted }
        /// The content of the column.
        package let kind: Kind
        /// The storage class in SQLite.
        package let type: ColumnType
        /// Whether the values are Boolean.
        package let isBool: Bool
        /// Whether the column may be NULL.
        package let isOptional: Bool
        /// Whether large values are stored in files.
        package var isExternal: Bool { layout.isExternal }
        /// Whether the values are UUIDs.
        package let isIdentifier: Bool
        /// Whether the record is deleted together with the related record, by the delete rule `.cascade`.
        package let isDeletedWithTarget: Bool
        /// Whether the value is recalculated by every save that changes the record.
        package let isDerived: Bool
        private let layout: EntityColumn

        init(_ layout: EntityColumn) {
            self.layout = layout
            type = layout.codec.columnType
            isBool = layout.codec.wrappedType == Bool.self
            isOptional = layout.codec.isOptional
            isIdentifier = layout.codec.wrappedType == UUID.self
            isDerived = layout.metadata?.attribute.isDerived == true
            if case .key(let relationship) = layout.role {
                isDeletedWithTarget = relationship.inverseRule == .cascade
            } else {
                isDeletedWithTarget = false
            }
            kind =
                switch layout.role {
                case .value: .value
                case .key(let relationship): .key(target: relationship.target._$entityName)
                case .order: .order
                case .withoutColumn: .none
                }
        }

        /// Returns whether the property can have a stored value.
        package func accepts(_ value: StoredValue) -> Bool {
            !layout.codec.isRelationship && layout.codec.accepts(value)
        }

        /// Returns whether the property can read its value in a row.
        ///
        /// - Parameters:
        ///   - row: A row of ``StoreTable/selection``.
        ///   - index: The column's index in ``StoreTable/columns``.
        package func isReadable(in row: CompiledStatement, at index: Int) -> Bool {
            layout.codec.canDecode(ModelRow(statement: row.handle), index)
        }

        /// Returns the content of a stored value. If the property's large values were in files before, this
        /// reads the value's file.
        ///
        /// - Parameters:
        ///   - stored: The stored value.
        ///   - database: The store.
        ///   - model: The model's name, for errors.
        ///   - record: The record's number, for errors.
        /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` if the file can't be
        ///   read.
        package func content(
            of stored: StoredValue, through database: SQLAccess, model: String, record: Int64
        ) throws -> StoredValue {
            try layout.content(of: stored, on: database.session.connection, model: model, record: record)
        }

        /// Prepares the store for a received value, so that it is read back unchanged even if its bytes look
        /// like a reference to a file.
        package func preserveLiteral(_ value: StoredValue, through database: SQLAccess) throws {
            guard kind == .value, !isExternal, case .blob(let data) = value else { return }
            try ExternalFile.preserveLiteral(data, in: database.session.connection.externalFolder)
        }

        /// The stored form of the default value, or `nil` without a default.
        package var storedDefault: StoredValue? { try? layout.storedDefault }
    }

    /// The join table of a many-to-many relationship.
    package struct Pairs: Sendable {
        fileprivate let layout: JoinLayout

        /// The table's name as an SQL identifier.
        package var table: String { layout.table }
        /// The table's name.
        package var name: String { layout.name }
        /// The relationship that gives the table its name.
        package var relationship: String { layout.relationship.name }
        /// The model that declares the relationship.
        package var source: String { layout.relationship.owner._$entityName }
        /// The model on the other side.
        package var target: String { layout.relationship.target._$entityName }
        /// Whether the list on the other side is ordered, too.
        package var hasTargetOrder: Bool { layout.hasTargetOrder }
    }

    private let layout: EntityLayout
    /// The model's name.
    package var name: String { layout.name }
    /// The table's name. Classes that inherit from each other share a table.
    package let tableName: String
    /// The table's name as an SQL identifier.
    package var table: String { layout.table }
    /// All columns except the record number.
    package let columns: [Column]
    /// The SELECT list: the record number and all columns, with NULL for a property without a column.
    package var selection: String { layout.selection }
    /// The join tables that are named after this model.
    package let pairs: [Pairs]
    /// The groups of columns whose combined values are unique.
    package var uniqueGroups: [[String]] { layout.entity.uniquenessConstraints }
    /// The column that contains a record's class, and its value for this model. Nil if the model doesn't
    /// share its table.
    package let kind: (column: String, value: StoredValue)?
    /// The names of the model and of its subclasses.
    package let kindNames: [String]

    /// Reads the table of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - context: A context of the store.
    /// - Throws: ``ModelDataError/unknownModel(name:)``, or another ``ModelDataError`` if the store can't be
    ///   opened.
    package init<T: PersistentModel>(_ model: T.Type, in context: ModelContext) throws {
        let known = try context.table(for: T.self)
        self.init(known.layout.entity, of: known.session.store.layouts.map(\.entity))
    }

    /// Describes the table of a model without a store.
    ///
    /// - Parameters:
    ///   - entity: The model.
    ///   - entities: All models of the schema.
    package init(_ entity: ModelEntity, of entities: [ModelEntity]) {
        layout = EntityLayout(entity, store: "", entities: entities)
        kind = layout.hierarchy.map { (ModelHierarchy.typeColumn.quotedSQL, .text($0.name)) }
        kindNames = layout.kindTypes.map { $0._$entityName }
        tableName = layout.shape.tableName
        columns = layout.columns.map(Column.init)
        let leading = layout.shape.relationships.filter { $0.isJoined && $0.isJoinSource }
        pairs = leading.map { Pairs(layout: JoinLayout($0)) }
    }

    /// Returns an `AND` condition for rows of exactly this model, or an empty string if no condition is
    /// needed.
    package func andExactly(_ row: String) -> String {
        kind == nil ? "" : " AND " + ModelHierarchy.condition([name], qualifier: row)
    }

    /// Returns an `AND` condition for rows of this model or its subclasses, or an empty string if no
    /// condition is needed.
    package func andKind(_ row: String = "") -> String {
        layout.hierarchy?.isRoot == false ? " AND " + ModelHierarchy.condition(kindNames, qualifier: row) : ""
    }
}

extension PersistentModel {
    /// The model's name in the store.
    package static var storeName: String { _$entityName }

    /// Returns the name of a property, or nil if the key path isn't a stored property.
    package static func propertyName(_ keyPath: PartialKeyPath<Self>) -> String? {
        schemaMetadata.first { $0.keyPath == keyPath }?.name
    }
}
