import Localization
import ModelData
import Shell
import Suite

extension ValueType where Value == RecordReference {
    /// An issue, by its number or a part of its title.
    static var issue: ValueType<RecordReference> {
        .record(Portfolio.text("ISSUE"), source: IssueCompletions.issues)
    }
}

extension ValueType where Value == String {
    /// A tag by its name, with or without `#`.
    static var tag: ValueType<String> {
        ValueType(placeholder: Portfolio.text("TAG"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            var name = Substring(string.trimmingSpaces)
            if name.hasPrefix("#") { name = name.dropFirst() }
            if name.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return String(name)
        }
    }
}

/// The arguments for issues that commands share.
enum IssueArguments {
    static let issue = Parameter.optional(
        "issue", .issue,
        help: text("The issue's number, or a part of its title. Default: the opened issue."))
    static let issues = Parameter.rest(
        "issue", .issue,
        help: text("The issues' numbers, or parts of their titles. Default: the opened issue."))
}

extension PortfolioSession {
    /// Returns the issue that a reference names. If there is no reference, returns the open issue.
    func issue(_ reference: RecordReference?) throws -> Issue {
        try record(reference, orOpen: Issue.self)
    }

    /// Returns the issues that the references name, without duplicates. If there are no references, returns
    /// the open issue.
    func issues(_ references: [RecordReference]) throws -> [Issue] {
        references.isEmpty ? [try issue(nil)] : try records(references, in: Issue.self)
    }
}
