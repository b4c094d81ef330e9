import ModelData
import TestSupport
import Testing

@testable import Portfolio

/// The model of portfolio: tags, and issues with a title, a priority, a state, tags and content.
enum IssueModel: ProgramModel {
    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change? {
        var result = content
        let title = "title \(pick % 100_000)"
        guard pick % 4 != 0, let issue = content.pick("issue", pick >> 8) else {
            result["issue", default: [:]][next("issue")] = [title, "low", "open", "", ""]
            return Change(line: "new \(title)", result: result)
        }
        var values = issue.values
        let line: String
        switch pick >> 16 % 12 {
        case 0:
            values[0] = title
            line = "title \(issue.number) \"\(title)\""
        case 1:
            values[1] = ["low", "medium", "high"][Int(pick >> 20 % 3)]
            line = "priority \(values[1]) \(issue.number)"
        case 2, 3:
            values[2] = values[2] == "open" ? "closed" : "open"
            line = "\(values[2] == "open" ? "reopen" : "close") \(issue.number)"
        case 4, 5, 6:
            // If the tag doesn't exist, create it with a separate command.
            let tag = ["red", "green", "blue"][Int(pick >> 20 % 3)]
            guard content["tag"]?.values.contains([tag]) == true else {
                result["tag", default: [:]][next("tag")] = [tag]
                return Change(line: "tag new \(tag)", result: result)
            }
            var tags = Set(values[3].split(separator: " ").map(String.init))
            if tags.remove(tag) != nil {
                line = "untag \(tag) \(issue.number)"
            } else {
                tags.insert(tag)
                line = "tag \(tag) \(issue.number)"
            }
            values[3] = tags.sorted().joined(separator: " ")
        case 7, 8:
            values[4] = "content \(pick >> 20 % 1000)"
            line = "content \(issue.number) --text \"\(values[4])\""
        case 9, 10:
            return tagChange(pick >> 20, content)
        default:
            if pick >> 20 % 4 == 0 {
                return Change(line: "reset --yes", result: result.mapValues { _ in [:] })
            }
            result["issue"]?[issue.number] = nil
            return Change(line: "delete \(issue.number) --yes", result: result)
        }
        result["issue"]?[issue.number] = values
        return Change(line: line, result: result)
    }

    /// Returns a change of a tag, which affects all issues with that tag.
    private static func tagChange(_ pick: UInt64, _ content: ExpectedContent) -> Change? {
        guard let tag = content.pick("tag", pick >> 8) else { return nil }
        var result = content
        let old = tag.values[0]
        var name: String?
        if pick % 2 == 0 {
            let new = ["red", "green", "blue", "black", "white"][Int(pick >> 4 % 5)]
            // The program refuses a name that another tag has.
            if content["tag"]?.contains(where: { $0.value == [new] && $0.key != tag.number }) == true {
                return nil
            }
            name = new
        }
        result["tag"]?[tag.number] = name.map { [$0] }
        for (number, values) in content["issue"] ?? [:] {
            let tags = values[3].split(separator: " ").map(String.init)
            let changed = tags.compactMap { $0 == old ? name : $0 }
            result["issue"]?[number]?[3] = changed.sorted().joined(separator: " ")
        }
        return Change(line: name.map { "tag rename \(old) \($0)" } ?? "tag delete \(old)", result: result)
    }
}

@Suite("Random sequences of portfolio's commands", .level(.slow))
@MainActor
struct IssueSequenceTests {
    private var runner: SequenceRunner<PortfolioSession, IssueModel> {
        SequenceRunner(program: PortfolioProgram.program, model: IssueModel.self) { session in
            try session.refreshFromStore()
            let issues = try session.context.fetch(FetchDescriptor<Portfolio.Issue>()).map { issue in
                let tags = issue.tags.map(\.name).sorted().joined(separator: " ")
                return (
                    issue.number, [issue.title, "\(issue.priority)", "\(issue.status)", tags, issue.content]
                )
            }
            let tags = try session.context.fetch(FetchDescriptor<Portfolio.Tag>()).map {
                (Int($0.persistentModelID.recordNumber ?? 0), [$0.name])
            }
            return [
                "issue": Dictionary(uniqueKeysWithValues: issues),
                "tag": Dictionary(uniqueKeysWithValues: tags),
            ]
        }
    }

    @Test func `The issues match a simple model after any sequence of commands, undos and redos`()
        async throws
    {
        try await runner.expectNoFailure()
    }

    @Test func `The data match the model if the other process is the built program at its prompt`()
        async throws
    {
        try await runner.expectNoFailureWithRealProcess()
    }
}
