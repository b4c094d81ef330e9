import Localization

/// What readline itself says and shows, in the person's language: that the history is searched, how often the next key
/// counts, and what a word can become.
struct LineWords {
    private let presentation: Presentation

    init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// What is to be shown for a message of readline's; `nil` where it isn't one of those that are words.
    func message(for shown: String) -> String? {
        words(for: shown).map { Scribe(presentation).string($0) + " " }
    }

    /// What a word can become, as it is shown below the line.
    func candidates(_ completion: LineCompletion, columns: Int, rows: Int) -> String {
        CandidateList(presentation).text(
            completion.candidates.map(\.display), total: completion.total, columns: columns, rows: rows)
    }

    private func words(for shown: String) -> LocalizedText? {
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
    /// What stands between a beginning and an end that the text has.
    fileprivate func between(_ beginning: String, _ end: String) -> String? {
        guard hasPrefix(beginning), hasSuffix(end), count >= beginning.count + end.count else { return nil }
        return String(dropFirst(beginning.count).dropLast(end.count))
    }
}
