import ModelData
import Suite

/// The open items of portfolio are nested in this order:
///
/// 1. a smart filter or a tag
/// 2. the filter by status and priority, if it is on
/// 3. an issue
///
/// The prompt shows the open items, and `back` closes the innermost item.
extension PortfolioSession {
    /// The names of open items that aren't records.
    private enum PlaceName {
        static let all = "all"
        static let recent = "recent"
        static let filtered = "filtered"
    }

    /// The selected tag; `nil` if no tag is selected or it was deleted.
    var selectedTag: Tag? { try? opened(Tag.self) }

    /// The open issue; `nil` if no issue is open or it was deleted.
    var openIssue: Issue? { try? opened(Issue.self) }

    /// The selected filter. Default: all issues.
    var selection: SmartFilter {
        if openItems.contains(where: { $0.name == PlaceName.recent }) { return .recent }
        return selectedTag.flatMap(\.persistentModelID.recordNumber).map { .tag($0) } ?? .all
    }

    /// Whether the filter by status and priority is on.
    var isFiltered: Bool { openItems.contains { $0.name == PlaceName.filtered } }

    /// Selects a filter, turns the filter by status and priority on or off, and closes the open issue.
    ///
    /// - Parameters:
    ///   - place: The filter's item; `nil` keeps the present one.
    ///   - isFiltered: Whether the filter by status and priority is on.
    func select(_ place: OpenItem?, isFiltered: Bool) {
        let before = openItems.first { $0.name == PlaceName.all || $0.name == PlaceName.recent }
        let place = place ?? before ?? selectedTag.map { OpenItem($0) }
        leaveAll()
        if let place { open(place) }
        if isFiltered { open(OpenItem(PlaceName.filtered, title: text("filtered"))) }
    }

    /// Returns the item to open for a filter. Throws ``TagError`` if no tag has its name.
    func place(of filter: FilterReference) throws -> OpenItem {
        switch filter {
        case .all: OpenItem(PlaceName.all, title: text("All Issues"))
        case .recent: OpenItem(PlaceName.recent, title: text("Recent Issues"))
        case .tag(let name): OpenItem(try context.tag(matching: name))
        }
    }

    /// Opens an issue. It replaces the issue that was open.
    func open(_ issue: Issue) {
        open(issue, at: openItems.count - (openIssue == nil ? 0 : 1))
    }

    /// Deletes an issue. If the issue is open, closes it first.
    func delete(_ issue: Issue) {
        if openIssue === issue { leave() }
        context.delete(issue)
    }
}
