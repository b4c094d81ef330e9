import Localization

extension LocalizedText {
    /// A text of the data as ``TitledModel/recordDetail``; `nil` where it is empty.
    ///
    /// ```swift
    /// var recordDetail: LocalizedText? { LocalizedText.beside(author) }
    /// ```
    public static func beside(_ text: String?) -> LocalizedText? {
        guard let text, !text.isEmpty else { return nil }
        return .verbatim(text)
    }
}
