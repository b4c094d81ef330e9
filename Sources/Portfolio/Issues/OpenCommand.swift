import Localization
import ProgramKit
import Shell

/// `open`: opens an issue, so that other commands use it by default.
struct OpenCommand: Command {
    static let issue = Parameter.required(
        "issue", .issue, help: text("The issue's number, or a part of its title."),
        question: text("Which issue"))

    let declaration = CommandDeclaration(
        "open", group: .looking, summary: text("Opens an issue. Other commands then use it by default."),
        discussion: [text("“back” leaves the issue.")],
        parameters: [issue.declaration], examples: [.verbatim("open 12"), .verbatim("open login")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.record(try invocation[Self.issue], in: Issue.self)
        try session.open(issue)
        return try session.shown(issue)
    }
}
