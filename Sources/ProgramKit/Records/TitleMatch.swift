import Foundation
import Localization

/// Selects the records that a part of a title means.
public enum TitleMatch {
    /// Returns the best of several titles that contain a text: those that equal it; else those that begin with
    /// it; else those with a word that begins with it; else all. Case and accents are ignored.
    ///
    /// ```swift
    /// TitleMatch.best(["New Rome", "Rome in spring"], for: "rome", title: \.self)  // ["Rome in spring"]
    /// ```
    ///
    /// - Parameters:
    ///   - records: The records whose titles contain the text.
    ///   - text: The text that the user typed.
    ///   - title: The title of a record.
    public static func best<Record>(
        _ records: [Record], for text: String, title: (Record) -> String
    ) -> [Record] {
        guard records.count > 1 else { return records }
        let wanted = SearchFold.foldName(text)
        let titles = records.map { SearchFold.foldName(title($0)) }
        let tests: [(String) -> Bool] = [
            { $0 == wanted }, { $0.hasPrefix(wanted) }, { beginsWord(with: wanted, in: $0) },
        ]
        for test in tests {
            let found = records.indices.filter { test(titles[$0]) }
            if !found.isEmpty { return found.map { records[$0] } }
        }
        return records
    }

    /// Whether a text is in a title at the beginning of a word.
    private static func beginsWord(with text: String, in title: String) -> Bool {
        var rest = title[...]
        while let found = rest.range(of: text) {
            guard found.lowerBound > title.startIndex else { return true }
            let before = title[title.index(before: found.lowerBound)]
            if !before.isLetter, !before.isNumber { return true }
            rest = title[title.index(after: found.lowerBound)...]
        }
        return false
    }
}
