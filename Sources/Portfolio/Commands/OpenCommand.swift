import Localization
import Shell
import Suite

/// `open`: opens an issue, so that commands work on it without naming it.
struct OpenCommand: Command {
    static let issue = Parameter.required(
        "issue", .issue, help: text("Its number, or a part of its title."), question: text("Which issue"))

    let declaration = CommandDeclaration(
        "open", group: .looking, summary: text("Opens an issue; commands then work on it."),
        discussion: [text("“back” leaves it.")],
        parameters: [issue.declaration], examples: ["open 12", "open login"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.record(try invocation[Self.issue], in: Issue.self)
        session.open(issue)
        return try IssueRecord.output(issue, session)
    }
}
