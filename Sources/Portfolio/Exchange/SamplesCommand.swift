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
        discussion: [text("Samples that already exist don't change. “undo” removes the added samples.")],
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

/// Sample issues for new users. They only depend on the seed, the language and the day.
@MainActor
struct Samples {
    /// A tag and the titles of its issues, decoded from the sample file of a language.
    struct Group: Codable {
        let tag: String
        let issues: [String]
    }

    private let session: PortfolioSession
    private let groups: [Group]
    private var random: SplitMix64

    /// The number of weeks up to today over which the issues are spread.
    private static let weeks = 8

    init(in session: PortfolioSession, seed: UInt64) throws {
        self.session = session
        let file = try DataFile(
            "samples.json", in: session.localizer.language, embedded: EmbeddedFiles.contents)
        groups = try file.decode([Group].self)
        random = SplitMix64(seed: seed)
    }

    /// Inserts the samples that don't exist yet. Returns the inserted issues.
    func insert() throws -> [Issue] {
        var random = random
        let context = session.context
        let midnight = CivilDate(utc: session.now).utcDate
        var tags: [Tag] = []
        for group in groups {
            if let known = try context.tag(named: group.tag) {
                tags.append(known)
                continue
            }
            let tag = Tag(name: group.tag)
            context.insert(tag)
            tags.append(tag)
        }
        var added: [Issue] = []
        for (index, group) in groups.enumerated() {
            for title in group.issues {
                // Draw random numbers for every issue, including existing ones, so that all other issues stay
                // the same.
                let identifier = UUID(random.next(), random.next())
                let minutes = Double.random(in: 0..<Double(Self.weeks * 7 * 24 * 60), using: &random)
                    .rounded()
                let created = midnight.addingTimeInterval(-60 * minutes)
                let priority = Priority.allCases.randomElement(using: &random) ?? .low
                let days = Int.random(in: 1...14, using: &random)
                let isClosed = Int.random(in: 0..<5, using: &random) < 2
                let other =
                    Int.random(in: 0..<4, using: &random) == 0 ? tags.randomElement(using: &random) : nil
                if try context.hasIssue(identifier) { continue }
                let issue = Issue(identifier: identifier, title: title, priority: priority, created: created)
                if isClosed {
                    issue.closed =
                        min(created.addingTimeInterval(Double(days) * 86_400), midnight).wholeMilliseconds
                }
                context.insert(issue)
                issue.tags.append(tags[index])
                if let other, other !== tags[index] { issue.tags.append(other) }
                added.append(issue)
            }
        }
        return added
    }
}

extension UUID {
    /// Creates a UUID of version 4 from two random numbers.
    init(_ high: UInt64, _ low: UInt64) {
        let marked = (high & ~0xF000 | 0x4000, low & ~(0xC0 << 56) | 0x80 << 56)
        let bytes =
            (0..<8).map { UInt8(truncatingIfNeeded: marked.0 >> (56 - 8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: marked.1 >> (56 - 8 * $0)) }
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
                bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
