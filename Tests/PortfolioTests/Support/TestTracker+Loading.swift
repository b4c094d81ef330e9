@testable import ModelData
@testable import Portfolio

extension TestTracker {
    /// How many issues the session has objects of.
    var loadedIssues: Int {
        get throws { try context.table(for: TrackedIssue.self).models.count }
    }

    /// Whether the store does all of a query by itself: what filters and what sorts.
    func isDoneBySQL(_ filter: IssueFilter, _ order: IssueOrder) throws -> Bool {
        let plan = FetchPlan(
            IssueQuery.descriptor(filter, order), try context.table(for: TrackedIssue.self))
        return !plan.filtersInMemory && !plan.sortsInMemory
    }
}
