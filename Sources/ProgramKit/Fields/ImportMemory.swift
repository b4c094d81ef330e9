import Foundation
import Shell

/// The values that the last import put into a record, as a short hash for each field. If a field's value has the recorded
/// hash, the field is as the import left it. Otherwise, the user changed it, and the next import doesn't.
///
/// The stored form is `departure:1f… seat:9c… sequence:2`, so that people can read it in the store.
public struct ImportMemory: Equatable {
    private var numbers: [String: UInt64] = [:]

    /// Parses the stored form. Items without a valid number are left out.
    public init(_ stored: String? = nil) {
        for item in stored?.split(separator: " ") ?? [] {
            guard let colon = item.firstIndex(of: ":"),
                let number = UInt64(item[item.index(after: colon)...], radix: 16)
            else { continue }
            numbers[String(item[..<colon])] = number
        }
    }

    /// The stored form.
    public var stored: String {
        numbers.sorted { $0.key < $1.key }.map { "\($0.key):\(String($0.value, radix: 16))" }.joined(
            separator: " ")
    }

    /// Whether no import has set anything.
    public var isEmpty: Bool { numbers.isEmpty }

    /// The hash of a field, or a number about the import, such as the version of the entry.
    public subscript(key: String) -> UInt64? {
        get { numbers[key] }
        set { numbers[key] = newValue }
    }
}

extension FieldTable {
    /// Records that an import set fields of a record, also those without a value.
    ///
    /// - Parameters:
    ///   - keys: The keys of the fields.
    ///   - model: The record.
    ///   - memory: The memory of the record.
    public func remember(_ keys: [String], of model: Model, in memory: inout ImportMemory) {
        // Indices: a copy of a field takes longer than its hash.
        let fields = fields
        for index in fields.indices where keys.contains(fields[index].key) {
            memory[fields[index].key] = fields[index].values.fingerprint(model)
        }
    }

    /// Whether fields of a record are as the last import left them.
    ///
    /// - Parameters:
    ///   - keys: The keys of the fields.
    ///   - model: The record.
    ///   - memory: The memory of the record.
    public func isUnchanged(_ keys: [String], of model: Model, since memory: ImportMemory) -> Bool {
        keys.compactMap { self[$0] }.allSatisfy { memory[$0.key] == $0.values.fingerprint(model) }
    }

    /// Sets the fields of a record that are as the last import left them to the values of a new one. A value that the new
    /// one lacks stays.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - new: A record with the values of the file.
    ///   - groups: The keys of the fields. Those of one group have a rule together, so if the user changed one, all stay.
    ///   - memory: The memory of the record.
    /// - Returns: The fields that changed, and those that keep another value than the file has.
    public func update(
        _ model: Model, from new: Model, _ groups: [[String]], _ memory: inout ImportMemory
    ) -> (changed: [Field<Model>], kept: [Field<Model>]) {
        var changed: [Field<Model>] = [], kept: [Field<Model>] = []
        for group in groups {
            let fields = group.compactMap { self[$0] }
            let others = fields.filter {
                $0.values.exported(new) != .null && $0.values.fingerprint(new) != $0.values.fingerprint(model)
            }
            let isUnchanged = isUnchanged(group, of: model, since: memory)
            if isUnchanged {
                for field in others { field.values.copy(new, model) }
                changed += others
            } else {
                kept += others
            }
            if isUnchanged || others.isEmpty { remember(group, of: model, in: &memory) }
        }
        return (changed, kept)
    }
}

extension FieldValues {
    /// Returns a hash of a record's value.
    fileprivate func fingerprint(_ model: Model) -> UInt64 {
        ImportMemory.hash(
            columns.compactMap { $0.raw?(model).csvText }.joined(separator: "\u{0}"))
    }
}

extension ImportMemory {
    /// Returns the 64-bit FNV-1a hash of the text in NFC, the Unicode form in which the store keeps texts. It is the same in
    /// every process, unlike the hashes of Swift's `Hasher`.
    public static func hash(_ value: String) -> UInt64 {
        var text = value
        if let hash = text.withUTF8({ hash($0, isNFC: false) }) { return hash }
        text = value.precomposedStringWithCanonicalMapping
        return text.withUTF8 { hash($0, isNFC: true) } ?? 0
    }

    /// Returns the hash of a text; `nil` if the text may not be in NFC.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, isNFC: Bool) -> UInt64? {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes {
            // Characters below U+0300 are already in NFC. In UTF-8, U+0300 begins with the byte 0xCC.
            if byte >= 0xCC, !isNFC { return nil }
            hash ^= UInt64(byte)
            hash = hash &* 0x0000_0100_0000_01b3
        }
        return hash
    }
}
