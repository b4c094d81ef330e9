import Synchronization

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
