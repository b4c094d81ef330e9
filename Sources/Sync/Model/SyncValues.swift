import Foundation
import ModelData
import SyncProtocol

extension StoreTable.Column {
    /// A stored value as it travels.
    func wireValue(_ value: StoredValue) -> SyncValue {
        switch value {
        case .null: .null
        case .integer(let number): isBool ? .bool(number != 0) : .int(number)
        case .real(let number):
            if number.isFinite { .double(number) } else { .string(number < 0 ? "-Infinity" : "+Infinity") }
        case .text(let text): .string(text)
        case .blob(let data): .string(data.base64EncodedString())
        }
    }

    /// A received value as it is stored; `nil` where the property can't have it.
    func stored(_ value: SyncValue) -> StoredValue? {
        if value == .null { return isOptional ? .null : nil }
        guard let stored = unchecked(value) else { return nil }
        return kind == .order || accepts(stored) ? stored : nil
    }

    private func unchecked(_ value: SyncValue) -> StoredValue? {
        switch (type, value) {
        case (.integer, .bool(let flag)): .integer(flag ? 1 : 0)
        case (.integer, .int(let number)): .integer(number)
        case (.real, .int(let number)): .real(Double(number))
        // SQLite keeps no negative zero.
        case (.real, .double(let number)): .real(number == 0 ? 0 : number)
        case (.real, .string("+Infinity")): .real(.infinity)
        case (.real, .string("-Infinity")): .real(-.infinity)
        case (.text, .string(let text)): .text(text.precomposedStringWithCanonicalMapping)
        case (.blob, .string(let text)): Data(base64Encoded: text).map { .blob($0) }
        default: nil
        }
    }
}

extension StoredValue {
    /// The text, where it is one.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number, where it is a whole one.
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
