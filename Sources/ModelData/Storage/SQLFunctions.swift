import Basics
import Foundation
import ModelDataSQLite

/// SQL functions for predicates that need Swift's string semantics.
///
/// A connection registers them when a predicate first needs one. The schema never uses them, so any SQLite
/// tool can read and edit a store.
enum SQLFunctions {
    static func register(on connection: OpaquePointer) throws {
        // A function without a result returns NULL.
        try add("modeldata_contains", 2, on: connection) { context, _, arguments in
            guard let text = SQLText(arguments, 0), let part = SQLText(arguments, 1) else { return }
            sqlite3_result_int(context, SQLFunctions.containsByCharacters(text, part) ? 1 : 0)
        }
        try add("modeldata_starts", 2, on: connection) { context, _, arguments in
            guard let text = SQLText(arguments, 0), let part = SQLText(arguments, 1) else { return }
            sqlite3_result_int(context, text.string.starts(with: part.string) ? 1 : 0)
        }
        try add("modeldata_count", 1, on: connection) { context, _, arguments in
            guard let text = SQLText(arguments, 0) else { return }
            sqlite3_result_int64(context, Int64(text.string.count))
        }
        try add("modeldata_fold", 1, on: connection) { context, _, arguments in
            guard let text = SQLText(arguments, 0) else { return }
            SQLFunctions.result(FoldedText.letters(text.bytes), context)
        }
        try add("modeldata_search", 2, on: connection) { context, _, arguments in
            guard let text = SQLText(arguments, 0), SQLText(arguments, 1) != nil else { return }
            let needle = FoldedNeedle.of(context, arguments, 1)
            sqlite3_result_int(context, FoldedText.contains(text.bytes, folded: needle) ? 1 : 0)
        }
        try add("modeldata_compare", 2, on: connection) { context, _, arguments in
            guard let first = SQLText(arguments, 0), let second = SQLText(arguments, 1) else { return }
            sqlite3_result_int(
                context, Int32(first.string.caseInsensitiveCompare(second.string).rawValue))
        }
    }

    private static func add(
        _ name: String, _ count: Int32, on connection: OpaquePointer,
        _ function:
            @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws {
        let code = sqlite3_create_function_v2(
            connection, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil)
        if code != SQLITE_OK { throw StatementFailure(connection, code: code, sql: nil) }
    }

    private static func result(_ bytes: [UInt8], _ context: OpaquePointer?) {
        bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            if let start {
                modeldata_result_text(context, start, Int32(clamping: bytes.count))
            } else {
                modeldata_result_text(context, "", 0)
            }
        }
    }

    /// Returns whether a text contains another one, compared as Swift compares characters: “é” doesn't
    /// contain “e”, and “\r\n” doesn't contain “\n”.
    private static func containsByCharacters(_ text: SQLText, _ part: SQLText) -> Bool {
        // In ASCII, only “\r\n” is a character of two bytes, so other texts can be compared as bytes.
        if text.isPlainASCII, part.isPlainASCII {
            return part.bytes.isEmpty || ByteSearch.contains(text.bytes, part.bytes)
        }
        return contains(text.string, part.string)
    }

    /// Calls the `contains` of collections, as predicates do. The `contains` of strings compares Unicode
    /// scalars instead.
    private static func contains<C: Collection>(_ text: C, _ part: C) -> Bool where C.Element: Equatable {
        text.contains(part)
    }
}

/// A text argument of a function, or nil for NULL.
private struct SQLText {
    let bytes: UnsafeBufferPointer<UInt8>

    init?(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ position: Int) {
        guard let value = arguments?[position], sqlite3_value_type(value) != SQLITE_NULL else { return nil }
        let start = sqlite3_value_text(value)
        bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    var isPlainASCII: Bool {
        for byte in bytes where byte >= 0x80 || byte == 0x0D { return false }
        return true
    }
}

/// The case-folded form of a search text. SQLite keeps this object while a statement runs with the same text.
private final class FoldedNeedle {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func of(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ position: Int
    ) -> [UInt8] {
        if let known = sqlite3_get_auxdata(context, Int32(position)) {
            return Unmanaged<FoldedNeedle>.fromOpaque(known).takeUnretainedValue().bytes
        }
        guard let text = SQLText(arguments, position) else { return [] }
        let needle = FoldedNeedle(FoldedText.letters(text.bytes))
        sqlite3_set_auxdata(
            context, Int32(position), Unmanaged.passRetained(needle).toOpaque(),
            { pointer in
                if let pointer { Unmanaged<FoldedNeedle>.fromOpaque(pointer).release() }
            })
        return needle.bytes
    }
}
