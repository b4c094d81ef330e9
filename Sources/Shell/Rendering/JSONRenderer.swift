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

/// Writes JSON (RFC 8259) in UTF-8, value by value, without an intermediate representation.
///
/// Control characters (also those beyond ASCII) and bidirectional formatting characters are written as `\u`
/// escapes. This makes the JSON safe to show on a terminal.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.write(.list([.integer(1), .string("a\tb")]))
/// writer.bytes  // [1, "a\tb"]
/// ```
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer.
    public init() {}

    /// Writes a value.
    public mutating func write(_ value: Cell.RawValue) {
        switch value {
        case .null: write(literal: "null")
        case .bool(let bool): write(literal: bool ? "true" : "false")
        case .integer(let integer): write(literal: String(integer))
        case .decimal(let decimal):
            // JSON supports neither infinity nor NaN.
            write(literal: decimal.isFinite ? String(decimal) : "null")
        case .string(let string): write(string)
        case .list(let values):
            write(literal: "[")
            for (index, value) in values.enumerated() {
                if index > 0 { write(literal: ", ") }
                write(value)
            }
            write(literal: "]")
        case .object(let members):
            write(literal: "{")
            for (index, member) in members.enumerated() {
                if index > 0 { write(literal: ", ") }
                write(member.key)
                write(literal: ": ")
                write(member.value)
            }
            write(literal: "}")
        }
    }

    /// Writes an array of objects, each member of which has its line. Members without a value are left out.
    public mutating func write(objects: some Sequence<[(key: String, value: Cell.RawValue)]>) {
        var isEmpty = true
        for members in objects {
            write(literal: isEmpty ? "[\n  {" : ",\n  {")
            isEmpty = false
            var isFirst = true
            for (key, value) in members where value != .null {
                write(literal: isFirst ? "\n    " : ",\n    ")
                isFirst = false
                write(key)
                write(literal: ": ")
                write(value)
            }
            write(literal: "\n  }")
        }
        write(literal: isEmpty ? "[]\n" : "\n]\n")
    }

    /// Writes a string with quotes and escapes.
    public mutating func write(_ string: String) {
        bytes.append(.doubleQuote)
        var string = string
        string.withUTF8 { utf8 in
            var copied = 0
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                let isC1 = byte == 0xC2 && index + 1 < utf8.count && utf8[index + 1] < 0xA0
                if byte == 0xE2, let direction = Self.direction(utf8, at: index) {
                    bytes.append(contentsOf: utf8[copied..<index])
                    write(literal: direction)
                    index += 3
                    copied = index
                    continue
                }
                if byte >= 0x20, byte != .doubleQuote, byte != .backslash, byte != 0x7F, !isC1 {
                    index += 1
                    continue
                }
                bytes.append(contentsOf: utf8[copied..<index])
                let value = isC1 ? utf8[index + 1] : byte
                escape(value)
                index += isC1 ? 2 : 1
                copied = index
            }
            bytes.append(contentsOf: utf8[copied...])
        }
        bytes.append(.doubleQuote)
    }

    /// Returns the escape of a bidirectional formatting character (U+202A to U+202E, U+2066 to U+2069). On a
    /// terminal, such a character would reorder the JSON after it.
    private static func direction(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> String? {
        guard index + 2 < utf8.count else { return nil }
        let digits = "0123456789abcdef".map(String.init)
        return switch (utf8[index + 1], utf8[index + 2]) {
        case (0x80, let last) where 0xAA...0xAE ~= last: "\\u202" + digits[Int(last - 0xA0)]
        case (0x81, let last) where 0xA6...0xA9 ~= last: "\\u206" + digits[Int(last - 0xA0)]
        default: nil
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case .doubleQuote: write(literal: "\\\"")
        case .backslash: write(literal: "\\\\")
        case .lineFeed: write(literal: "\\n")
        case .carriageReturn: write(literal: "\\r")
        case .tab: write(literal: "\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            write(literal: "\\u00")
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }

    /// Writes punctuation or a number without changes.
    public mutating func write(literal: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes a text that is already JSON.
    @_disfavoredOverload
    mutating func write(literal: String) {
        bytes.append(contentsOf: literal.utf8)
    }

    /// Ends a row of a table, after which a sink can take the text so far.
    mutating func endRow(_ sink: OutputSink?) { sink?.take(&bytes) }

    /// Writes bytes that are already JSON.
    mutating func write(json: [UInt8]) {
        bytes.append(contentsOf: json)
    }
}

extension Cell.RawValue {
    /// Returns an object with the members that have a value.
    public static func object(ofPresent members: [(key: String, value: Cell.RawValue)]) -> Cell.RawValue {
        .object(members.filter { $0.value != .null }.map { Member($0.key, $0.value) })
    }

    /// The value as JSON on one line.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
