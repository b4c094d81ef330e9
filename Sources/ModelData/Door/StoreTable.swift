import Foundation

/// A model's table as it stands in a store, for the room that synchronizes stores.
///
///     let columns = try StoreTable(Book.self, in: context).columns.map(\.name)
package struct StoreTable: Sendable {
    /// What a column holds.
    package enum Kind: Sendable, Equatable {
        /// A value.
        case value
        /// The record number of a related object of this model.
        case key(target: String)
        /// The place in the order of the other side of a relationship.
        case order
        /// Nothing: the property is kept elsewhere, or only in memory.
        case none
    }

    /// One column.
    package struct Column: Sendable {
        /// The property's name, or that of the order.
        package let name: String
        /// The name as SQL has it.
        package let quoted: String
        /// What it holds.
        package let kind: Kind
        /// How SQLite keeps it.
        package let type: ColumnType
        /// Whether it holds truth values.
        package let isBool: Bool
        /// Whether it may be empty.
        package let isOptional: Bool
        /// Whether large values stand in files.
        package let isExternal: Bool
        /// Whether it is set at each save that changes the record.
        package let isDerived: Bool
        private let layout: ColumnLayout

        init(_ layout: ColumnLayout) {
            self.layout = layout
            name = layout.name
            quoted = layout.quoted
            type = layout.codec.columnType
            isBool = layout.codec.wrappedType == Bool.self
            isOptional = layout.codec.isOptional
            isExternal = layout.isExternal
            isDerived = layout.metadata?.attribute.isDerived == true
            kind =
                switch layout.role {
                case .value: .value
                case .key(let relationship): .key(target: relationship.target._$entityName)
                case .order: .order
                case .elsewhere: .none
                }
        }

        /// Whether the property can have a stored value.
        package func accepts(_ value: StoredValue) -> Bool { Self.accepts(value, layout.codec) }

        private static func accepts<C: ColumnCodec>(_ value: StoredValue, _ codec: C.Type) -> Bool {
            if codec.isRelationship { return false }
            return (try? codec.value(from: value)) != nil
        }

        /// What a value that stands in the store says: of data that is no longer external, what its file holds.
        ///
        /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` where the file can't be read.
        package func content(
            of stored: StoredValue, through door: StoreDoor, model: String, record: Int64
        ) throws -> StoredValue {
            try layout.content(of: stored, on: door.session.connection, model: model, record: record)
        }

        /// Has a value that comes from elsewhere be read as it is, also where it looks like a reference to a file.
        package func keep(_ value: StoredValue, through door: StoreDoor) throws {
            guard kind == .value, !isExternal, case .blob(let data) = value else { return }
            try ExternalFile.keep(data, in: door.session.connection.externalFolder)
        }

        /// The stored value that a record without one gets; `nil` where there is none.
        package var storedDefault: StoredValue? { try? layout.storedDefault }
    }

    /// The pairs of a many-to-many relationship, in a table of their own.
    package struct Pairs: Sendable {
        /// The table as SQL has it.
        package let table: String
        /// The table's name.
        package let name: String
        /// The relationship that the table is named for.
        package let relationship: String
        /// The model of the record that has the relationship.
        package let source: String
        /// The model of the other records.
        package let target: String
        /// Whether the other side has an order as well.
        package let hasTargetOrder: Bool
    }

    /// The model's name.
    package let name: String
    /// The table's name; classes that inherit share a table.
    package let tableName: String
    /// The table as SQL has it.
    package let table: String
    /// All columns but the record number.
    package let columns: [Column]
    /// The many-to-many relationships that are kept under this model's name.
    package let pairs: [Pairs]
    /// Groups of columns whose values together are unique.
    package let uniqueGroups: [[String]]
    /// The column that says of which class a record is, and what it says for the model; nil for a table of its own.
    package let kind: (column: String, value: StoredValue)?
    /// The names of the model and of those that inherit from it.
    package let kindNames: [String]
    /// Whether other classes than those have records in the table.
    private let isPart: Bool

    /// The table of a model.
    ///
    /// - Throws: ``ModelDataError/unknownModel(name:)``, or what opening a store can throw.
    package init<T: PersistentModel>(_ model: T.Type, in context: ModelContext) throws {
        let known = try context.table(for: T.self)
        let entity = known.layout.entity
        let layout = EntityLayout(entity, store: "", entities: known.session.store.layouts.map(\.entity))
        name = layout.name
        kind = layout.family.map { (ModelFamily.typeColumn.quotedSQL, .text($0.name)) }
        kindNames = layout.kindTypes.map { $0._$entityName }
        isPart = layout.family?.isRoot == false
        tableName = layout.shape.tableName
        table = layout.table
        columns = layout.columns.map(Column.init)
        let leading = layout.shape.relationships.filter { $0.isJoined && $0.leadsJoin }
        pairs = leading.map(JoinLayout.init).map { join in
            Pairs(
                table: join.table, name: join.name, relationship: join.relationship.name,
                source: join.relationship.owner._$entityName, target: join.relationship.target._$entityName,
                hasTargetOrder: join.hasTargetOrder)
        }
        uniqueGroups = entity.uniquenessConstraints
    }

    /// The condition that a row is of the model itself, to be added to others; empty where it must be.
    package func andExactly(_ row: String) -> String {
        kind == nil ? "" : " AND " + ModelFamily.condition([name], qualifier: row)
    }

    /// The condition that a row is of the model or of one that inherits from it, to be added to others; empty where
    /// it must be.
    package func andKind(_ row: String = "") -> String {
        isPart ? " AND " + ModelFamily.condition(kindNames, qualifier: row) : ""
    }
}

extension PersistentModel {
    /// The model's name, which is its table's name.
    package static var storeName: String { _$entityName }

    /// The name of a property.
    package static func propertyName(_ keyPath: PartialKeyPath<Self>) -> String? {
        schemaMetadata.first { $0.keyPath == keyPath }?.name
    }
}

extension String {
    /// The text as an SQL identifier.
    package var asSQLName: String { quotedSQL }

    /// The text as an SQL literal.
    package var asSQLText: String { literalSQL }
}
