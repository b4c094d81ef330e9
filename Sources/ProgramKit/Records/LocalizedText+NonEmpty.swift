import Localization

extension LocalizedText {
    /// Returns a text of a record, such as an author, as a localized text that is never translated; `nil` if
    /// it is empty.
    ///
    /// ```swift
    /// var recordDetail: LocalizedText? { LocalizedText.nonEmpty(book.author) }
    /// ```
    public static func nonEmpty(_ text: String?) -> LocalizedText? {
        guard let text, !text.isEmpty else { return nil }
        return .verbatim(text)
    }
}
