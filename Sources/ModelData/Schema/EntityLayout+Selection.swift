import Synchronization

extension EntityLayout {
    /// Returns the SELECT list of a fetch that reads only some properties.
    ///
    /// The list has placeholder values for the other columns. A column is read anyway if its type has no
    /// placeholder, or if its property is a constant, which can't be set later.
    ///
    /// - Parameter requested: The columns to read, counted from 0.
    /// - Returns: The SELECT list, and the columns that it doesn't read.
    func selection(of requested: Set<Int>) -> (selection: String, unreadColumns: ColumnSet) {
        var unreadColumns = ColumnSet()
        var terms = ["_id"]
        for (index, column) in columns.enumerated() {
            if !requested.contains(index), let placeholder = column.placeholder {
                terms.append(placeholder)
                unreadColumns.insert(index)
            } else {
                terms.append(column.isStored ? column.quoted : "NULL")
            }
        }
        return (terms.joined(separator: ", "), unreadColumns)
    }
}

/// The SQL literal that replaces an unread column in a SELECT list.
final class PlaceholderSQL: Sendable {
    let sql: String?

    init(_ column: EntityColumn) {
        guard column.isValue, let property = column.metadata, property.keyPath is any SettableKeyPath,
            !(column.codec is any TransformingCodec.Type)
        else {
            sql = nil
            return
        }
        let value = (try? property.storedDefault) ?? property.emptyStoredValue
        sql = value == .null && !column.codec.isOptional ? nil : value.literal
    }
}

/// A key path through which a property can be set.
private protocol SettableKeyPath {}

extension ReferenceWritableKeyPath: SettableKeyPath {}

/// A codec that runs the program's own transformer, which must not receive placeholders.
protocol TransformingCodec: ColumnCodec {}

extension TransformCodec: TransformingCodec {}

extension StoredValue {
    /// The value as an SQL literal; nil if SQL has no literal for it.
    fileprivate var literal: String? {
        switch self {
        case .null: return "NULL"
        case .integer(let number): return number == .min ? nil : "\(number)"
        case .real(let number): return number.isFinite ? "\(number)" : nil
        case .text(let text):
            return text.utf8.contains(0) ? nil : "'\(text.replacing("'", with: "''"))'"
        case .blob(let data):
            let digits = data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            return "x'\(digits.joined())'"
        }
    }
}
