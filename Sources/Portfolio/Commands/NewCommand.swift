import Localization
import Shell
import Suite

/// `new`: creates an issue and opens it.
struct NewCommand: Command {
    static let title = Parameter.words(
        "title", .title, help: text("The title. Default: “New issue”."))
    static let priority = Parameter.option(
        "priority", .choice(Priority.choices),
        help: text("The priority: low, medium or high. Default: low."))
    static let content = Parameter.option(
        "content", .content, help: text("The content: a description of the issue."))
    static let tag = Parameter.repeatedOption(
        "tag", .tag, help: text("A tag for the issue. For several tags, repeat the option."))

    let declaration = CommandDeclaration(
        "new", aliases: ["add"], group: .changes, summary: text("Creates an issue and opens it."),
        discussion: [
            text(
                "If a tag is selected as the filter, the issue gets this tag. Commands such as “title” and “content” then use the issue by default."
            )
        ],
        parameters: [title.declaration, priority.declaration, content.declaration, tag.declaration],
        examples: [
            .verbatim("new"), text("new Fix the login page --priority high --tag work"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let words = try invocation[Self.title].joined(separator: " ")
        var tags = try invocation[Self.tag].map { try session.context.tag(matching: $0) }
        if let selected = session.selectedTag { tags.append(selected) }
        let issue = Issue(
            title: words.isEmpty ? session.localizer.string(text("New issue")) : words,
            content: try invocation[Self.content] ?? "", priority: try invocation[Self.priority] ?? .low,
            created: session.now)
        session.context.insert(issue)
        for tag in tags where !issue.tags.contains(where: { $0 === tag }) { issue.tags.append(tag) }
        session.open(issue)
        return Output(label: text("Created “%@”.", issue.title)) {
            Output(
                [.message(text("Created “%1$@” as number %2$@.", issue.title, String(issue.number)))],
                data: [.record(IssueRecord.data(issue, session))])
        }
    }
}
