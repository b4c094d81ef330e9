import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `samples`: adds five tags with ten issues each.
struct SamplesCommand: Command {
    static let seed = Parameter.option(
        "seed", .integer(in: 0...Int(Int32.max)),
        help: text("A number that selects the random samples: the same number gives the same samples."))

    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds five tags with ten sample issues each, so that you can try the program."),
        discussion: [
            text("Samples that already exist don't change. “undo” removes the added samples.")
        ],
        parameters: [seed.declaration],
        examples: [.verbatim("samples"), .verbatim("samples --seed 7")], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let seed = try invocation[Self.seed] ?? 1
        let added = try Samples(in: session, seed: UInt64(seed)).insert()
        guard !added.isEmpty else {
            return Output(
                [.message(text("All sample issues already exist."))],
                data: [.table(try IssueTable.data([], session))])
        }
        return Output(label: text("Added %lld sample issues.", added.count)) {
            try Output(
                [.message(text("Added %lld sample issues. “list” and “filters” show them.", added.count))],
                data: [.table(IssueTable.data(added, session))])
        }
    }
}

/// `reset`: deletes everything.
struct ResetCommand: Command {
    let declaration = CommandDeclaration(
        "reset", group: .files, summary: text("Deletes all issues and tags after confirmation."),
        discussion: [
            text("“undo” brings them back. Saved views and settings stay."),
            text("If portfolio is synchronized, they are deleted on your other devices, too."),
        ],
        examples: [.verbatim("reset"), .verbatim("reset --yes")], changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issues = try session.context.fetchCount(FetchDescriptor<Issue>())
        let tags = try session.context.fetchCount(FetchDescriptor<Tag>())
        func data(_ issues: Int, _ tags: Int) -> [Block] {
            [
                .record(
                    Record(fields: [
                        .init("issues", text("Issues"), .number(issues)),
                        .init("tags", text("Tags"), .number(tags)),
                    ]))
            ]
        }
        if issues == 0, tags == 0 {
            return Output([.message(text("There is nothing to delete."))], data: data(0, 0))
        }
        let counts = [(issues, text("%lld issues", issues)), (tags, text("%lld tags", tags))]
        let contents = TextArgument.list(counts.filter { $0.0 > 0 }.map { .text($0.1) })
        let question =
            try session.isSynchronized
            ? text("Delete %@, also on your other devices? “undo” brings them back.", contents)
            : text("Delete %@? “undo” brings them back.", contents)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(data: data(0, 0))
        }
        for issue in try session.context.fetch(FetchDescriptor<Issue>()) { session.context.delete(issue) }
        for tag in try session.context.fetch(FetchDescriptor<Tag>()) { session.context.delete(tag) }
        session.leaveAll()
        return Output(
            [
                .message(text("Deleted %@.", contents)),
                .message(text("“undo” brings them back. Saved views and settings stay.")),
            ], data: data(issues, tags))
    }
}
