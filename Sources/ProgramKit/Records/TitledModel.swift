import Foundation
import Localization
import ModelData

/// A model whose records the user can name by title.
public protocol TitledModel: PersistentModel {
    /// The record's title.
    var recordTitle: String { get }
    /// A detail shown beside the title if several records fit, such as the author; `nil` if there is none.
    var recordDetail: LocalizedText? { get }
    /// Returns a predicate for the records whose title contains a text, ignoring case and accents.
    static func titled(containing text: String) -> Predicate<Self>
    /// Returns a predicate for the record that a number other than its own identifies, such as an ISBN; `nil` if the text isn't
    /// such a number. Default: `nil`.
    static func identified(by text: String) -> Predicate<Self>?
    /// The command that lists the records with their numbers, such as `quote list`. Default: `list`.
    static var listingCommand: String { get }
}

extension TitledModel {
    /// The default command, `list`.
    public static var listingCommand: String { "list" }
    /// No record has another number.
    public static func identified(by text: String) -> Predicate<Self>? { nil }
}

/// Selects the records that a part of a title means.
public enum TitleMatch {
    /// Returns the best of several titles that contain a text: those that equal it; else those that begin with
    /// it; else those with a word that begins with it; else all. Case and accents are ignored. A text of less than four
    /// characters is never meant inside a word, as “or” in “New York”.
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
        let wanted = SearchFold.foldName(text)
        if needsBeginning(wanted) {
            // Other names than the title, such as a code, may contain the text.
            let found = records.filter { record in
                let name = SearchFold.foldName(title(record))
                return beginsWord(with: wanted, in: name) || !name.contains(wanted)
            }
            if found.count < records.count { return best(found, for: text, title: title) }
        }
        guard records.count > 1 else { return records }
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

    /// Whether a text is too short to be meant inside a word. In scripts without spaces, words of one character are usual.
    private static func needsBeginning(_ text: String) -> Bool {
        !text.isEmpty && text.count < 4 && text.unicodeScalars.allSatisfy { $0.value < 0x530 }
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
