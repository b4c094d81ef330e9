import Localization
import ModelData
import ProgramKit
import Shell

extension ValueType where Value == RecordReference {
    /// An issue, by its number or a part of its title.
    static var issue: ValueType<RecordReference> {
        .record(Portfolio.text("ISSUE"), source: IssueCompletions.issues)
    }
}

extension ValueType where Value == String {
    /// A tag by its name, with or without `#`.
    static var tag: ValueType<String> {
        ValueType(placeholder: Portfolio.text("TAG"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            var name = Substring(string.trimmingWhitespace())
            if name.hasPrefix("#") { name = name.dropFirst() }
            if name.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return String(name)
        }
    }
}

/// The arguments for issues that commands share.
enum IssueArguments {
    static let issue = Parameter.optional(
        "issue", .issue, help: text("The issue's number, or a part of its title. Default: the opened issue."))
    /// The issue of a command that sets a text.
    static let issueOption = Parameter.option(
        "issue", .issue, help: text("The issue's number, or a part of its title. Default: the opened issue."))
    /// The rule of commands that set a text.
    static let textRule = text(
        "If an issue is open, all words are the text, unless the first one is a number with #. If none is open, the first word is the issue's number or a part of its title."
    )
    static let issues = Parameter.rest(
        "issue", .recordOrCondition(text("ISSUE"), source: IssueCompletions.issuesOrQueries),
        help: text(
            "The issues' numbers, parts of their titles, or a query such as 'is:open #done'. Default: the opened issue."
        )
    ).takingHyphens
}

extension PortfolioSession {
    /// Returns the issue that a reference names. If there is no reference, returns the open issue.
    func issue(_ reference: RecordReference?) throws -> Issue { try record(reference, orOpen: Issue.self) }

    /// Returns the issue of a command that sets a text, and the words of the text.
    func issueAndText(_ words: [String], _ invocation: Invocation) throws -> (issue: Issue, text: [String]) {
        if let given = try invocation[IssueArguments.issueOption] { return (try issue(given), words) }
        let (reference, text) = try RecordReference.splitText(words, isOpen: try openIssue != nil)
        if case .number? = reference {
            try checkText(text, after: words[0], invocation)
            return (try issue(reference), text)
        }
        do {
            // If another process deleted the open issue, this throws. The words must not name another issue then.
            let open = try issue(nil)
            return (open, words)
        } catch let error as NothingOpenError {
            if case .title? = reference, text.isEmpty { throw error }
            try checkText(text, after: words[0], invocation)
            return (try issue(reference), text)
        }
    }

    /// Refuses a text that probably names a second issue, as in `note 1 or 2 Call Ann` and `title milk or rent`.
    private func checkText(_ words: [String], after reference: String, _ invocation: Invocation) throws {
        guard let first = words.first, ConditionOperators(localizer).join(first) else { return }
        let isNumber = words.dropFirst().first.flatMap { TypedNumbers($0) } != nil
        guard isNumber || invocation.command == "title" else { return }
        let written = words.joined(separator: " ")
        throw ValueError.refused(
            text("It is unclear whether “%@” is a text or names other issues.", written),
            remedy: text(
                "The command changes one issue. For this text, write “%@”.",
                "\(invocation.command) \(Quoting.quote(reference)) \(QuotedText.quoted(written))"))
    }

    /// Refuses words of `edit` that would be a title but probably name other issues, as in `edit 1 or 2 due:friday`.
    ///
    /// - Parameters:
    ///   - words: The words after the issue. Those in quotes are a title.
    ///   - reference: The issue.
    ///   - hasOptions: Whether the line also has options.
    /// - Throws: `ValueError` with the lines for several issues and for the title, and the errors of parsing the words.
    func checkTitle(in words: [String], of reference: RecordReference, hasOptions: Bool) throws {
        let parts = try QuickEntry(words, changing: true, fieldContext.parsing).parts
        let title = parts.compactMap { part -> String? in
            if case .text(let word) = part { word } else { nil }
        }
        // A quoted word isn't among the words as they were typed.
        guard let first = title.first, words.contains(first) else { return }
        let operators = ConditionOperators(localizer)
        let namesIssues = title.allSatisfy { word in
            words.contains(word) && (operators.join(word) || TypedNumbers(word) != nil)
        }
        guard namesIssues || operators.join(first) else { return }
        let issue: String
        var conditions: [String] = []
        switch reference {
        case .digits(let number, _), .number(let number):
            issue = String(number)
            conditions.append("number:\(number)")
        case .title(let name):
            issue = Quoting.quote(name)
            conditions.append(issue)
        }
        for part in title.split(whereSeparator: operators.join) {
            let numbers = part.compactMap { TypedNumbers($0)?.condition }
            conditions +=
                numbers.count == part.count
                ? numbers : [part.map { Quoting.quote($0) }.joined(separator: " ")]
        }
        let written = title.joined(separator: " ")
        let values = words.filter { !title.contains($0) }.map { " \($0)" }.joined()
        let end = hasOptions || values.isEmpty ? " …" : ""
        throw ValueError.refused(
            text("It is unclear whether “%@” is a title or names other issues.", written),
            remedy: text(
                "Write “%1$@” to change these issues, or “%2$@” for the title.",
                "edit --where \(QuotedText.quoted(conditions.joined(separator: " or ")))\(values)\(end)",
                "edit \(issue) \(QuotedText.quoted(written))\(values)"))
    }

    /// Returns the issues that the arguments of a changing command mean, and whether conditions select them. Without
    /// arguments, returns the open issue. Conditions alone mean what `list` shows for them.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - invocation: The call.
    /// - Throws: ``BulkEnd/noMatch(isCurrentOnly:)`` if conditions alone select no issue, and `RecordError` if the named
    ///   issues don't meet them.
    func issues(
        _ arguments: [String], _ invocation: Invocation
    ) throws -> (models: [Issue], areConditional: Bool) {
        if arguments.isEmpty { return ([try issue(nil)], false) }
        let (terms, references) = try conditions.splitReferences(arguments, fieldContext)
        guard references.isEmpty else { return try records(arguments, conditions) }
        let query = try currentQuery(terms, invocation, order: IssueOrder())
        if usesSelection(invocation) {
            let filter = try lastingFilter()
            if !filter.isEmpty { interaction.say(Output([.message(text("The filter is on: %@", filter))])) }
        }
        let found = try query.issues(in: self).sorted { $0.number < $1.number }
        if found.isEmpty { throw BulkEnd.noMatch(isCurrentOnly: query.showsOnlyCurrent) }
        return (found, true)
    }

    /// Returns the issues that a command changes. If a query selects several, a user at a terminal sees their titles and is
    /// asked first. A script needs `--yes` only to close several.
    ///
    /// - Parameters:
    ///   - invocation: The call.
    ///   - arguments: The issues. Default: the arguments of the call.
    ///   - closes: Whether the command closes the issues. Default: `false`.
    ///   - changes: Whether the command would change an issue. The question names only these.
    /// - Returns: The issues.
    /// - Throws: ``BulkEnd`` if no issue matches or the user declines, and the errors of asking.
    func issuesToChange(
        _ invocation: Invocation, _ arguments: [String]? = nil, closes: Bool = false,
        changes: (Issue) -> Bool = { _ in true }
    ) async throws -> [Issue] {
        let (issues, areConditional) = try issues(arguments ?? invocation[IssueArguments.issues], invocation)
        guard areConditional else { return issues }
        let changed = issues.filter(changes)
        if changed.count <= 1 || (!interaction.isInteractive && !closes) { return issues }
        let question = text("Change %1$lld issues: %2$@?", changed.count, Self.names(changed))
        guard try await interaction.confirm(question, for: invocation) else { throw BulkEnd.declined }
        return issues
    }

    /// Returns the titles of issues as a list. Of many issues, it has the first eight and the number of others.
    static func names(_ issues: [Issue]) -> TextArgument { names(issues.map(\.title)) }

    /// Returns titles as a list. Of many titles, it has the first eight and the number of others.
    static func names(_ titles: [String]) -> TextArgument {
        let shown = 8
        var names = titles.prefix(shown).map { TextArgument.text(text("“%@”", $0)) }
        if titles.count > shown { names.append(.text(text("%lld more", titles.count - shown))) }
        return .list(names)
    }
}
