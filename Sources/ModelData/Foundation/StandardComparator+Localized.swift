import Foundation

extension String.StandardComparator {
    /// Compares texts as people read them: numbers by their value, capitals and small letters alike.
    ///
    ///     let order = SortDescriptor(\Book.title, comparator: .localizedStandard)
    ///
    /// Fetches sort by the rules of the root locale, since a library knows no user; where Foundation itself
    /// compares, it goes by the numbers and letters alone. Mirrors Foundation's `localizedStandard`,
    /// which Linux lacks.
    public static let localizedStandard = LocalizedStandard.make()
}

/// Makes a comparator that Foundation on Linux has no `init` for.
enum LocalizedStandard {
    /// What Foundation compares with elsewhere.
    private static let options: String.CompareOptions = [
        .numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering,
    ]

    static func make() -> String.StandardComparator {
        // The options are the first word of the value, which is empty in the lexical one; a Foundation
        // where that isn't so keeps the lexical one.
        var comparator = String.StandardComparator.lexical
        withUnsafeMutableBytes(of: &comparator) { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size, bytes.allSatisfy({ $0 == 0 }) else { return }
            bytes.storeBytes(of: options.rawValue, as: UInt.self)
        }
        return comparator
    }

    /// Compares by the collation of the root locale.
    static func compare(_ first: String, _ second: String) -> ComparisonResult {
        first.compare(second, options: options, range: nil, locale: Locale(identifier: "root"))
    }
}
