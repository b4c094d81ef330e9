/// Renders outputs as CSV: raw values below a line of keys. Empty lines separate the parts of an output.
enum CSVRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var writer = CSVWriter(showsControls: true)
        for (index, part) in output.dataParts.enumerated() {
            if index > 0 { writer.endRow() }
            switch part {
            case .table(let table): write(table, styler.sink, to: &writer)
            case .record(let record):
                writer.writeRow(record.fields.map(\.key))
                writer.writeRow(record.fields.map(\.cell.raw.csvText))
            }
        }
        return writer.bytes
    }

    private static func write(_ table: Table, _ sink: OutputSink?, to writer: inout CSVWriter) {
        writer.writeRow(table.columns.map(\.key))
        guard table.columns.count > 1 else {
            for row in table.rows { writer.writeRow(row.map(\.raw.csvText)) }
            return
        }
        for row in table.rows {
            for (index, cell) in row.enumerated() {
                if index > 0 { writer.separate() }
                writer.write(cell.raw.csvText)
            }
            writer.endRow(sink)
        }
    }
}

extension Cell.RawValue {
    /// The value as a field of a CSV file. Semicolons separate the values of a list.
    public var csvText: String {
        switch self {
        case .null: ""
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .decimal(let decimal): String(decimal)
        case .string(let string): string
        case .list(let values): values.map(\.csvText).joined(separator: "; ")
        case .object(let members): members.map { "\($0.key): \($0.value.csvText)" }.joined(separator: "; ")
        }
    }
}
