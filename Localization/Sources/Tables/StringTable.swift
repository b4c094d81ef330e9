import Synchronization

/// A string table of one language, stored as constant data in the binary. A search doesn't parse the whole
/// table.
///
/// `TableBlob` in the tool LocalizationEmbedder, which embeds the tables, defines the format.
struct StringTable: Sendable {
    /// The value of a key.
    enum Entry {
        case text(String)
        case plural(PluralText)
    }

    private let blob: StaticString

    /// Finds the table of a language; `nil` if there is none.
    init?(_ name: String, language: Language) {
        guard
            let blob = EmbeddedTables.table(name, language: language.code)
                ?? StringTables.table(name, language: language.code)
        else { return nil }
        self.blob = blob
    }

    private static let numberLength = 7

    /// Returns the entry for a key; `nil` if there is none.
    func entry(for key: String) -> Entry? {
        var key = key
        return key.withUTF8 { key in
            blob.withUTF8Buffer { bytes in find(key, in: bytes) }
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private func find(_ key: Bytes, in bytes: Bytes) -> Entry? {
        var low = 0
        var high = number(0, in: bytes)
        let body = (high + 1) * Self.numberLength
        while low < high {
            let middle = (low + high) / 2
            let start = body + number(middle + 1, in: bytes)
            switch compare(key, with: bytes, from: start) {
            case 0: return value(in: bytes, from: start + key.count + 1)
            case ..<0: high = middle
            default: low = middle + 1
            }
        }
        return nil
    }

    private func number(_ position: Int, in bytes: Bytes) -> Int {
        var value = 0
        for index in position * Self.numberLength..<(position + 1) * Self.numberLength {
            value = value * 10 + Int(bytes[index]) - 48
        }
        return value
    }

    /// Compares a key with the zero-terminated key at an offset.
    private func compare(_ key: Bytes, with bytes: Bytes, from start: Int) -> Int {
        for index in 0..<key.count {
            let difference = Int(key[index]) - Int(bytes[start + index])
            if difference != 0 { return difference }
        }
        return bytes[start + key.count] == 0 ? 0 : -1
    }

    private func value(in bytes: Bytes, from start: Int) -> Entry {
        var end = start
        while bytes[end] != 0 { end += 1 }
        let value = bytes[(start + 1)..<end]
        guard bytes[start] == UInt8(ascii: "#") else {
            return .text(String(decoding: value, as: UTF8.self))
        }
        let parts = value.split(separator: 1, omittingEmptySubsequences: false)
        return .plural(
            PluralText(
                format: String(decoding: parts[0], as: UTF8.self),
                variables: parts.dropFirst().map(variable)))
    }

    private func variable(_ bytes: Slice<Bytes>) -> PluralText.Variable {
        let parts = bytes.split(separator: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var forms: [(category: String, text: String)] = []
        for index in stride(from: 1, to: parts.count - 1, by: 2) {
            forms.append((parts[index], parts[index + 1]))
        }
        return PluralText.Variable(name: parts[0], forms: forms)
    }
}

/// The string tables of other packages.
///
/// A package that uses this library keeps its tables in a folder `Localization` at its top level, such as
/// `Localization/pl.lproj/Todo.strings`. The plugin `EmbedLocalizations` embeds them as `EmbeddedTables` in the target
/// that it is applied to, which adds them before the first text is shown:
///
/// ```swift
/// StringTables.add(EmbeddedTables.table)
/// let text = LocalizedText("Added “%@”.", table: "Todo", ["Solaris".textArgument])
/// ```
///
/// The languages are those of ``Language/available``. A table can't replace one of this library with the same name.
public enum StringTables {
    /// Returns the table with a name in a language, given by its code; nil if there is none.
    public typealias Lookup = @Sendable (_ name: String, _ language: String) -> StaticString?

    private static let added = Mutex<[Lookup]>([])

    /// Adds the tables of another package.
    ///
    /// - Parameter lookup: `EmbeddedTables.table` of the target with the plugin.
    public static func add(_ lookup: @escaping Lookup) {
        added.withLock { $0.append(lookup) }
    }

    static func table(_ name: String, language: String) -> StaticString? {
        for lookup in added.withLock({ $0 }) {
            if let table = lookup(name, language) { return table }
        }
        return nil
    }
}
