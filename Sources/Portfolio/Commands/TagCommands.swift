import Localization
import ModelData
import Shell
import Suite

/// `tags`: the tags, and how many issues they have.
struct TagsCommand: Command {
    let declaration = CommandDeclaration(
        "tags", group: .looking, summary: text("Lists the tags, each with its number of issues."),
        examples: ["tags"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let tags = session.collator.sorted(try session.context.fetch(FetchDescriptor<Tag>()), by: \.name)
        let table = try TagTable.table(tags, session)
        if !tags.isEmpty { return Output([.table(table)]) }
        return Output([.message(text("There are no tags yet. “tag new” makes one."))], data: [.table(table)])
    }
}

/// `tag` and `untag`: give issues a tag, or take it from them.
struct TaggingCommand: Command {
    static let named = Parameter.required(
        "tag", .tag, help: text("The tag, with or without #."), question: text("Which tag"))

    let declaration: CommandDeclaration
    private let adds: Bool

    /// `tag`: gives issues a tag.
    static var tag: TaggingCommand {
        TaggingCommand(
            declaration: CommandDeclaration(
                "tag", group: .tags, summary: text("Gives issues a tag."),
                discussion: [text("A tag that is called like one of the commands goes after #: tag #new.")],
                parameters: [named.declaration, IssueArguments.issues.declaration],
                examples: ["open 12\ntag work", "tag work 12 13 login"], changesData: true),
            adds: true)
    }

    /// `untag`: takes a tag from issues.
    static var untag: TaggingCommand {
        TaggingCommand(
            declaration: CommandDeclaration(
                "untag", group: .tags, summary: text("Takes a tag from issues."),
                parameters: [named.declaration, IssueArguments.issues.declaration],
                examples: ["open 12\nuntag work", "untag work 12 13"], changesData: true),
            adds: false)
    }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try invocation[Self.named]
        let references = try invocation[IssueArguments.issues]
        let tag: Tag
        let issues: [Issue]
        do {
            tag = try session.context.tag(meant: name)
            issues = try session.issues(references)
        } catch {
            throw try Self.meant(by: name, references, session) ?? error
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
        return IssueChange.output(
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
    /// What was done, to the one issue with a title or to so many.
    private func label(_ tag: Tag, _ title: String?, _ count: Int) -> LocalizedText {
        guard let title else {
            return adds
                ? text("Tagged %1$lld issues with “%2$@”.", count, tag.name)
                : text("Took the tag “%2$@” from %1$lld issues.", count, tag.name)
        }
        return adds
            ? text("Tagged “%1$@” with “%2$@”.", title, tag.name)
            : text("Took the tag “%2$@” from “%1$@”.", title, tag.name)
    }

    /// What a line that names no tag or no issues is most likely meant to say: the words may be the name of one tag, or
    /// the first of them the second word of a command.
    private static func meant(
        by name: String, _ references: [RecordReference], _ session: PortfolioSession
    ) throws -> TagError? {
        var words = [name]
        for reference in references {
            guard case .title(let word) = reference else { break }
            words.append(word)
            if let whole = try session.context.tag(named: words.joined(separator: " ")) {
                return .severalWords(name, name: whole.name)
            }
        }
        let commands = ["tag new", "tag rename", "tag delete"]
        let near = Localization.nearest(to: "tag \(name)", in: commands)
        let isKnown = try session.context.tag(named: name) != nil
        return near.isEmpty || isKnown ? nil : .unknown(name, nearest: near)
    }
}

/// `tag new`: makes a tag.
struct NewTagCommand: Command {
    static let name = Parameter.rest(
        "name", .newTag, help: text("The name; without one it gets the language's usual one."))

    let declaration = CommandDeclaration(
        "tag new", aliases: ["tag add"], group: .tags, summary: text("Makes a tag."),
        parameters: [name.declaration], examples: ["tag new", "tag new work"], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let given = try invocation[Self.name].joined(separator: " ")
        let name = given.isEmpty ? try unusedName(in: session) : given
        if let twin = try session.context.tag(named: name) { throw TagError.exists(twin.name) }
        let tag = Tag(name: name)
        session.context.insert(tag)
        try session.context.save(as: text("Made the tag “%@”.", name))
        return Output(
            [.message(text("Made the tag “%@”.", name))], data: [.record(try TagTable.record(tag, session))])
    }

    /// “New tag”, or “New tag 2” where there is one.
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

/// `tag rename`: gives a tag another name.
struct RenameTagCommand: Command {
    static let name = Parameter.required(
        "name", .newTag, help: text("The new name."), question: text("New name"))

    let declaration = CommandDeclaration(
        "tag rename", group: .tags, summary: text("Gives a tag another name."),
        parameters: [TaggingCommand.named.declaration, name.declaration], examples: ["tag rename work job"],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let wanted = try invocation[TaggingCommand.named]
        try SmartFilterNames.refuse(wanted, session)
        let tag = try session.context.tag(meant: wanted)
        let name = try invocation[Self.name]
        let old = tag.name
        if let twin = try session.context.tag(named: name), twin !== tag { throw TagError.exists(twin.name) }
        if name != old { tag.rename(to: name) }
        let message =
            name == old
            ? text("“%@” is already like that. Nothing changed.", old)
            : text("The tag “%1$@” is now called “%2$@”.", old, name)
        return Output(
            [.message(message)], data: [.record(try TagTable.record(tag, session))],
            label: text("Renamed the tag “%1$@” to “%2$@”.", old, name))
    }
}

/// `tag delete`: takes tags away; the issues stay.
struct DeleteTagCommand: Command {
    static let tags = Parameter.rest(
        "tag", .tag, minimum: 1, help: text("The tags, with or without #."), question: text("Which tag"))

    let declaration = CommandDeclaration(
        "tag delete", aliases: ["tag remove", "tag rm"], group: .tags,
        summary: text("Deletes tags; the issues stay."),
        parameters: [tags.declaration], examples: ["tag delete work", "tag delete work later"],
        changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var tags: [Tag] = []
        for name in try invocation[Self.tags] {
            try SmartFilterNames.refuse(name, session)
            let tag = try session.context.tag(meant: name)
            if !tags.contains(where: { $0 === tag }) { tags.append(tag) }
        }
        let data = try TagTable.table(tags, session)
        let message =
            tags.count == 1
            ? text("Deleted the tag “%@”.", tags[0].name) : text("Deleted %lld tags.", tags.count)
        for tag in tags { session.context.delete(tag) }
        return Output([.message(message)], data: [.table(data)])
    }
}

extension CommandGroup {
    /// Tags.
    static var tags: CommandGroup { CommandGroup(text("Tags")) }
}
