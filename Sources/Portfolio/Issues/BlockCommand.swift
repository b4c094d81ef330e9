import Localization
import ProgramKit
import Shell

/// `block` and `unblock`: add and remove dependencies between issues.
struct BlockCommand: Command {
    static let issue = Parameter.required(
        "issue", .issue, help: text("The issue that waits: its number, or a part of its title."),
        question: text("Which issue"))
    static let blockers = Parameter.rest(
        "blocker", .issue, minimum: 1, placeholder: text("BLOCKER"),
        help: text("The issues that must be closed before, after the word “by”."),
        question: text("Blocked by which issue"))
    static let formerBlockers = Parameter.rest(
        "blocker", .issue, placeholder: text("BLOCKER"),
        help: text("The issues that it no longer waits for, after the word “by”. Default: all of them."))

    let declaration: CommandDeclaration
    private let blockers: Parameter<[RecordReference]>
    private let adds: Bool

    /// `block`: makes an issue wait for others.
    static var block: BlockCommand {
        BlockCommand(
            declaration: CommandDeclaration(
                "block", group: .planning, summary: text("Marks an issue as blocked by other issues."),
                discussion: [text("“list is:blocked” shows the issues that wait for an open issue.")],
                parameters: [issue.declaration, blockers.declaration],
                examples: [.verbatim("block 12 by 7"), .verbatim("block 12 by 7 9")], changesData: true),
            blockers: blockers, adds: true)
    }

    /// `unblock`: removes dependencies.
    static var unblock: BlockCommand {
        BlockCommand(
            declaration: CommandDeclaration(
                "unblock", group: .planning, summary: text("Removes what an issue is blocked by."),
                parameters: [issue.declaration, formerBlockers.declaration],
                examples: [.verbatim("unblock 12"), .verbatim("unblock 12 by 7")], changesData: true),
            blockers: formerBlockers, adds: false)
    }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.record(try invocation[Self.issue], in: Issue.self)
        var references = try invocation[blockers]
        if case .title(let word)? = references.first, word.lowercased() == "by" { references.removeFirst() }
        if adds, references.isEmpty { throw UsageError.missingBlocker }
        let given = try session.records(references, in: Issue.self)
        let others = adds || !references.isEmpty ? given : issue.blockedBy
        let changed = others.filter { other in issue.blockedBy.contains { $0 === other } != adds }
        for other in changed {
            if adds {
                if other === issue { throw IssueError.blocksItself(title: issue.title) }
                if let path = other.chain(to: issue) {
                    throw IssueError.cycle(title: issue.title, blocker: other.title, path: path)
                }
                issue.blockedBy.append(other)
            } else {
                issue.blockedBy.removeAll { $0 === other }
            }
        }
        let ends = Block.table(try IssueTable.data(changed, key: "blockers", session))
        if changed.isEmpty {
            var output = try IssueChange.unchanged([issue], session)
            output.data.append(ends)
            return output
        }
        issue.touch(session.now)
        let names = TextArgument.list(changed.map { .text(text("“%@”", $0.title)) })
        let message =
            adds
            ? text("“%1$@” is now blocked by %2$@.", issue.title, names)
            : text("“%1$@” is no longer blocked by %2$@.", issue.title, names)
        return Output(
            [.message(message)], data: [.record(Issue.fields.data(issue, session.fieldContext)), ends])
    }
}

extension UsageError {
    /// `block` names no blocking issue.
    fileprivate static var missingBlocker: UsageError {
        .invalidValue(name: Portfolio.text("BLOCKER"), .blank)
    }
}
