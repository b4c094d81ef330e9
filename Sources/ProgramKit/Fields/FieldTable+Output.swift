import Foundation
import Localization
import ModelData
import Shell

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
        data(model) { $0.cell($1, context) }
    }

    /// Returns a record for `--json` and `--csv`, with all fields, of which computed ones have ``Field/computed`` with
    /// values for data.
    @MainActor
    public func data(_ model: Model) -> Record { data(model) { Cell($0.raw?($1) ?? .null, .empty) } }

    @MainActor
    private func data(
        _ model: Model, _ cell: @escaping @MainActor @Sendable (FieldValues<Model>.Column, Model) -> Cell
    ) -> Record {
        var record = Record(
            fields: recordColumns(in: .data).map { column, field in
                Record.Field(
                    column.key, column.label, cell(column, model), spokenTitle: field.column?.spokenTitle)
            })
        record.reader = Self.reader(of: [model]) { model in
            formerColumns.map { .init($0.key, cell($0, model).raw) }
        }
        return record
    }

    /// Returns the columns for `--json` and `--csv` of the fields that have one of the places.
    private func recordColumns(
        in places: FieldPlaces
    ) -> [(column: FieldValues<Model>.Column, field: Field<Model>)] {
        fields.filter { !$0.places.isDisjoint(with: places) }.flatMap { field in
            field.values.columns.filter { $0.raw != nil }.map { ($0, field) }
        }
    }

    /// The columns of what a record was before a change.
    private var formerColumns: [FieldValues<Model>.Column] {
        recordColumns(in: [.data, .before]).map(\.column)
    }

    /// Returns records as a value of the one that they belong to: objects with the keys of lists.
    public func value(_ models: [Model]) -> Cell.RawValue {
        let columns = dataColumns(shown: nil)
        return .list(
            models.map { model in
                .object(columns.map { .init($0.column.key, $0.raw?(model) ?? .null) })
            })
    }

    /// Returns what reads the rows of records again.
    @MainActor
    private static func reader(
        of models: [Model], _ values: @escaping @MainActor @Sendable (Model) -> [Cell.RawValue.Member]
    ) -> RowReader {
        { object in try models.map { model in try (object(model) as? Model).map(values) } }
    }

    /// Returns what reads the rows of a list again, with the further values that records have.
    ///
    /// - Parameters:
    ///   - models: The records.
    ///   - columns: The columns of the list.
    ///   - raw: Returns the values of the columns.
    ///   - context: What the further values depend on; `nil` if they depend on the record only.
    @MainActor
    private func reader(
        of models: [Model], _ columns: [ListColumn], _ context: FieldContext?,
        _ raw: @escaping @MainActor @Sendable (Model) -> [Cell.RawValue]
    ) -> RowReader {
        Self.reader(of: models) { model in
            let listed = zip(columns, raw(model)).filter { $0.0.column.isData && !$0.0.column.isExtra }
                .map { Cell.RawValue.Member($0.column.key, $1) }
            let keys = Set(listed.map(\.key))
            return listed
                + formerColumns.filter { !keys.contains($0.key) }.map { column in
                    .init(
                        column.key,
                        context.map { column.cell(model, $0).raw } ?? column.raw?(model) ?? .null)
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
        var table = Table(
            key, columns: columns.map(\.column), reading: Self.rows(models, context, columns), count: count,
            sentence: sentence)
        table.reader = reader(of: models, columns, context) { model in
            columns.map { $0.cell(model, context).raw }
        }
        return table
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
        let shown = keys.compactMap { self[$0] }.compactMap { ListColumn($0) }
        let rows = Self.storedRows(models[...], context, shown)
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
        guard let field = self[key], let shown = ListColumn(field) else { return nil }
        let cell = shown.cell(model, context)
        return cell.isEmpty ? nil : Record.Field(key, field.label, cell)
    }

    /// Returns a list of records for `--json` and `--csv`, whose computed fields have ``Field/computed`` with values for
    /// data.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - cells: The cells that lists have instead of those of the fields, by the fields' keys. Default: none.
    ///   - context: What the values depend on if rows are read again, without `cells`. Default: the values for data depend
    ///     on the record only, and `cells` are read again.
    @MainActor
    public func data(
        _ key: String, _ models: [Model], cells: [String: ListCell<Model>] = [:],
        again context: FieldContext? = nil
    ) -> Table {
        let columns = dataColumns(shown: nil)
        let raw = columns.map { cells[$0.column.key]?.raw ?? $0.raw }
        var table = Table(key, columns: columns.map(\.column), rows: Self.dataRows(models[...], raw))
        table.reader = reader(of: models, columns, context) { model in
            if let context {
                columns.map { $0.cell(model, context).raw }
            } else {
                raw.map { $0?(model) ?? .null }
            }
        }
        return table
    }

    /// Returns a list for data as ``data(_:_:cells:)`` does. A long list makes its rows when they are read.
    @MainActor
    private func laterData(_ key: String, _ models: [Model], cells: [String: ListCell<Model>]) -> Table {
        let columns = dataColumns(shown: nil)
        let raw = columns.map { cells[$0.column.key]?.raw ?? $0.raw }
        return Table(
            key, columns: columns.map(\.column),
            reading: TableRows(count: models.count) { Self.dataRows(models[$0], raw) })
    }

    private static func dataRows(
        _ models: ArraySlice<Model>, _ raw: [(@Sendable (Model) -> Cell.RawValue)?]
    ) -> [[Cell]] {
        models.map { model in raw.map { Cell($0?(model) ?? .null, .empty) } }
    }

    /// Returns the columns of a list that the user sees.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - columns: The keys of the columns, in their order. Default: those of ``Field/listed`` in the order of lists,
    ///     without those that only wide terminals show.
    ///   - hidden: The keys of columns that only screen readers need.
    ///   - cells: The cells that lists have instead of those of the fields, by the fields' keys. Default: none.
    ///   - further: Columns that this list has besides, after the others. Default: none.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - spokenCount: The number of records as a phrase for screen readers. Default: `count`.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    @MainActor
    public func shownTable(
        _ key: String, _ models: [Model], _ context: FieldContext, columns keys: [String]? = nil,
        hidden: Set<String> = [], cells: [String: ListCell<Model>] = [:],
        further: [(column: Table.Column, cell: @Sendable (Model) -> Cell)] = [],
        count: LocalizedText? = nil, spokenCount: LocalizedText? = nil,
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) -> Table {
        let columns = listColumns(keys ?? usualKeys, hidden: hidden, cells: cells, further: further)
        return Table(
            key, columns: columns.map(\.column), reading: Self.rows(models, context, columns), count: count,
            spokenCount: spokenCount, sentence: sentence)
    }

    private func listColumns(
        _ keys: [String], hidden: Set<String> = [], cells: [String: ListCell<Model>],
        further: [(column: Table.Column, cell: @Sendable (Model) -> Cell)]
    ) -> [ListColumn] {
        keys.compactMap { self[$0] }.compactMap {
            ListColumn($0, isHidden: hidden.contains($0.key), cells[$0.key])
        }
            + further.map { further in
                ListColumn(further.column, raw: nil) { model, _ in further.cell(model) }
            }
    }

    /// The keys of the columns of lists in their order, without those that only wide terminals show.
    private var usualKeys: [String] {
        listed.filter { $0.column.map { !$0.isExtra } ?? false }.map(\.key)
    }

    /// Returns a list of records as the output of a command. The columns that only screen readers need, those that only
    /// wide terminals show, and those that only data have, are read only for them.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, such as `legs`.
    ///   - models: The records.
    ///   - context: What the values depend on.
    ///   - count: The number of records as a phrase. Default: none.
    ///   - hidden: The keys of columns that only screen readers need.
    ///   - cells: The cells that lists have instead of those of the fields, by the fields' keys. Default: none.
    ///   - further: Columns that this list has besides, after the others. A field among those of wide terminals, which
    ///     has the same key, isn't shown twice. Default: none.
    ///   - sentence: Describes a row for screen readers. Default: a line for each cell.
    ///   - heading: The blocks above the list.
    ///   - warnings: The blocks below the list.
    @MainActor
    public func list(
        _ key: String, _ models: [Model], _ context: FieldContext, count: LocalizedText? = nil,
        hidden: Set<String> = [], cells: [String: ListCell<Model>] = [:],
        further: [(column: Table.Column, cell: @Sendable (Model) -> Cell)] = [],
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil, heading: [Block] = [],
        warnings: [Block] = []
    ) -> Output {
        let context = context.forList
        let columns = listColumns(
            usualKeys.filter { !hidden.contains($0) }, cells: cells, further: further)
        var shown = Table(
            key, columns: columns.map(\.column), reading: Self.rows(models, context, columns), count: count,
            sentence: sentence)
        shown.makeWide = {
            let all =
                columns
                + wide.filter { field in !further.contains { $0.column.key == field.key } }
                .compactMap { ListColumn($0) }
            return Table(
                key, columns: all.map(\.column), reading: Self.rows(models, context, all), count: count)
        }
        if !hidden.isEmpty {
            shown.makeSpoken = {
                shownTable(
                    key, models, context, hidden: hidden, cells: cells, further: further, count: count,
                    sentence: sentence)
            }
        }
        return Output(
            heading + [.table(shown)] + warnings,
            makingData: { [.table(laterData(key, models, cells: cells))] + warnings })
    }

    /// A column of a list.
    private final class ListColumn {
        let column: Table.Column
        let raw: (@Sendable (Model) -> Cell.RawValue)?
        let cell: @MainActor @Sendable (Model, FieldContext) -> Cell

        init(
            _ column: Table.Column, raw: (@Sendable (Model) -> Cell.RawValue)?,
            cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell
        ) {
            self.column = column
            self.raw = raw
            self.cell = cell
        }

        /// Makes the column that the user sees; `nil` if the field has no values.
        convenience init?(_ field: Field<Model>, isHidden: Bool = false, _ read: ListCell<Model>? = nil) {
            guard let column = field.values.columns.first else { return nil }
            let style = field.column ?? FieldColumn()
            var cell = column.cell
            if let own = read?.cell ?? style.cell { cell = { model, _ in own(model) } }
            self.init(
                Table.Column(
                    column.key, style.title ?? column.label, alignsRight: style.alignsRight,
                    priority: style.priority, wraps: style.wraps, spokenTitle: style.spokenTitle,
                    isShown: !isHidden, isData: column.raw != nil && field.places.contains(.lists),
                    isExtra: style.isExtra),
                raw: column.raw, cell: cell)
        }
    }

    /// Returns the rows of a list.
    @MainActor
    private static func rows(
        _ models: [Model], _ context: FieldContext, _ columns: [ListColumn]
    ) -> TableRows {
        context.makesRowsLater
            ? TableRows(count: models.count) { storedRows(models[$0], context, columns) }
            : TableRows(storedRows(models[...], context, columns))
    }

    @MainActor
    private static func storedRows(
        _ models: ArraySlice<Model>, _ context: FieldContext, _ columns: [ListColumn]
    ) -> [[Cell]] {
        // Loops: the compiler can't specialize `map` for the models of other modules, which takes longer than the cells.
        var rows: [[Cell]] = []
        rows.reserveCapacity(models.count)
        for model in models {
            var row: [Cell] = []
            row.reserveCapacity(columns.count)
            for column in columns { row.append(column.cell(model, context)) }
            rows.append(row)
        }
        return rows
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
                    columns += [ListColumn(field)].compactMap(\.self)
                } else if field.places.contains(.lists), column.raw != nil {
                    columns.append(
                        ListColumn(
                            Table.Column(column.key, column.label, isShown: shown == nil), raw: column.raw,
                            cell: column.cell))
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

/// A cell that lists have instead of the one of a field, for example because it is read for all records at once.
public struct ListCell<Model: AnyObject>: Sendable {
    let raw: @Sendable (Model) -> Cell.RawValue
    let cell: @Sendable (Model) -> Cell

    /// Makes a cell whose value for data takes long.
    ///
    /// - Parameters:
    ///   - raw: Returns the value for data.
    ///   - shown: Returns the value as the user sees it.
    public init(
        raw: @escaping @Sendable (Model) -> Cell.RawValue, shown: @escaping @Sendable (Model) -> Cell.Display
    ) {
        self.raw = raw
        cell = { Cell(.null, shown($0)) }
    }

    /// Makes a cell.
    ///
    /// - Parameter cell: Returns the cell of a record.
    public init(_ cell: @escaping @Sendable (Model) -> Cell) {
        self.cell = cell
        raw = { cell($0).raw }
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
