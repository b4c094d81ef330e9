import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

/// The model of portfolio: tags, and issues with a title, a priority, a state, tags, content, due day, waiting day,
/// recurrence, the numbers of blocking issues, and notes.
enum IssueModel: ProgramModel {
    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change? {
        var result = content
        let title = "title \(pick % 100_000)"
        guard pick % 4 != 0, let issue = content.pick("issue", pick >> 8) else {
            result["issue", default: [:]][next("issue")] =
                [title, "low", "open", "", ""] + Array(repeating: "", count: 5)
            return Change(line: "new \(title)", result: result)
        }
        var values = issue.values
        let line: String
        switch pick >> 16 % 21 {
        case 0:
            values[0] = title
            line = "title #\(issue.number) \(title)"
        case 1:
            values[1] = ["low", "medium", "high"][Int(pick >> 20 % 3)]
            line = "priority \(values[1]) \(issue.number)"
        case 2, 3:
            // Closing a reopened issue again creates no second occurrence.
            if values[2] == "closed", !values[7].isEmpty { return nil }
            values[2] = values[2] == "open" ? "closed" : "open"
            if values[2] == "closed", !values[7].isEmpty {
                result["issue"]?[next("issue")] = occurrence(after: values)
            }
            line = "\(values[2] == "open" ? "reopen" : "close") \(issue.number) --yes"
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
        case 11, 12:
            values[5] = values[7].isEmpty && pick >> 20 % 4 == 0 ? "" : day(pick >> 24)
            line = "due \(values[5].isEmpty ? "none" : values[5]) \(issue.number)"
        case 13:
            values[6] = pick >> 20 % 4 == 0 ? "" : day(pick >> 24)
            line = "wait \(values[6].isEmpty ? "none" : values[6]) \(issue.number)"
        case 14, 15:
            // Without a due day, the next one would depend on the clock.
            if values[5].isEmpty || values[2] == "closed" { return nil }
            let (word, rule, _) = rules[Int(pick >> 20 % UInt64(rules.count))]
            values[7] = rule
            line = "every \(word) \(issue.number)"
        case 16, 17:
            guard let other = content.pick("issue", pick >> 24) else { return nil }
            var blockers = Set(numbers(values[8]))
            if blockers.remove(other.number) != nil {
                line = "unblock \(issue.number) by \(other.number)"
            } else {
                if waits(other.number, for: issue.number, content) { return nil }
                blockers.insert(other.number)
                line = "block \(issue.number) by \(other.number)"
            }
            values[8] = blockers.sorted().map(String.init).joined(separator: " ")
        case 18:
            let note = "note-\(pick >> 20 % 1000)"
            values[9] = (values[9].split(separator: " ").map(String.init) + [note]).sorted().joined(
                separator: " ")
            line = "note #\(issue.number) \(note)"
        default:
            if pick >> 20 % 4 == 0 {
                return Change(line: "reset --yes", result: result.mapValues { _ in [:] })
            }
            result["issue"]?[issue.number] = nil
            result["issue"] = result["issue"]?.mapValues { values in
                var values = values
                let left = numbers(values[8]).filter { $0 != issue.number }
                values[8] = left.map(String.init).joined(separator: " ")
                return values
            }
            return Change(line: "delete \(issue.number) --yes", result: result)
        }
        result["issue"]?[issue.number] = values
        return Change(line: line, result: result)
    }

    /// The recurrences: the word in the command, the stored form, and the number of days.
    private static let rules = [("none", "", 0), ("daily", "+1d", 1), ("weekly", "+1w", 7)]

    /// Returns a day that is in the future for every process.
    private static func day(_ pick: UInt64) -> String {
        (CivilDate("2090-01-01") ?? .first).adding(days: Int(pick % 400)).description
    }

    /// Returns the issue that the program creates when a recurring issue is closed.
    private static func occurrence(after closed: [String]) -> [String] {
        var values = closed
        let days = rules.first { $0.1 == closed[7] }?.2 ?? 0
        for index in [5, 6] {
            values[index] = CivilDate(closed[index]).map { $0.adding(days: days).description } ?? ""
        }
        values.replaceSubrange(8...9, with: ["", ""])
        values[2] = "open"
        return values
    }

    private static func numbers(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }

    /// Whether an issue is another one, or waits for it directly or through others.
    private static func waits(_ issue: Int, for other: Int, _ content: ExpectedContent) -> Bool {
        issue == other
            || numbers(content["issue"]?[issue]?[8] ?? "").contains { waits($0, for: other, content) }
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
        return Change(
            line: name.map { "tag rename \(old) \($0)" } ?? "tag delete \(old) --yes", result: result)
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
                let blockers = issue.blockedBy.map(\.number).sorted().map(String.init)
                return (
                    issue.number,
                    [
                        issue.title, "\(issue.priority)", "\(issue.status)", tags, issue.content,
                        issue.dueDay?.description ?? "", issue.waitingDay?.description ?? "",
                        issue.recurrence ?? "", blockers.joined(separator: " "),
                        issue.notes.map(\.text).sorted().joined(separator: " "),
                    ]
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
