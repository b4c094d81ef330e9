/// Completes the last condition of a query.
enum QueryCompletion {
    /// Conditions that Tab offers.
    static let conditions =
        (IssueStatus.allCases.map(\.rawValue) + QueryTerm.Flag.allCases.map(\.rawValue)).map { "is:\($0)" }
        + Priority.allCases.map { "priority:\($0.rawValue)" }
        + ["due:today", "due:<today", "due:<=friday", "due:7d", "due:none", "wait:any"]
        + ["created:7d", "modified:7d", "closed:7d"] + ["text:", "title:", "content:", "note:", "tag:"]

    /// Returns the completions of a query whose last condition isn't complete.
    ///
    /// - Parameters:
    ///   - typed: The typed query.
    ///   - tags: The names of all tags.
    static func candidates(for typed: String, tags: [String]) -> [String] {
        let start = typed.lastIndex { $0.isWhitespace || $0 == "(" }.map { typed.index(after: $0) }
        var head = String(typed[..<(start ?? typed.startIndex)])
        var last = typed[(start ?? typed.startIndex)...]
        if last.hasPrefix("-") {
            head += "-"
            last = last.dropFirst()
        }
        if last.hasPrefix("#") { return tags.map { "\(head)#\($0)" } }
        if last.lowercased().hasPrefix("tag:") { return tags.map { "\(head)tag:\($0)" } }
        let words = head.isEmpty || head.hasSuffix("-") ? [] : ["or", "not"]
        return (conditions + words).map { head + $0 } + (last.isEmpty ? tags.map { "\(head)#\($0)" } : [])
    }
}
