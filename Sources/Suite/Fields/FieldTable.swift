import Basics
import Foundation
import Localization
import ModelData
import Shell

/// The fields of a model, in the order of records and exports. CONTRIBUTING.md shows how to add a field.
public struct FieldTable<Model: AnyObject>: Sendable {
    /// The fields, in the order of records and exports.
    public var fields: [Field<Model>] { orders.value.fields }
    /// The fields in the order of lists.
    private var listed: [Field<Model>] { orders.value.listed }
    /// The columns that only wide terminals show, in their order.
    private var wide: [Field<Model>] { orders.value.wide }
    /// The fields of exports in their order.
    public var exported: [Field<Model>] { orders.value.exported }
    let check: @MainActor @Sendable (Model, Set<String>, FieldContext) throws -> Void

    // A class, because exports read the fields for each record.
    private final class Orders: Sendable {
        let fields: [Field<Model>]
        let listed: [Field<Model>]
        let wide: [Field<Model>]
        let exported: [Field<Model>]

        init(_ fields: [Field<Model>], listing: [String], wide: [String], exporting: [String]) {
            func ordered(_ fields: [Field<Model>], by first: [String]) -> [Field<Model>] {
                first.compactMap { key in fields.first { $0.key == key } }
                    + fields.filter { !first.contains($0.key) }
            }
            self.fields = fields
            listed = ordered(fields, by: listing)
            exported = ordered(fields.filter { $0.places.contains(.export) }, by: exporting)
            self.wide = ordered(fields.filter { $0.column?.isExtra ?? false }, by: wide)
        }
    }

    /// Most commands need the fields of one model only.
    private let orders: Lazy<Orders>

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - listing: The keys of the first columns of lists. All other fields follow in the order of the table.
    ///   - wide: The keys of the columns that only wide terminals show, the most important first. Default: the order of
    ///     the table.
    ///   - exporting: The keys of the first values of exports. All others follow in the order of the table.
    ///   - check: Throws if the values of a record contradict each other. It is called after changes, with the keys of
    ///     the changed fields.
    ///   - fields: Returns the fields. It is called when the table is first read.
    public init(
        listing: [String] = [], wide: [String] = [], exporting: [String] = [],
        check: @escaping @MainActor @Sendable (Model, Set<String>, FieldContext) throws -> Void = {
            _, _, _ in
        },
        @FieldTableBuilder<Model> _ fields: @escaping () -> [Field<Model>]
    ) {
        self.check = check
        orders = Lazy { Orders(fields(), listing: listing, wide: wide, exporting: exporting) }
    }

    /// Returns the field with a key; `nil` if there is none.
    public subscript(key: String) -> Field<Model>? { fields.first { $0.key == key } }

    /// Returns the field that a word before a colon sets, as in `wait:monday`; `nil` if there is none.
    public subscript(word word: String) -> Field<Model>? { fields.first { $0.words.contains(word) } }
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
    /// - Parameters:
    ///   - keys: The keys of the fields. Default: all.
    ///   - excluded: The keys of fields that a command takes in another way.
    public func options(only keys: [String]? = nil, except excluded: [String] = []) -> [ParameterDeclaration]
    {
        fields.filter { keys?.contains($0.key) ?? !excluded.contains($0.key) }
            .compactMap { $0.parameter?.declaration }
    }

    /// Returns the changes that the options of a command make, in the order of the table.
    ///
    /// - Parameters:
    ///   - invocation: The call of the command.
    ///   - keys: The keys of the fields. Default: all.
    ///   - excluded: The keys of fields that the command takes in another way.
    public func changes(
        _ invocation: Invocation, only keys: [String]? = nil, except excluded: [String] = []
    ) throws -> [FieldChange<Model>] {
        try fields.filter { keys?.contains($0.key) ?? !excluded.contains($0.key) }.compactMap { field in
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
        var context = context
        context.given = Set(changes.map(\.key))
        var changed: [Field<Model>] = []
        for field in fields {
            var isChanged = false
            for change in changes where change.key == field.key {
                if try change.apply(model, context) { isChanged = true }
            }
            if isChanged { changed.append(field) }
        }
        if !changed.isEmpty { try check(model, Set(changed.map(\.key)), context) }
        return changed.map(\.sentence)
    }

    /// Changes a record by a function.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - others: The keys of fields without an option that are named, too. Default: none.
    ///   - body: Changes the record.
    /// - Returns: The names of the fields that have another value than before, also those that followed from others, as
    ///   they are within a sentence.
    @MainActor
    public func names(
        changedIn model: Model, and others: [String] = [], by body: () async throws -> Void
    ) async rethrows -> [LocalizedText] {
        let changeable = fields.filter { $0.option != nil || others.contains($0.key) }
        let before = changeable.map { $0.values.exported(model) }
        try await body()
        return zip(changeable, before).filter { $0.values.exported(model) != $1 }.map(\.0.sentence)
    }
}

extension Field {
    /// The option that changes the field; `nil` for a field without one.
    public var parameter: Parameter<FieldChange<Model>?>? {
        guard let option, let typed = values.typed else { return nil }
        return Parameter<FieldChange<Model>>.option(option, typed, help: help)
    }

    /// Returns the change that a typed value makes; `nil` for a computed field.
    ///
    /// - Throws: The errors of parsing.
    public func change(to typed: String, _ context: ParseContext) throws -> FieldChange<Model>? {
        try values.typed?.parse(typed, context)
    }

    /// Returns the value of a record as the user would type it; `nil` if the record has none.
    @MainActor
    public func written(_ model: Model, _ context: FieldContext) -> String? { values.written(model, context) }

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
        Record(
            fields: fields.filter { $0.places.contains(.show) }.compactMap { field in
                // The first column is made for people, the other ones for data.
                guard let column = field.values.columns.first, let label = field.shownLabel(of: model) else {
                    return nil
                }
                let cell = column.cell(model, context)
                return cell.isEmpty
                    ? nil : Record.Field(column.key, label, cell, spokenTitle: field.column?.spokenTitle)
            })
    }

    /// Returns a record for `--json` and `--csv`, with all fields.
    @MainActor
    public func data(_ model: Model, _ context: FieldContext) -> Record {
        data { $0.cell(model, context) }
    }

    /// Returns a record for `--json` and `--csv`, with all fields, of which computed ones have ``Field/computed`` with
    /// values for data.
    public func data(_ model: Model) -> Record {
        data { Cell($0.raw?(model) ?? .null, .empty) }
    }

    private func data(_ cell: (FieldValues<Model>.Column) -> Cell) -> Record {
        Record(
            fields: fields.filter { $0.places.contains(.data) }.flatMap { field in
                field.values.columns.filter { $0.raw != nil }
                    .map {
                        Record.Field($0.key, $0.label, cell($0), spokenTitle: field.column?.spokenTitle)
                    }
            })
    }

    /// Returns a list of records: all columns for the formats that show data, and those of ``Field/listed`` for the user.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - hidden: The keys of columns that only data have. Default: none.
    ///   - shown: The keys of other fields that the user sees if a record has a value. Default: none.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    @MainActor
    public func table(
        _ key: String, _ models: [Model], _ context: FieldContext, count: LocalizedText? = nil,
        hiding hidden: Set<String> = [], showing shown: [String] = [],
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) -> Table {
        let columns = dataColumns { field in
            if hidden.contains(field.key) { return false }
            if let style = field.column, !style.hidesEmpty { return !style.isExtra }
            guard field.column != nil || shown.contains(field.key) else { return false }
            return models.contains { field.values.exported($0) != .null }
        }
        return Table(
            key, columns: columns.map(\.column),
            rows: models.map { model in columns.map { $0.cell(model, context) } }, count: count,
            sentence: sentence)
    }

    /// Returns a list of records with the fields that the user named as columns. Numbers are right-aligned, and lists of
    /// texts wrap.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `missions`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - keys: The keys of the fields, in the order of the columns.
    ///   - count: The number of records as a phrase. Default: none.
    @MainActor
    public func table(
        _ key: String, _ models: [Model], _ context: FieldContext, columns keys: [String],
        count: LocalizedText? = nil
    ) -> Table {
        let shown = keys.compactMap { self[$0] }.compactMap { field in
            Self.listColumn(field)
                ?? field.values.columns.first.map {
                    (Table.Column($0.key, $0.label, priority: 5), $0.raw, $0.cell)
                }
        }
        let rows = models.map { model in shown.map { $0.cell(model, context) } }
        let columns = shown.enumerated().map { index, shown in
            let values = rows.map { $0[index].raw }.filter { $0 != .null }
            // A column of symbols has no heading in other lists.
            let hasHeading = !shown.column.title.key.isEmpty
            return Table.Column(
                shown.column.key, hasHeading ? shown.column.title : shown.column.spokenTitle,
                alignsRight: !values.isEmpty && values.allSatisfy(\.isNumber),
                priority: shown.column.priority, wraps: values.contains(where: \.hasTexts),
                spokenTitle: shown.column.spokenTitle)
        }
        return Table(key, columns: columns, rows: rows, count: count)
    }

    /// Returns a field as lists show it; `nil` if the record has no value.
    @MainActor
    public func listed(_ key: String, of model: Model, _ context: FieldContext) -> Record.Field? {
        guard let field = self[key], let shown = Self.listColumn(field) else { return nil }
        let cell = shown.cell(model, context)
        return cell.isEmpty ? nil : Record.Field(key, field.label, cell)
    }

    /// Returns a list of records for `--json` and `--csv`, whose computed fields have ``Field/computed`` with values for
    /// data.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - cells: The cells that were read for all records at once, by the keys of their fields. Default: none.
    public func data(_ key: String, _ models: [Model], cells: ListCells = [:]) -> Table {
        let columns = dataColumns(shown: nil)
        let read = columns.map { cells[$0.column.key] }
        return Table(
            key, columns: columns.map(\.column),
            rows: models.map { model in
                zip(columns, read).map { column, read in
                    read?(model) ?? Cell(column.raw?(model) ?? .null, .empty)
                }
            })
    }

    /// Cells of lists that are read for all records at once, by the keys of their fields.
    public typealias ListCells = [String: @Sendable (Model) -> Cell]

    /// Returns the columns of a list that the user sees.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - columns: The keys of the columns, in their order. Default: those of ``Field/listed`` in the order of lists,
    ///     without those that only wide terminals show.
    ///   - hidden: The keys of columns that only screen readers need.
    ///   - cells: The cells that were read for all records at once, by the keys of their fields. Default: none.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - spokenCount: The number of records as a phrase for screen readers. Default: `count`.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    @MainActor
    public func shownTable(
        _ key: String, _ models: [Model], _ context: FieldContext, columns keys: [String]? = nil,
        hidden: Set<String> = [], cells: ListCells = [:], count: LocalizedText? = nil,
        spokenCount: LocalizedText? = nil,
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) -> Table {
        let fields =
            keys.map { $0.compactMap { self[$0] } }
            ?? listed.filter { $0.column.map { !$0.isExtra } ?? false }
        let columns = fields.compactMap { Self.listColumn($0, isHidden: hidden.contains($0.key)) }
        let make = columns.map { column -> @MainActor (Model, FieldContext) -> Cell in
            if let read = cells[column.column.key] { { model, _ in read(model) } } else { column.cell }
        }
        return Table(
            key, columns: columns.map(\.column),
            rows: models.map { model in make.map { $0(model, context) } }, count: count,
            spokenCount: spokenCount, sentence: sentence)
    }

    /// Returns a list of records as the output of a command. The columns that only wide terminals show, and those that
    /// only data have, are read only for them.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - hidden: The keys of columns that only screen readers need.
    ///   - cells: The cells that were read for all records at once, by the keys of their fields. Default: none.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    ///   - heading: The blocks above the list.
    ///   - warnings: The blocks below the list.
    @MainActor
    public func list(
        _ key: String, _ models: [Model], _ context: FieldContext, count: LocalizedText? = nil,
        hidden: Set<String> = [], cells: ListCells = [:],
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil, heading: [Block] = [],
        warnings: [Block] = []
    ) -> Output {
        let shown = shownTable(
            key, models, context, hidden: hidden, cells: cells, count: count, sentence: sentence)
        return Output(
            heading + [.table(shown)] + warnings,
            makingWide: {
                let more = wide.compactMap { Self.listColumn($0) }
                let rows = zip(shown.rows, models).map { row, model in
                    row + more.map { $0.cell(model, context) }
                }
                return heading + [
                    .table(
                        Table(key, columns: shown.columns + more.map(\.column), rows: rows, count: count))
                ] + warnings
            }, makingData: { [.table(data(key, models, cells: cells))] + warnings })
    }

    private typealias ListColumn = (
        column: Table.Column, raw: (@Sendable (Model) -> Cell.RawValue)?,
        cell: @MainActor @Sendable (Model, FieldContext) -> Cell
    )

    /// Returns the column that the user sees.
    private static func listColumn(_ field: Field<Model>, isHidden: Bool = false) -> ListColumn? {
        guard let column = field.values.columns.first else { return nil }
        let style = field.column ?? FieldColumn()
        var cell = column.cell
        if let own = style.cell { cell = { model, _ in own(model) } }
        return (
            Table.Column(
                column.key, style.title ?? column.label, alignsRight: style.alignsRight,
                priority: style.priority, wraps: style.wraps, spokenTitle: style.spokenTitle,
                isShown: !isHidden, isData: column.raw != nil && field.places.contains(.lists),
                isExtra: style.isExtra),
            column.raw, cell
        )
    }

    /// Returns the columns that data have.
    ///
    /// - Parameter shown: Whether the user sees a field, which then has a column even if data don't have it; `nil` for
    ///   data only.
    private func dataColumns(shown: ((Field<Model>) -> Bool)?) -> [ListColumn] {
        var columns: [ListColumn] = []
        for field in listed {
            let isShown = shown?(field) ?? false
            for (index, column) in field.values.columns.enumerated() {
                if isShown, index == 0 {
                    columns += [Self.listColumn(field)].compactMap(\.self)
                } else if field.places.contains(.lists), column.raw != nil {
                    columns.append(
                        (
                            Table.Column(column.key, column.label, isShown: shown == nil), column.raw,
                            column.cell
                        ))
                }
            }
        }
        return columns
    }

    /// The keys of the members of records in exports.
    public var exportKeys: [String] {
        fields.filter { $0.places.contains(.export) }.flatMap { field in
            field.values.columns.filter { $0.raw != nil }.map { $0.key }
        }
    }

    /// Returns the members of a record in an export, without those that have no value.
    public func members(_ model: Model) -> [(key: String, value: Cell.RawValue)] {
        fields.filter { $0.places.contains(.export) && $0.values.exported(model) != .null }.flatMap { field in
            field.values.columns.compactMap { column in
                guard let value = column.raw?(model), value != .null else { return nil }
                return (column.key, value)
            }
        }
    }
}

extension Field {
    /// Returns the cell of a record.
    @MainActor
    public func cell(of model: Model, _ context: FieldContext) -> Cell {
        values.columns.first?.cell(model, context) ?? .empty
    }

    /// Returns the value of a record for exports; `null` if it has none.
    public func value(of model: Model) -> Cell.RawValue { values.exported(model) }

    /// Sets the value that an export means, or clears it for `null`. Returns whether the record had another one.
    @discardableResult
    public func set(_ value: Cell.RawValue, of model: Model) -> Bool { values.take(value, model) }

    /// Returns the value that a text means, in the form of ``value(of:)``; `nil` if it isn't a value of the field.
    public func value(written text: String) -> Cell.RawValue? {
        var entry = EntryFields([key: text])
        return values.found(&entry, FileField(stringLiteral: key))
    }

    /// Returns the value of an entry of an export, in the form of ``value(of:)``; `nil` if it has none.
    public func value(of name: FileField, in entry: inout EntryFields) -> Cell.RawValue? {
        values.found(&entry, name)
    }

    /// Whether a value may have several lines.
    public var isLong: Bool { values.isLong }

    /// Whether the values are whole numbers.
    public var isNumber: Bool { values.isNumber }

    fileprivate func shownLabel(of model: Model) -> LocalizedText? {
        shownLabel.map { $0(model) } ?? values.columns.first?.label
    }
}

extension Cell.RawValue {
    /// Whether the value is a number.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .decimal: true
        default: false
        }
    }

    /// Whether the value is a list with texts.
    fileprivate var hasTexts: Bool {
        guard case .list(let values) = self else { return false }
        return values.contains { if case .string = $0 { true } else { false } }
    }
}

extension Cell {
    /// Whether the user sees nothing.
    fileprivate var isEmpty: Bool {
        switch display {
        case .empty: true
        case .verbatim(let text): text.isInvisible
        default: false
        }
    }
}

// Input

extension FieldTable {
    /// Reads the members of a record in an export.
    ///
    /// - Parameters:
    ///   - entry: The members. They report values that can't be read.
    ///   - model: A new record.
    ///   - keys: The keys of the fields. Default: all.
    /// - Throws: ``SkippedEntry`` if a value is missing without which the record can't exist.
    public func read(
        _ entry: inout EntryFields, into model: Model, only keys: [String]? = nil
    ) throws(SkippedEntry) {
        for field in fields where field.places.contains(.export) && keys?.contains(field.key) ?? true {
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

extension FieldTable {
    /// Sets the fields that a record lacks to the values of another one.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - other: The record with the values.
    ///   - keys: The keys of the fields.
    public func complete(_ model: Model, from other: Model, _ keys: [String]) {
        for field in keys.compactMap({ self[$0] }) where field.value(of: model) == .null {
            field.set(field.value(of: other), of: model)
        }
    }
}

// Filters

extension FieldTable {
    /// The options by which lists contain only records with a text in a field, in the order of the table.
    public var filters: [ParameterDeclaration] { fields.compactMap { $0.filter?.parameter.declaration } }

    /// Returns a condition for each of these options that is given.
    public func conditions(_ invocation: Invocation) throws -> [Predicate<Model>] {
        try fields.compactMap { field in
            guard let filter = field.filter else { return nil }
            return try invocation[filter.parameter].map(filter.condition)
        }
    }
}

// Names

extension FieldTable where Model: PersistentModel {
    /// The labels of the stored properties by their names, for messages about properties.
    public var names: [String: LocalizedText] { propertyNames { $0.label } }

    /// The names of the stored properties within a sentence by their names.
    public var sentenceNames: [String: LocalizedText] { propertyNames { $0.sentence } }

    private func propertyNames(_ name: (Field<Model>) -> LocalizedText) -> [String: LocalizedText] {
        var names: [String: LocalizedText] = [:]
        for field in fields {
            for path in field.stored {
                if let property = Model.propertyName(path) { names[property] = name(field) }
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
