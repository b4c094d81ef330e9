import ModelData
import Suite

/// What is looked at and what is open stand inside each other: a smart filter or a tag, the filter by status and
/// priority where it is on, and an issue. The prompt shows them, and `back` leaves the innermost.
extension PortfolioSession {
    /// The names of places that are no records.
    private enum PlaceName {
        static let all = "all"
        static let recent = "recent"
        static let filtered = "filtered"
    }

    /// The tag that is looked at, if it is one and is still there.
    var selectedTag: Tag? { try? opened(Tag.self) }

    /// The issue that is open, if one is and it is still there.
    var openIssue: Issue? { try? opened(Issue.self) }

    /// What is looked at; all issues, until something else is selected.
    var selection: SmartFilter {
        if openPlaces.contains(where: { $0.name == PlaceName.recent }) { return .recent }
        return selectedTag.flatMap(\.persistentModelID.recordNumber).map { .tag($0) } ?? .all
    }

    /// Whether the filter by status and priority is on.
    var isFiltered: Bool { openPlaces.contains { $0.name == PlaceName.filtered } }

    /// Selects what is looked at, and switches the filter by status and priority; leaves the open issue.
    ///
    /// - Parameters:
    ///   - place: What is looked at from now on; the same as before, when nil.
    ///   - isFiltered: Whether the filter is on.
    func look(at place: OpenPlace?, isFiltered: Bool) {
        let before = openPlaces.first { $0.name == PlaceName.all || $0.name == PlaceName.recent }
        let place = place ?? before ?? selectedTag.map { OpenPlace($0) }
        leaveAll()
        if let place { open(place) }
        if isFiltered { open(OpenPlace(PlaceName.filtered, title: text("filtered"))) }
    }

    /// The place of a filter that a person names. Throws ``TagError`` where no tag has that name.
    func place(of filter: FilterReference) throws -> OpenPlace {
        switch filter {
        case .all: OpenPlace(PlaceName.all, title: text("All Issues"))
        case .recent: OpenPlace(PlaceName.recent, title: text("Recent Issues"))
        case .tag(let name): OpenPlace(try context.tag(meant: name))
        }
    }

    /// Opens an issue in the place of the one that was open.
    func open(_ issue: Issue) {
        open(issue, at: openPlaces.count - (openIssue == nil ? 0 : 1))
    }

    /// Deletes an issue; the open one is left first.
    func delete(_ issue: Issue) {
        if openIssue === issue { leave() }
        context.delete(issue)
    }
}
