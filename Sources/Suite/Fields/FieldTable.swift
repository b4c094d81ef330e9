import Localization
import ModelData
import Shell

/// The fields of a model, in the order of records and exports.
///
/// ```swift
/// extension Leg {
///     static let fields = FieldTable<Leg>(listing: ["number", "from", "to"]) {
///         Field(required: "from", …)
///         Field("seat", …)
///     }
/// }
/// ```
public struct FieldTable<Model: AnyObject>: Sendable {
    /// The fields, in the order of records and exports.
    public let fields: [Field<Model>]
    /// The fields in the order of lists.
    private let listed: [Field<Model>]
    private let check: @MainActor @Sendable (Model, Set<String>) throws -> Void

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - listing: The keys of the first columns of lists. All other fields follow in the order of the table.
    ///   - check: Throws if the values of a record contradict each other. It is called after changes, with the keys of
    ///     the changed fields.
    ///   - fields: The fields.
    public init(
        listing: [String] = [],
        check: @escaping @MainActor @Sendable (Model, Set<String>) throws -> Void = { _, _ in },
        @FieldTableBuilder<Model> _ fields: () -> [Field<Model>]
    ) {
        let fields = fields()
        self.fields = fields
        self.check = check
        let first = listing.compactMap { key in fields.first { $0.key == key } }
        listed = first + fields.filter { field in !listing.contains(field.key) }
    }

    /// Returns the field with a key; `nil` if there is none.
    public subscript(key: String) -> Field<Model>? { fields.first { $0.key == key } }
}

/// Collects the fields of a table.
@resultBuilder
public enum FieldTableBuilder<Model: AnyObject> {
    /// Collects the fields.
    public static func buildBlock(_ fields: Field<Model>...) -> [Field<Model>] { fields }
}

// Changes

extension FieldTable {
    /// The options of `add` and `edit`, in the order of the table.
    ///
    /// - Parameter excluded: The keys of fields that a command takes in another way.
    public func options(except excluded: [String] = []) -> [ParameterDeclaration] {
        fields.filter { !excluded.contains($0.key) }.compactMap { $0.parameter?.declaration }
    }

    /// Returns the changes that the options of a command make, in the order of the table.
    ///
    /// - Parameter excluded: The keys of fields that the command takes in another way.
    public func changes(
        _ invocation: Invocation, except excluded: [String] = []
    ) throws -> [FieldChange<Model>] {
        try fields.filter { !excluded.contains($0.key) }.compactMap { field in
            try field.parameter.flatMap { try invocation[$0] }
        }
    }

    /// Changes a record.
    ///
    /// - Parameters:
    ///   - changes: The changes. They are made in the order of the table, whatever their own order is.
    ///   - model: The record. If an error is thrown, some of its fields may have changed; the session discards this.
    ///   - context: What the values depend on.
    /// - Returns: The names of the changed fields, as they are within a sentence.
    /// - Throws: The errors of changes and of the table's check.
    @MainActor
    public func apply(
        _ changes: [FieldChange<Model>], to model: Model, _ context: FieldContext
    ) throws -> [LocalizedText] {
        var changed: [Field<Model>] = []
        for field in fields {
            var isChanged = false
            for change in changes where change.key == field.key {
                if try change.apply(model, context) { isChanged = true }
            }
            if isChanged { changed.append(field) }
        }
        if !changed.isEmpty { try check(model, Set(changed.map(\.key))) }
        return changed.map(\.sentence)
    }
}

extension Field {
    /// The option that changes the field; `nil` for a field without one.
    public var parameter: Parameter<FieldChange<Model>?>? {
        guard let option, let typed = values.typed else { return nil }
        return Parameter<FieldChange<Model>>.option(option, typed, help: help)
    }

    /// Returns a required argument for the field; `nil` for a computed one.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case. Default: that of the option.
    ///   - placeholder: The placeholder in usage lines, in capitals. Default: that of the field's type.
    ///   - question: The question at a terminal. Default: the label.
    public func argument(
        named name: String? = nil, placeholder: LocalizedText? = nil, question: LocalizedText? = nil
    ) -> Parameter<FieldChange<Model>>? {
        values.typed.map {
            .required(
                name ?? option ?? key, $0, placeholder: placeholder, help: help, question: question ?? label)
        }
    }
}

// Output

extension FieldTable {
    /// Returns a record for the user, with the fields that have a value.
    @MainActor
    public func shown(_ model: Model, _ context: FieldContext) -> Record {
        Record(fields: recordFields(in: .show, model, context).filter { !$0.cell.isEmpty })
    }

    /// Returns a record for `--json` and `--csv`, with all fields.
    @MainActor
    public func data(_ model: Model, _ context: FieldContext) -> Record {
        Record(fields: recordFields(in: .data, model, context))
    }

    @MainActor
    private func recordFields(
        in place: FieldPlaces, _ model: Model, _ context: FieldContext
    ) -> [Record.Field] {
        fields.filter { $0.places.contains(place) }.flatMap { field in
            let columns = field.values.columns
            // The first column is made for people, the other ones for data.
            return (place == .show ? columns.prefix(1) : columns[...])
                .filter { place == .show || $0.raw != nil }
                .map {
                    Record.Field(
                        $0.key, $0.label, $0.cell(model, context), spokenTitle: field.column?.spokenTitle)
                }
        }
    }

    /// Returns a list of records: all columns for the formats that show data, and those of ``Field/listed`` for the user.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    @MainActor
    public func table(
        _ key: String, _ models: [Model], _ context: FieldContext, count: LocalizedText? = nil,
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) -> Table {
        var columns: [Table.Column] = []
        var cells: [@MainActor @Sendable (Model, FieldContext) -> Cell] = []
        for field in listed where field.column != nil || field.places.contains(.lists) {
            for (index, column) in field.values.columns.enumerated() {
                let style = index == 0 ? field.column : nil
                columns.append(
                    Table.Column(
                        column.key, style?.title ?? column.label, alignsRight: style?.alignsRight ?? false,
                        priority: style?.priority ?? 1, wraps: style?.wraps ?? false,
                        spokenTitle: style?.spokenTitle, isShown: style != nil,
                        isData: column.raw != nil && field.places.contains(.lists),
                        isExtra: style?.isExtra ?? false))
                cells.append(column.cell)
            }
        }
        return Table(
            key, columns: columns, rows: models.map { model in cells.map { $0(model, context) } },
            count: count,
            sentence: sentence)
    }

    /// Returns the members of a record in an export, without those that have no value.
    public func members(_ model: Model) -> [(key: String, value: Cell.RawValue)] {
        fields.filter { $0.places.contains(.export) }.flatMap { field in
            field.values.columns.compactMap { column in
                guard let value = column.raw?(model), value != .null else { return nil }
                return (column.key, value)
            }
        }
    }
}

extension Cell {
    /// Whether the user sees nothing.
    fileprivate var isEmpty: Bool {
        if case .empty = display { true } else { false }
    }
}

// Input

extension FieldTable {
    /// Reads the members of a record in an export.
    ///
    /// - Parameters:
    ///   - entry: The members. They report values that can't be read.
    ///   - model: A new record.
    /// - Throws: ``SkippedEntry`` if a value is missing without which the record can't exist.
    public func read(_ entry: inout EntryFields, into model: Model) throws(SkippedEntry) {
        for field in fields where field.places.contains(.export) {
            if field.values.isRequired {
                _ = try entry.needed(FileField(stringLiteral: field.key)) { entry, _ in
                    field.values.read(&entry, model) ? true : nil
                }
            } else {
                _ = field.values.read(&entry, model)
            }
        }
    }
}

// Names

extension FieldTable where Model: PersistentModel {
    /// The labels of the stored properties by their names, for messages about properties.
    public var names: [String: LocalizedText] {
        var names: [String: LocalizedText] = [:]
        for field in fields {
            for path in field.stored {
                if let name = Model.propertyName(path) { names[name] = field.label }
            }
        }
        return names
    }

    /// The stored properties that belong to no field, in the order of the model.
    public var propertiesWithoutField: [String] {
        let named = Set(names.keys)
        return Model.schemaMetadata.map(\.name).filter { !named.contains($0) }
    }
}
