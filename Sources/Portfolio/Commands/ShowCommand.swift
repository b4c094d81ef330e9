import Localization
import Shell
import Suite

/// `show`: shows all fields of an issue.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", aliases: ["info"], group: .looking, summary: text("Shows all fields of an issue."),
        parameters: [IssueArguments.issue.declaration],
        examples: [.verbatim(lines: "open 12", "show"), .verbatim("show 12")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        try IssueRecord.output(try session.issue(try invocation[IssueArguments.issue]), session)
    }
}
