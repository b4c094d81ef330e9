import Foundation
import Shell
import Suite

/// Writes the log in the formats that our own import reads.
enum LogExport {
    /// Returns a JSON array with an object for each book. Fields without a value are left out.
    static func json(_ books: [Book]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(literal: "[")
        for (index, book) in books.enumerated() {
            writer.write(literal: index == 0 ? "\n  {" : ",\n  {")
            var isFirst = true
            for field in LogFormat.Field.allCases {
                guard let value = book.exported(field) else { continue }
                writer.write(literal: isFirst ? "\n    " : ",\n    ")
                isFirst = false
                writer.write(field.rawValue)
                writer.write(literal: ": ")
                switch field {
                case .rating: writer.write(Int(value).map(Cell.RawValue.integer) ?? .null)
                case .shelves: writer.write(.list(book.shelfNames.map { .string($0) }))
                case .quotes: write(book.quotes, to: &writer)
                default: writer.write(value)
                }
            }
            writer.write(literal: "\n  }")
        }
        writer.write(literal: books.isEmpty ? "]\n" : "\n]\n")
        return writer.bytes
    }

    /// Returns quotes as a JSON array.
    static func json(_ quotes: [Quote]) -> [UInt8] {
        var writer = JSONWriter()
        write(quotes, to: &writer)
        return writer.bytes
    }

    private static func write(_ quotes: [Quote], to writer: inout JSONWriter) {
        writer.write(literal: "[")
        for (index, quote) in quotes.enumerated() {
            writer.write(literal: index == 0 ? "{" : ", {")
            var isFirst = true
            for field in LogFormat.QuoteField.allCases {
                guard let value = quote.exported(field) else { continue }
                if !isFirst { writer.write(literal: ", ") }
                isFirst = false
                writer.write(field.rawValue)
                writer.write(literal: ": ")
                writer.write(value)
            }
            writer.write(literal: "}")
        }
        writer.write(literal: "]")
    }

    /// Returns CSV with a header. An empty field is a missing value.
    static func csv(_ books: [Book]) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(LogFormat.Field.allCases.map(\.rawValue))
        for book in books {
            writer.writeRow(LogFormat.Field.allCases.map { book.exported($0)?.withoutNUL ?? "" })
        }
        return writer.bytes
    }
}

extension Quote {
    /// Returns a field's raw value; `nil` if the field has no value.
    fileprivate func exported(_ field: LogFormat.QuoteField) -> String? {
        switch field {
        case .identifier: identifier.uuidString
        case .text: text
        case .page: page
        case .note: note.isEmpty ? nil : note
        }
    }
}
