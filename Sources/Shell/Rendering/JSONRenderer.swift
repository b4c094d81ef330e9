/// Renders outputs as JSON: raw values, the same in every language.
///
/// A single table or chart is an array of objects, one per line. A single record is an object. Several parts
/// form one object with the fields of the records. Tables and charts are in that object under their keys. An
/// output without data is `{}`.
enum JSONRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        let parts = output.dataParts
        var writer = JSONWriter()
        if parts.count == 1 {
            switch parts[0] {
            case .table(let table): write(table, indent: "", styler.sink, to: &writer)
            case .record: writeObject(of: parts, styler.sink, to: &writer)
            }
        } else {
            writeObject(of: parts, styler.sink, to: &writer)
        }
        writer.write(literal: "\n")
        return writer.bytes
    }

    private static func writeObject(
        of parts: [Output.DataPart], _ sink: OutputSink?, to writer: inout JSONWriter
    ) {
        var used: [String: Int] = [:]
        func begin(_ key: String, _ writer: inout JSONWriter) {
            writer.write(literal: used.isEmpty ? "\n  " : ",\n  ")
            let count = used[key, default: 0] + 1
            used[key] = count
            writer.write(count == 1 ? key : "\(key)\(count)")
            writer.write(literal: ": ")
        }
        writer.write(literal: "{")
        for part in parts {
            switch part {
            case .record(let record):
                for field in record.fields {
                    begin(field.key, &writer)
                    writer.write(field.cell.raw)
                }
            case .table(let table):
                begin(table.key, &writer)
                write(table, indent: "  ", sink, to: &writer)
            }
        }
        if !used.isEmpty { writer.write(literal: "\n") }
        writer.write(literal: "}")
    }

    private static func write(
        _ table: Table, indent: String, _ sink: OutputSink?, to writer: inout JSONWriter
    ) {
        guard !table.rows.isEmpty else {
            writer.write(literal: "[]")
            return
        }
        // The keys are the same in every row, so quote them once.
        let keys = table.columns.enumerated().map { index, column in
            var key = JSONWriter()
            key.write(literal: index == 0 ? "{" : ", ")
            key.write(column.key)
            key.write(literal: ": ")
            return key.bytes
        }
        writer.write(literal: "[")
        for (number, row) in table.rows.enumerated() {
            writer.write(literal: number == 0 ? "\n" : ",\n")
            writer.write(literal: indent)
            writer.write(literal: keys.isEmpty ? "  {" : "  ")
            for (key, cell) in zip(keys, row) {
                writer.write(json: key)
                writer.write(cell.raw)
            }
            writer.write(literal: "}")
            writer.endRow(sink)
        }
        writer.write(literal: "\n")
        writer.write(literal: indent)
        writer.write(literal: "]")
    }
}

extension Output {
    /// A part of an output that JSON includes: a table, a chart, a timeline or a record.
    enum DataPart {
        case table(Table)
        case record(Record)
    }

    /// The parts of the output that JSON includes.
    var dataParts: [DataPart] {
        (data.isEmpty ? blocks : data).compactMap { block in
            switch block {
            case .table(let table): .table(table.machineReadable)
            case .record(let record): .record(record)
            case .chart(let chart): .table(chart.table)
            case .timeline(let timeline): .table(timeline.table)
            case .map(let map): .table(map.table)
            case .message, .warning, .heading, .month, .picture, .cards, .definitions: nil
            }
        }
    }
}
