import Foundation

extension String.StandardComparator {
    /// Compares numbers in texts by value, and ignores case.
    ///
    /// ```swift
    /// let order = SortDescriptor(\Book.title, comparator: .localizedStandard)
    /// ```
    ///
    /// Fetches use the collation of the root locale, not the user's locale. Comparisons by Foundation itself
    /// use the options without a locale. Mirrors Foundation's `localizedStandard`, which Linux lacks.
    public static let localizedStandard = LocalizedStandard.make()
}

/// Creates the comparator, for which Foundation on Linux has no initializer.
enum LocalizedStandard {
    /// The comparison options of Foundation's `localizedStandard` on Apple platforms.
    private static let options: String.CompareOptions = [
        .numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering,
    ]

    static func make() -> String.StandardComparator {
        // Write the options to the comparator's first bytes. In `lexical`, all bytes are zero; if they
        // aren't, Foundation's memory layout has changed, so return `lexical` unchanged.
        var comparator = String.StandardComparator.lexical
        withUnsafeMutableBytes(of: &comparator) { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size, bytes.allSatisfy({ $0 == 0 }) else { return }
            bytes.storeBytes(of: options.rawValue, as: UInt.self)
        }
        return comparator
    }

    /// Compares two texts by the collation of the root locale.
    static func compare(_ first: String, _ second: String) -> ComparisonResult {
        first.compare(second, options: options, range: nil, locale: Locale(identifier: "root"))
    }
}
