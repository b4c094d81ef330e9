import Localization
import Shell
import Suite

/// `show`: everything about an issue.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows everything about an issue."),
        parameters: [IssueArguments.issue.declaration], examples: ["open 12\nshow", "show 12"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        try IssueRecord.output(try session.issue(try invocation[IssueArguments.issue]), session)
    }
}
