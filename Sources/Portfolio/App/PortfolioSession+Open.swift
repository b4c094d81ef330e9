import Localization
import ModelData
import ProgramKit
import Shell

/// The open items of portfolio are nested in this order:
///
/// 1. a smart filter or a tag
/// 2. the filter by status and priority, if it is on
/// 3. an issue
///
/// The prompt shows the open items, and `back` closes the innermost item.
extension PortfolioSession {
    /// The selected tag; `nil` if no tag is selected or it was deleted.
    var selectedTag: Tag? { get throws { try opened(Tag.self) } }

    /// The open issue; `nil` if no issue is open or it was deleted.
    var openIssue: Issue? { get throws { try opened(Issue.self) } }

    /// Opens an issue. It replaces the issue that was open.
    func open(_ issue: Issue) throws {
        open(issue, at: openItems.count - (try openIssue == nil ? 0 : 1))
    }

    /// Deletes an issue. If the issue is open, closes it first.
    func delete(_ issue: Issue) throws {
        if try openIssue === issue { leave() }
        context.delete(issue)
    }
}
