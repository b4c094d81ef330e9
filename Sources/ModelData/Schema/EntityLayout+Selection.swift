import Synchronization

extension EntityLayout {
    /// What is selected of rows of which some properties only are wanted: the others have a value that says
    /// nothing. Where there is none, or the property can't be set later, the column is read all the same.
    ///
    /// - Parameter wanted: the columns of the properties.
    /// - Returns: what is selected, and the columns that are left out of it.
    func selection(of wanted: Set<Int>) -> (selection: String, missing: ColumnSet) {
        var missing = ColumnSet()
        var terms = ["_id"]
        for (index, column) in columns.enumerated() {
            if !wanted.contains(index), let blank = column.blank {
                terms.append(blank)
                missing.insert(index)
            } else {
                terms.append(column.isStored ? column.quoted : "NULL")
            }
        }
        return (terms.joined(separator: ", "), missing)
    }
}

/// The SQL that stands for a value that isn't read.
final class BlankValue: Sendable {
    let sql: String?

    init(_ column: ColumnLayout) {
        guard column.isValue, let property = column.metadata, property.keyPath is any SettableKeyPath,
            !(column.codec is any TransformingCodec.Type)
        else {
            sql = nil
            return
        }
        let value = (try? property.storedDefault) ?? property.emptiest
        sql = value == .null && !column.codec.isOptional ? nil : value.literal
    }
}

/// A key path through which a property can be set.
private protocol SettableKeyPath {}

extension ReferenceWritableKeyPath: SettableKeyPath {}

/// A codec that runs code of others, which mustn't be given a value that nobody stored.
protocol TransformingCodec: ColumnCodec {}

extension TransformCodec: TransformingCodec {}

extension StoredValue {
    /// The value as a literal of SQL; nil where there is none.
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
