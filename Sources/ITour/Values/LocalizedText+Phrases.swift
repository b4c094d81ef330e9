import Localization

extension LocalizedText {
    /// Joins phrases with commas.
    static func joined(_ parts: [LocalizedText]) -> LocalizedText? {
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) {
            LocalizedText("%1$@, %2$@", table: "", [.text($0), .text($1)])
        }
    }
}
