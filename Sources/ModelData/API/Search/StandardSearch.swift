import Basics

/// Text search that ignores case, accents and the strokes of letters.
///
/// ```swift
/// StandardSearch.contains("Łódź", "lodz")       // true
/// StandardSearch.contains("Müller", "mueller")  // true, as well as “muller”
/// ```
///
/// `localizedStandardContains` in a `#Predicate`, `searchFolded`, and their SQL translations use this search.
/// So a query finds the same records in the store and in memory, in every language.
public enum StandardSearch {
    /// Returns a text in lower case, without accents and strokes: ł becomes l, ø becomes o, and ß becomes ss.
    ///
    /// ```swift
    /// StandardSearch.folded("Straße in Øster Søgade")  // "strasse in oster sogade"
    /// ```
    ///
    public static func folded(_ text: String) -> String { FoldedText.letters(text) }

    /// Returns whether a text contains another one, comparing their folded forms.
    ///
    /// ```swift
    /// StandardSearch.contains("Gödel, Escher, Bach", "godel")  // true
    /// ```
    ///
    /// - Parameters:
    ///   - text: The text to search in.
    ///   - search: The text to search for. If it is empty, the result is false.
    public static func contains(_ text: String, _ search: String) -> Bool {
        var text = text
        var search = search
        let needle = search.withUTF8 { FoldedText.letters($0) }
        return text.withUTF8 { FoldedText.contains($0, folded: needle) }
    }
}

extension String {
    /// The string in the form that searches compare: in lower case, without accents and strokes.
    ///
    /// ```swift
    /// let search = "lodz".searchFolded
    /// let predicate = #Predicate<Book> { $0.title.searchFolded.contains(search) }
    /// ```
    ///
    /// A `#Predicate` that uses this property is translated to SQL.
    public var searchFolded: String { StandardSearch.folded(self) }
}
