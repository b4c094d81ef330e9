import Localization
import ProgramKit
import Shell

/// `edit`: edits a whole issue as one text in the user's editor, or sets values that words name.
struct EditCommand: Command {
    static let words = Parameter.words(
        "change", ValueType<String>.title.completed(from: IssueCompletions.entries).keepingQuotes,
        placeholder: text("CHANGE"),
        help: text(
            "The changes as words of “new”: #tag, !high, due:friday; -tag removes a tag, due: clears a value. Other words are the new title. Default: the editor."
        )
    )
    .takingHyphens
    .claiming { QuickEntry.isValue($0, changing: true, $1) }
    .findingValues(of: QuickEntry.longValues.union(["title"]))
    private static let wanted = Parameter.option(
        "where", .condition(source: IssueCompletions.terms),
        help: text("Changes all issues that meet these conditions, such as “#work due:none”."))

    let declaration = CommandDeclaration(
        "edit", aliases: ["modify"], group: .changes,
        summary: text("Edits everything about an issue as one text in $EDITOR, or changes what words name."),
        discussion: [
            text(
                "The text has a line for each field, an empty line, and the content. Mistakes are reported with their lines, and you can correct them. Other changes of the issue in the meantime are kept in the fields that you don't change."
            )
        ],
        parameters: [IssueArguments.issue.declaration, words.declaration, wanted.declaration]
            + Issue.fields.options() + [NewCommand.yes.declaration],
        examples: [
            .verbatim("edit 12"), .verbatim(lines: "open 12", "edit"), text("edit 12 due:friday !high #work"),
            text("edit 12 due: -work"), .verbatim("edit --where due:none due:friday"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let reference = try invocation[IssueArguments.issue]
        let words = try invocation[Self.words]
        let options = try Issue.fields.changes(invocation)
        if let conditions = try invocation[Self.wanted] {
            // The first word isn't an issue but a change.
            if case .number? = reference { throw FieldError.recordAndConditions }
            let words = [reference?.typed].compactMap(\.self) + words
            return try await change(issuesMeeting: conditions, words, options, invocation, session)
        }
        let issue = try session.issue(reference)
        if !words.isEmpty || !options.isEmpty {
            let isAllowed = try invocation[NewCommand.yes]
            let beginsWithValue =
                words.first.map { QuickEntry.isValue($0, changing: true, session.localizer) } ?? false
            if let reference {
                try session.checkTitle(in: words, of: reference, hasOptions: !options.isEmpty)
            }
            let old = issue.title
            let changed = try await change(
                issue, words, options, canRename: reference != nil || !beginsWithValue, isAllowed: isAllowed,
                session)
            guard session.context.hasChanges else { return try IssueChange.unchanged([issue], session) }
            return Output(
                [.message(Self.message(issue, old, isOnlyRenamed: changed.count == 1))],
                data: [.record(Issue.fields.data(issue, session.fieldContext))])
        }
        let before = IssueText(issue, in: session)
        let context = session.fieldContext.parsing
        var typed = before.written(session.localizer)
        while true {
            do {
                typed = try await session.interaction.edit(typed)
            } catch UsageError.cannotEdit {
                throw ValueError.refused(
                    UsageError.cannotEdit.problem,
                    remedy: text("Use commands such as “title”, “due” and “content --text”, or “import”."))
            }
            var (after, mistakes) = IssueText.parse(typed, context)
            if mistakes.isEmpty { mistakes = try Self.mistakes(in: after, of: issue, session) }
            if mistakes.isEmpty { return try await apply(after, before, to: issue, session) }
            session.interaction.show(IssueTextError(mistakes: mistakes))
            guard try await session.interaction.confirm(text("Edit the text again?")) else {
                // The text is kept as a draft, whose path is shown.
                throw ValueError.refused(text("Nothing was changed."), remedy: nil)
            }
        }
    }

    /// Changes all issues that meet conditions.
    private func change(
        issuesMeeting conditions: String, _ words: [String], _ options: [FieldChange<Issue>],
        _ invocation: Invocation, _ session: PortfolioSession
    ) async throws -> Output {
        let quick = try QuickEntry(words, changing: true, session.fieldContext.parsing)
        // Issues with one title are a mistake. Words that aren't values are probably conditions.
        if options.contains(where: { $0.key == "title" }) { throw FieldError.recordAndConditions }
        let texts = quick.parts.compactMap { part -> String? in
            if case .text(let word) = part { word } else { nil }
        }
        .joined(separator: " ")
        if !texts.isEmpty {
            throw UsageError.unclearText(
                texts, option: "--where", argument: text("CHANGE"),
                examples: ["--where \(Quoting.quote("\(conditions) \(texts)"))"])
        }
        if words.isEmpty, options.isEmpty { throw FieldError.nothingToChange(option: "due") }
        try Issue.fields.checkOnce(quick.changes + options)
        let issues = try await session.issuesToChange(invocation, [conditions])
        var names: [LocalizedText] = [], count = 0
        for issue in issues {
            let isAllowed = try invocation[NewCommand.yes]
            let own = try await change(
                issue, words, options, canRename: true, isAllowed: isAllowed, session)
            names += own.filter { !names.contains($0) }
            if !own.isEmpty { count += 1 }
        }
        guard session.context.hasChanges else { return try IssueChange.unchanged(issues, session) }
        return Output(
            [.message(.changed(entries: count, names))],
            data: [.table(try IssueTable.data(issues, session))])
    }

    /// Returns the message about an edited issue, which names both titles if it was renamed.
    private static func message(_ issue: Issue, _ old: String, isOnlyRenamed: Bool) -> LocalizedText {
        if issue.title == old { return text("Edited “%@”.", old) }
        return isOnlyRenamed
            ? text("“%1$@” is now called “%2$@”.", old, issue.title)
            : text("Edited “%1$@”, which is now called “%2$@”.", old, issue.title)
    }

    /// Sets the values that words and options name.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - words: The words.
    ///   - options: The changes of options.
    ///   - canRename: Whether words can be the new title. In `edit !high login`, “login” is probably another issue than the
    ///     open one.
    ///   - isAllowed: Whether unknown tags are created without a question.
    ///   - session: The session.
    /// - Returns: The names of the changed fields, as they are within a sentence.
    private func change(
        _ issue: Issue, _ words: [String], _ options: [FieldChange<Issue>], canRename: Bool, isAllowed: Bool,
        _ session: PortfolioSession
    ) async throws -> [LocalizedText] {
        let quick = try QuickEntry(words, changing: true, session.fieldContext.parsing)
        let old = issue.title
        var titleWords: [String] = []
        var tags: [Tag] = []
        var removed: [Tag] = []
        for part in quick.parts {
            switch part {
            case .text(let word): titleWords.append(word)
            case .tag(let name, _):
                if let tag = try session.context.tag(toAdd: name, isNew: isAllowed) {
                    tags.append(tag)
                } else {
                    tags.append(try await session.createTag(name, isAllowed: isAllowed))
                }
            case .removedTag(let name): removed.append(try session.context.tag(matching: name))
            }
        }
        let title = titleWords.joined(separator: " ")
        if let first = titleWords.first, !canRename {
            throw UsageError.unwantedArgument(first, usage: text("edit NUMBER [WORD…]"))
        }
        // In “edit 12 --title New name”, “name” would be lost.
        if let first = titleWords.first, options.contains(where: { $0.key == "title" }) {
            throw UsageError.tooManyArguments(first, usage: text("edit NUMBER [WORD…]"))
        }
        if !title.isEmpty, title != issue.title { issue.title = title }
        var changed = try Issue.fields.apply(quick.changes + options, to: issue, session.fieldContext)
        if !title.isEmpty, issue.title != old { changed.insert(text("title"), at: 0) }
        let added = tags.filter { tag in !issue.tags.contains { $0 === tag } }
        let lost = removed.filter { tag in issue.tags.contains { $0 === tag } }
        if !added.isEmpty || !lost.isEmpty {
            issue.tags = (issue.tags + added).filter { tag in !lost.contains { $0 === tag } }
            issue.touch(session.now)
            changed.append(text("tags"))
        }
        return changed
    }

    /// Returns the mistakes that only the store reveals: unknown blocking issues and cycles.
    private static func mistakes(
        in edited: IssueText, of issue: Issue, _ session: PortfolioSession
    ) throws -> [IssueText.Mistake] {
        let line = edited.lines[IssueText.blockersName] ?? 1
        return try edited.blockers.compactMap { number in
            let reason: LocalizedText?
            if let other = try session.context.object(Issue.self, number: Int64(number)) {
                reason =
                    other === issue
                    ? IssueError.blocksItself(title: issue.title).problem
                    : other.chain(to: issue).map {
                        IssueError.cycle(title: issue.title, blocker: other.title, path: $0).problem
                    }
            } else {
                reason = text("There is no issue number %@.", String(number))
            }
            return reason.map { IssueText.Mistake(line: line, reason: $0) }
        }
    }

    private func apply(
        _ after: IssueText, _ before: IssueText, to issue: Issue, _ session: PortfolioSession
    ) async throws -> Output {
        var tags: [Tag] = []
        for name in after.tags {
            if let tag = try session.context.tag(toAdd: name, isNew: false) {
                tags.append(tag)
            } else {
                tags.append(try await session.createTag(name, isAllowed: false))
            }
        }
        let context = session.fieldContext
        let wasOpen = issue.isOpen, old = issue.title
        _ = try Issue.fields.apply(after.changes(from: before, context.parsing), to: issue, context)
        if after.content != before.content { issue.content = after.content }
        var isRelated = false
        if Set(after.tags.map(Tag.key)) != Set(before.tags.map(Tag.key)) {
            issue.tags = tags
            isRelated = true
        }
        if Set(after.blockers) != Set(before.blockers) {
            issue.blockedBy = try after.blockers.compactMap {
                try session.context.object(Issue.self, number: Int64($0))
            }
            isRelated = true
        }
        if after.notes != before.notes {
            changeNotes(after.notes, of: issue, session)
            isRelated = true
        }
        let continuation =
            wasOpen && !issue.isOpen ? issue.continuation(try issue.nextOccurrence(in: session)) : nil
        if isRelated { issue.touch(session.now) }
        guard session.context.hasChanges else { return try IssueChange.unchanged([issue], session) }
        var blocks: [Block] = [.message(Self.message(issue, old, isOnlyRenamed: false))]
        if let continuation { blocks.append(.message(continuation)) }
        return Output(blocks, data: [.record(Issue.fields.data(issue, session.fieldContext))])
    }

    /// Changes, deletes and adds notes. A note is recognized by its time.
    private func changeNotes(_ written: [IssueText.WrittenNote], of issue: Issue, _ session: PortfolioSession)
    {
        var left = written
        for note in issue.notesInOrder {
            let time = ISOTime.string(note.written)
            if let index = left.firstIndex(where: { $0.time == time }) {
                if note.text != left[index].text { note.text = left[index].text }
                left.remove(at: index)
            } else {
                session.context.delete(note)
            }
        }
        for added in left {
            let note = Note(text: added.text, written: added.time.flatMap(ISOTime.date) ?? session.now)
            session.context.insert(note)
            note.issue = issue
        }
    }
}
