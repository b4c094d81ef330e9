import Localization
import ModelData
import ProgramKit
import Shell

/// `tags`: lists the tags, each with its number of issues.
struct TagsCommand: Command {
    let declaration = CommandDeclaration(
        "tags", group: .looking, summary: text("Lists the tags, each with its number of issues."),
        examples: [.verbatim("tags")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let tags = session.collator.sorted(try session.context.fetch(FetchDescriptor<Tag>()), by: \.name)
        let table = try TagTable.table(tags, session)
        return Output(table, ifEmpty: text("There are no tags yet. Create one with “tag new”."))
    }
}

/// `tag` and `untag`: add a tag to issues, or remove a tag from issues.
struct TaggingCommand: Command {
    static let named = Parameter.required(
        "tag", .tag, help: text("The tag, with or without #."), question: text("Which tag"))

    let declaration: CommandDeclaration
    private let adds: Bool

    /// `tag`: adds a tag to issues.
    static var tag: TaggingCommand {
        TaggingCommand(
            declaration: CommandDeclaration(
                "tag", group: .tags, summary: text("Adds a tag to issues."),
                discussion: [text("If a tag has the name of a command, write # before it: tag #new.")],
                parameters: [named.declaration, IssueArguments.issues.declaration],
                examples: [
                    text("open 12\ntag work"), text("tag work 12 13 login"), text("tag work is:overdue"),
                ], changesData: true,
                needsConfirmation: true),
            adds: true)
    }

    /// `untag`: removes a tag from issues.
    static var untag: TaggingCommand {
        TaggingCommand(
            declaration: CommandDeclaration(
                "untag", group: .tags, summary: text("Removes a tag from issues."),
                parameters: [named.declaration, IssueArguments.issues.declaration],
                examples: [
                    text("open 12\nuntag work"), text("untag work 12 13"), text("untag work is:closed"),
                ], changesData: true,
                needsConfirmation: true),
            adds: false)
    }

    /// Without arguments, the command changes the open issue, so an issue must be open.
    func willAsk(after given: Invocation, in session: PortfolioSession) throws { _ = try session.issue(nil) }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try session.tagName(try invocation[Self.named])
        let references = try invocation[IssueArguments.issues]
        let tag: Tag
        let issues: [Issue]
        do {
            let isAllowed = try invocation.isConfirmed
            let known =
                try adds
                ? session.context.tag(toAdd: name, isNew: isAllowed) : session.context.tag(matching: name)
            if known == nil, let error = try reordered(name, references, isUnknown: false, session) {
                throw error
            }
            issues = try await session.issuesToChange(invocation) { issue in
                issue.tags.contains { $0 === known } != adds
            }
            if let known {
                tag = known
            } else {
                // Words such as “tag nwe work” are probably a mistyped command, not a new tag.
                if !isAllowed, let error = try Self.suggestion(for: name, references, session) { throw error }
                tag = try await session.createTag(name, isAllowed: isAllowed)
            }
        } catch let error where error is TagError || error is RecordError {
            if let better = try Self.suggestion(for: name, references, session) { throw better }
            let isUnknown = !adds || error is RecordError
            throw try reordered(name, references, isUnknown: isUnknown, session) ?? error
        }
        let changed = issues.filter { issue in issue.tags.contains { $0 === tag } != adds }
        for issue in changed {
            if adds {
                issue.tags.append(tag)
            } else {
                issue.tags.removeAll { $0 === tag }
            }
            issue.touch(session.now)
        }
        return try IssueChange.output(
            changed, of: issues, session,
            one: {
                adds
                    ? text("“%1$@” now has the tag “%2$@”.", $0, tag.name)
                    : text("“%1$@” no longer has the tag “%2$@”.", $0, tag.name)
            },
            many: {
                adds
                    ? text("%1$lld issues now have the tag “%2$@”.", $0, tag.name)
                    : text("%1$lld issues no longer have the tag “%2$@”.", $0, tag.name)
            }, label: { label(tag, $0, $1) })
    }
}

extension TaggingCommand {
    /// Returns the label for the history, from the title of one issue or the number of several.
    private func label(_ tag: Tag, _ title: String?, _ count: Int) -> LocalizedText {
        guard let title else {
            return adds
                ? text("Tagged %1$lld issues with “%2$@”.", count, tag.name)
                : text("Removed the tag “%2$@” from %1$lld issues.", count, tag.name)
        }
        return adds
            ? text("Tagged “%1$@” with “%2$@”.", title, tag.name)
            : text("Removed the tag “%2$@” from “%1$@”.", title, tag.name)
    }

    /// Returns an error with the line whose first word is the tag, if the tag is probably the last one, as in `tag 12 work`;
    /// `nil` if it isn't.
    ///
    /// - Parameters:
    ///   - name: The first word.
    ///   - references: The other words.
    ///   - isUnknown: Whether the line names a tag or an issue that doesn't exist. Otherwise, it may create a tag.
    ///   - session: The session.
    private func reordered(
        _ name: String, _ references: [String], isUnknown: Bool, _ session: PortfolioSession
    ) throws -> TagError? {
        guard let last = references.last, try session.context.tag(named: name) == nil else { return nil }
        var typed = QuotedText.unquoted(last)
        if typed.hasPrefix("#") { typed.removeFirst() }
        let isTag = try session.context.tag(named: session.tagName(typed)) != nil
        let number = Int64(name)
        let isNumber = try number.map { try session.context.object(Issue.self, number: $0) != nil } ?? false
        let isNewTag = adds && isUnknown && !session.conditions.isMeant(by: last, session.localizer)
        guard isTag ? isNumber || isUnknown : isNumber && isNewTag else { return nil }
        // “tag new 12” is another command.
        let isCommand = ["new", "add", "rename", "delete"].contains(typed.lowercased())
        let words =
            [declaration.name, isCommand ? "#\(typed)" : last, Quoting.quote(name)] + references.dropLast()
        return .order(name, line: words.joined(separator: " "))
    }

    /// Returns an error with a suggestion. The words may be the name of a single tag, or a mistyped command
    /// such as `tag new`. Returns `nil` if neither is likely.
    private static func suggestion(
        for name: String, _ references: [String], _ session: PortfolioSession
    ) throws -> TagError? {
        var words = [name]
        for reference in references {
            guard case .title(let word)? = try? RecordReference(reference),
                !session.conditions.isMeant(by: reference, session.localizer)
            else { break }
            words.append(word)
            if let whole = try session.context.tag(named: words.joined(separator: " ")) {
                return .severalWords(name, name: whole.name)
            }
        }
        let near = Localization.nearest(to: name, in: ["new", "rename", "delete"]).map { "tag \($0)" }
        let isKnown = try session.context.tag(named: name) != nil
        return near.isEmpty || isKnown ? nil : .command(name, nearest: near)
    }
}

/// `tag new`: creates a tag.
struct NewTagCommand: Command {
    static let name = Parameter.words("name", .newTag, help: text("The name. Default: “New tag”."))

    let declaration = CommandDeclaration(
        "tag new", aliases: ["tag add"], group: .tags, summary: text("Creates a tag."),
        parameters: [name.declaration],
        examples: [.verbatim("tag new"), text("tag new work")], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let given = QuickEntry.tagName(
            try invocation[Self.name].joined(separator: " "), isNew: true, session.localizer)
        let name = try given.isEmpty ? unusedName(in: session) : CheckedText.tagName(given)
        if let existing = try session.context.tag(named: name) { throw TagError.exists(existing.name) }
        let tag = Tag(name: name)
        session.context.insert(tag)
        return Output(label: text("Created the tag “%@”.", name)) {
            try Output(
                [.message(text("Created the tag “%@”.", name))],
                data: [.record(TagTable.record(tag, session))])
        }
    }

    /// Returns “New tag”. If a tag has this name, returns “New tag 2” and so on.
    private func unusedName(in session: PortfolioSession) throws -> String {
        let usual = session.localizer.string(text("New tag"))
        var name = usual, number = 1
        while try session.context.tag(named: name) != nil {
            number += 1
            name = "\(usual) \(number)"
        }
        return name
    }
}

/// `tag rename`: renames a tag.
struct RenameTagCommand: Command {
    static let name = Parameter.required(
        "name", .newTag, help: text("The new name."), question: text("New name"))

    let declaration = CommandDeclaration(
        "tag rename", group: .tags, summary: text("Renames a tag."),
        parameters: [TaggingCommand.named.declaration, name.declaration],
        examples: [text("tag rename work job")], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let wanted = try session.tagName(try invocation[TaggingCommand.named])
        try SmartFilterNames.refuse(wanted, session)
        let tag = try session.context.tag(matching: wanted)
        let name = try CheckedText.tagName(
            QuickEntry.tagName(try invocation[Self.name], isNew: true, session.localizer))
        let old = tag.name
        if let existing = try session.context.tag(named: name), existing !== tag {
            throw TagError.exists(existing.name)
        }
        if name != old { tag.rename(to: name) }
        let message =
            name == old
            ? text("“%@” already has these values. Nothing changed.", old)
            : text("The tag “%1$@” is now called “%2$@”.", old, name)
        return Output(
            [.message(message)], data: [.record(try TagTable.record(tag, session))],
            label: text("Renamed the tag “%1$@” to “%2$@”.", old, name))
    }
}

extension Tag {
    private static let named = Parameter.rest(
        "tag", .tag, minimum: 1, help: text("The tags, with or without #."), question: text("Which tag"))

    /// `tag delete`: deletes tags, but not their issues.
    @MainActor static let delete = DeleteRecordsCommand<PortfolioSession, Tag>(
        "tag delete", group: .tags, summary: text("Deletes tags after confirmation. Their issues stay."),
        records: RecordArgument([named.declaration]) { invocation, _, session in
            try invocation[named].reduce(into: []) { tags, typed in
                let name = try session.tagName(typed)
                try SmartFilterNames.refuse(name, session)
                let tag = try session.context.tag(matching: name)
                if !tags.contains(where: { $0 === tag }) { tags.append(tag) }
            }
        },
        examples: [text("tag delete work"), text("tag delete work later")],
        question: {
            $0.count == 1
                ? text("Delete the tag “%@”? Its issues stay.", $0[0].name)
                : text("Delete %1$lld tags: %2$@? Their issues stay.", $0.count, names($0))
        },
        message: {
            $0.count == 1
                ? text("Deleted the tag “%@”.", $0[0].name)
                : text("Deleted %1$lld tags: %2$@.", $0.count, names($0))
        },
        label: { $0.count == 1 ? nil : text("Deleted %lld tags.", $0.count) },
        table: { try TagTable.table($0, $1) })

    private static func names(_ tags: [Tag]) -> TextArgument {
        .list(tags.map { .text(text("“%@”", $0.name)) })
    }
}

extension CommandGroup {
    /// The commands for tags.
    static var tags: CommandGroup { CommandGroup(text("Tags")) }
}

/// Checks the names in commands for tags. Smart filters are listed together with tags, but these commands
/// don't accept them.
@MainActor
enum SmartFilterNames {
    /// Throws ``SmartFilterError`` if a smart filter has this name, but no tag has it.
    static func refuse(_ name: String, _ session: PortfolioSession) throws {
        guard let view = BuiltInView(named: name, session.localizer), BuiltInView.filters.contains(view),
            try session.context.tag(named: name) == nil
        else { return }
        throw SmartFilterError(name: name)
    }
}

/// An error for commands that try to rename or delete a smart filter.
struct SmartFilterError: PresentableError {
    let name: String

    var problem: LocalizedText { text("“%@” is a smart filter; it can't be renamed or deleted.", name) }
    var remedy: LocalizedText? { text("Use the name of a tag. “tags” lists all tags.") }
}
