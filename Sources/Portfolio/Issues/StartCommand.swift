import Foundation
import Localization
import ProgramKit
import Shell

/// `start` and `stop`: mark the issues that the user works on, with the time.
struct StartCommand: Command {
    let declaration: CommandDeclaration
    private let starts: Bool

    /// `start`: begins to work on issues.
    static var start: StartCommand {
        StartCommand(
            declaration: CommandDeclaration(
                "start", group: .planning, summary: text("Marks issues that you work on now."),
                discussion: [text("“list is:started” shows them. Closing an issue ends the work on it.")],
                parameters: [IssueArguments.issues.declaration],
                examples: [
                    .verbatim(lines: "open 12", "start"), .verbatim("start 12"),
                    .verbatim("start priority:high"),
                ], changesData: true,
                needsConfirmation: true),
            starts: true)
    }

    /// `stop`: ends the work on issues.
    static var stop: StartCommand {
        StartCommand(
            declaration: CommandDeclaration(
                "stop", group: .planning, summary: text("Ends the work on issues, which stay open."),
                parameters: [IssueArguments.issues.declaration],
                examples: [.verbatim("stop 12"), .verbatim("stop is:started")], changesData: true,
                needsConfirmation: true),
            starts: false)
    }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issues = try await session.issuesToChange(invocation) { ($0.started != nil) != starts }
        if starts, let closed = issues.first(where: { !$0.isOpen }) {
            throw IssueError.closed(title: closed.title)
        }
        let changed = issues.filter { ($0.started != nil) != starts }
        if changed.isEmpty {
            return try IssueChange.unchanged(issues, session) {
                starts
                    ? text("“%@” is already started. Nothing changed.", $0)
                    : text("“%@” is not started. Nothing changed.", $0)
            }
        }
        let now = session.now.wholeMilliseconds
        let worked = changed.first?.started.map { Int(now.timeIntervalSince($0) / 60) } ?? 0
        for issue in changed { issue.started = starts ? now : nil }
        return try IssueChange.output(
            changed, of: issues, session,
            one: { title in
                if starts { return text("Started “%@”.", title) }
                // A clock that was set back gives a negative duration.
                return worked < 1
                    ? text("Stopped “%@”.", title)
                    : text("Stopped “%1$@” after %2$@.", title, LocalizedText.duration(worked))
            },
            many: { starts ? text("Started %lld issues.", $0) : text("Stopped %lld issues.", $0) },
            label: starts
                ? nil
                : { title, count in
                    title.map { text("Stopped “%@”.", $0) } ?? text("Stopped %lld issues.", count)
                })
    }
}
