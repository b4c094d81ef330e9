import Localization
import Shell
import Suite

/// `new`: makes an issue and opens it.
struct NewCommand: Command {
    static let title = Parameter.rest(
        "title", .title, help: text("The title; without one it gets the language's usual one."))
    static let priority = Parameter.option(
        "priority", .choice(Priority.choices),
        help: text("low, medium or high; low unless you say otherwise."))
    static let content = Parameter.option("content", .content, help: text("What there is to say about it."))
    static let tag = Parameter.repeatedOption("tag", .tag, help: text("A tag that it gets."))

    let declaration = CommandDeclaration(
        "new", aliases: ["add"], group: .changes, summary: text("Makes an issue and opens it."),
        discussion: [text("It gets the tag that is looked at. “title”, “content” and others go on with it.")],
        parameters: [title.declaration, priority.declaration, content.declaration, tag.declaration],
        examples: ["new", "new Fix the login page --priority high --tag work"], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let words = try invocation[Self.title].joined(separator: " ")
        var tags = try invocation[Self.tag].map { try session.context.tag(meant: $0) }
        if let selected = session.selectedTag { tags.append(selected) }
        let issue = Issue(
            title: words.isEmpty ? session.localizer.string(text("New issue")) : words,
            content: try invocation[Self.content] ?? "", priority: try invocation[Self.priority] ?? .low,
            created: session.now)
        session.context.insert(issue)
        for tag in tags where !issue.tags.contains(where: { $0 === tag }) { issue.tags.append(tag) }
        try session.context.save(as: text("Made “%@”.", issue.title))
        session.open(issue)
        return Output(
            [.message(text("Made “%1$@” as number %2$@.", issue.title, String(issue.number)))],
            data: [.record(IssueRecord.data(issue, session))])
    }
}
