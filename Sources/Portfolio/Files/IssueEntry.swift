import Foundation
import Localization
import Shell

/// An issue as files have it; what a file doesn't say is `nil`.
struct IssueEntry: Hashable, Sendable {
    var identifier: UUID?
    var title: String
    var content: String?
    var priority: Priority?
    var status: IssueStatus?
    var created: Date?
    var closed: Date?
    /// When it was changed last; it counts for issues that an import adds.
    var modified: Date?
    var tags: [String]?
    /// What stands behind the content where the file, which ends in it, is cut off: anything, or a quote, whose first half
    /// is taken for the closing one; `nil` where the content is whole.
    var cutOffBefore: String?

    init(title: String) { self.title = title }

    /// What is written of an issue.
    @MainActor
    init(_ issue: Issue, _ collator: Collator) {
        identifier = issue.identifier
        title = issue.title
        content = issue.content
        priority = issue.priority
        status = issue.status
        created = issue.created
        closed = issue.closed
        modified = issue.modified
        tags = collator.sorted(issue.tags.map(\.name))
    }
}

/// What a file gives, one after the other.
enum EntryRow: Hashable, Sendable {
    case entry(position: Int, IssueEntry)
    /// Names of tags that no issue has.
    case tags(position: Int, [String])
    /// What can't be read, and why.
    case skipped(position: Int, reason: LocalizedText)
    /// Behind the last: the file may be cut off in its last field.
    case openEnd(position: Int)
}

extension [EntryRow] {
    /// Throws where nothing can be read of a file that is about something else than issues: that has other fields than
    /// they have, or has no titles.
    func checkForIssues(keys: Set<String>, path: String) throws(ImportFileError) {
        let isForeign =
            !keys.isSubset(of: IssueField.allCases.map(\.rawValue))
            || !keys.isSuperset(of: IssueField.needed.map(\.rawValue))
        let isAllSkipped = !isEmpty && allSatisfy { if case .skipped = $0 { true } else { false } }
        if isForeign, isAllSkipped { throw .nothingThere(path: path) }
    }
}

extension IssueEntry {
    /// The entry with its texts as the store has them. Throws where a text can't be taken.
    func checked() throws(EntryProblem) -> IssueEntry {
        var entry = self
        do {
            entry.title = try CheckedText.line(title)
            entry.content = try content.map { content throws(ValueError) in try CheckedText.content(content) }
            entry.tags = try tags.map { tags throws(ValueError) in try Self.checked(tags) }
        } catch {
            throw error == .blank ? .noTitle : .unfitText(error.problem)
        }
        return entry
    }

    /// Names of tags, each once.
    private static func checked(_ tags: [String]) throws(ValueError) -> [String] {
        var keys: Set<String> = []
        var names: [String] = []
        for tag in tags {
            let name = try CheckedText.tagName(tag)
            if keys.insert(Tag.key(of: name)).inserted { names.append(name) }
        }
        return names
    }

    /// What an entry without a title is, which is nothing but tags.
    static func row(ofTags tags: [String], at position: Int) -> EntryRow {
        do throws(ValueError) {
            return .tags(position: position, try checked(tags))
        } catch {
            return .skipped(position: position, reason: EntryProblem.unfitText(error.problem).reason)
        }
    }
}
