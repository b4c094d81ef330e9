import Localization

/// Translates readline's own messages: those of the history search and of the repeat count. Also formats
/// readline's list of candidates.
struct ReadlineMessages {
    private let presentation: Presentation

    init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// Returns the translation of a readline message; `nil` for any other text.
    func message(for shown: String) -> String? {
        localizedMessage(for: shown).map { TextStyler(presentation).string($0) + " " }
    }

    /// Returns the list of candidates that is shown below the line.
    func candidates(_ completion: LineCompletion, columns: Int, rows: Int) -> String {
        CandidateList(presentation).text(
            completion.candidates.map(\.display), total: completion.total, columns: columns, rows: rows)
    }

    private func localizedMessage(for shown: String) -> LocalizedText? {
        if let count = shown.between("(arg: ", ") ") { return text("(arg: %@)", count) }
        if let typed = shown.between("(reverse-i-search)`", "': ") {
            return text("(reverse-i-search)`%@':", typed)
        }
        if let typed = shown.between("(i-search)`", "': ") { return text("(i-search)`%@':", typed) }
        if let typed = shown.between("(failed reverse-i-search)`", "': ") {
            return text("(failed reverse-i-search)`%@':", typed)
        }
        if let typed = shown.between("(failed i-search)`", "': ") {
            return text("(failed i-search)`%@':", typed)
        }
        return nil
    }
}

extension String {
    /// Returns the text between a prefix and a suffix; `nil` if the text doesn't have both.
    fileprivate func between(_ beginning: String, _ end: String) -> String? {
        guard hasPrefix(beginning), hasSuffix(end), count >= beginning.count + end.count else { return nil }
        return String(dropFirst(beginning.count).dropLast(end.count))
    }
}
