import Localization
import ModelData
import Shell
import Suite

extension ValueType where Value == RecordReference {
    /// An issue, by its number or a part of its title.
    static var issue: ValueType<RecordReference> { .record("ISSUE", live: LiveValues.issues) }
}

extension ValueType where Value == String {
    /// A tag by its name, with or without `#`.
    static var tag: ValueType<String> {
        ValueType(placeholder: "TAG", completion: .live(LiveValues.tags)) { string, _ in
            var name = Substring(string.trimmingSpaces)
            if name.hasPrefix("#") { name = name.dropFirst() }
            if name.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return String(name)
        }
    }
}

/// The arguments by which commands name issues.
enum IssueArguments {
    static let issue = Parameter.optional(
        "issue", .issue,
        help: text("Its number, or a part of its title; the open issue, unless you name one."))
    static let issues = Parameter.rest(
        "issue", .issue,
        help: text("Their numbers, or parts of their titles; the open issue, unless you name some."))
}

extension PortfolioSession {
    /// The issue that is named, or the open one.
    func issue(_ reference: RecordReference?) throws -> Issue {
        try record(reference, orOpen: Issue.self)
    }

    /// The issues that are named, each once, or the open one.
    func issues(_ references: [RecordReference]) throws -> [Issue] {
        references.isEmpty ? [try issue(nil)] : try records(references, in: Issue.self)
    }
}
