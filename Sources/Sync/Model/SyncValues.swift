import Foundation
import ModelData
import SyncProtocol

extension StoreTable.Column {
    /// Returns a stored value in the form of a message.
    func wireValue(_ value: StoredValue) -> SyncValue {
        if case .integer(let number) = value, isBool { return .bool(number != 0) }
        return value.wireValue
    }

    /// Returns a received value in its stored form, or `nil` if the property can't have it.
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
    /// The value in the form of a message. The receiving column's type determines how it is read.
    var wireValue: SyncValue {
        switch self {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number):
            if number.isFinite { .double(number) } else { .string(number < 0 ? "-Infinity" : "+Infinity") }
        case .text(let text): .string(text)
        case .blob(let data): .string(data.base64EncodedString())
        }
    }
}
