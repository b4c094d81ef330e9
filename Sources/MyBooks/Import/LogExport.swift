import Foundation
import Shell

/// Writes the log as our own import reads it.
enum LogExport {
    /// A JSON array with an object a book; fields without a value are left out.
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
                writer.write(
                    field == .rating ? Int(value).map(Cell.RawValue.integer) ?? .null : .string(value))
            }
            writer.write(literal: "\n  }")
        }
        writer.write(literal: books.isEmpty ? "]\n" : "\n]\n")
        return writer.bytes
    }

    /// CSV with a header; an empty field is a missing value.
    static func csv(_ books: [Book]) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(LogFormat.Field.allCases.map(\.rawValue))
        for book in books {
            writer.writeRow(LogFormat.Field.allCases.map { book.exported($0) ?? "" })
        }
        return writer.bytes
    }
}
