import Localization
import ProgramKit
import Shell

/// `new`: creates an issue and opens it.
struct NewCommand: Command {
    static let title = Parameter.words(
        "title", ValueType<String>.title.completed(from: IssueCompletions.entries).textByName,
        help: text(
            "The title. Default: “New issue”. #tag or +tag, !high or (A), due:friday, wait:monday and every:weekly set a tag, the priority and dates."
        )
    )
    .claiming { QuickEntry.isValue($0, changing: false, $1) }
    .findingValues(of: QuickEntry.longValues)
    static let tag = Parameter.repeatedOption(
        "tag", .tag, help: text("A tag for the issue. For several tags, repeat the option."))
    static let yes = Parameter.flag("yes", help: text("Create unknown tags without a question."))

    let declaration = CommandDeclaration(
        "new", aliases: ["add"], group: .changes, summary: text("Creates an issue and opens it."),
        discussion: [
            text(
                "If a tag is selected as the filter, the issue gets this tag. Commands such as “title” and “content” then use the issue by default."
            ),
            text(
                "A text of several words in quotation marks, and # or + before digits, stay part of the title. Unknown tags are created after a question; in scripts, --yes creates them."
            ),
        ],
        parameters: [title.declaration] + Issue.fields.options(except: ["title"]) + [
            tag.declaration, yes.declaration,
        ],
        examples: [
            .verbatim("new"), text("new Fix the login page --priority high --tag work"),
            text("new Fix the login page #work due:friday !high"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let quick = try QuickEntry(
            try invocation[Self.title], readingLine: true, session.fieldContext.parsing)
        var tags = try invocation[Self.tag].map { try session.context.tag(matching: session.tagName($0)) }
        var words: [String] = []
        var unknown: [String] = []
        for part in quick.parts {
            switch part {
            case .text(let word): words.append(word)
            case .tag(let name, let word):
                if let tag = try await Self.tag(name, word, try invocation[Self.yes], session) {
                    tags.append(tag)
                } else {
                    words.append(word)
                    unknown.append(name)
                }
            case .removedTag: break  // Only changes remove tags.
            }
        }
        if let selected = try session.selectedTag { tags.append(selected) }
        let title = words.joined(separator: " ")
        let issue = Issue(
            title: title.isEmpty ? session.localizer.string(text("New issue")) : title,
            created: session.now)
        let changes = try quick.changes + Issue.fields.changes(invocation, except: ["title"])
        _ = try Issue.fields.apply(changes, to: issue, session.fieldContext)
        session.context.insert(issue)
        for tag in tags where !issue.tags.contains(where: { $0 === tag }) { issue.tags.append(tag) }
        try session.open(issue)
        let isInteractive = session.interaction.isInteractive
        let kept = unknown
        return Output(label: text("Created “%@”.", issue.title)) {
            var blocks: [Block] = [
                .message(text("Created “%1$@” as number %2$@.", issue.title, String(issue.number)))
            ]
            if !isInteractive {
                blocks += kept.map {
                    .warning(
                        text("There is no tag “%@”, so it stays in the title. With --yes, it is created.", $0)
                    )
                }
            }
            return Output(blocks, data: [.record(Issue.fields.data(issue, session.fieldContext))])
        }
    }

    /// Returns the tag of a word such as `#work`; `nil` if it should stay in the title. In a script, only an unknown `@name`
    /// stays, because it is often an address.
    private static func tag(
        _ name: String, _ word: String, _ isAllowed: Bool, _ session: PortfolioSession
    ) async throws -> Tag? {
        if let tag = try session.context.tag(toAdd: name, isNew: isAllowed) { return tag }
        if !isAllowed, word.hasPrefix("@"), !session.interaction.isInteractive { return nil }
        do {
            return try await session.createTag(name, isAllowed: isAllowed)
        } catch BulkEnd.declined {
            return nil
        }
    }
}
