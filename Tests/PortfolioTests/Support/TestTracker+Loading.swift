@testable import ModelData
@testable import Portfolio

extension TestTracker {
    /// The number of issue objects that the session has loaded.
    var loadedIssues: Int {
        get throws { try context.table(for: TrackedIssue.self).models.count }
    }

    /// Returns whether a query does all filtering and sorting in SQL.
    func isDoneBySQL(_ filter: IssueFilter, _ order: IssueOrder) throws -> Bool {
        let plan = FetchPlan(
            IssueQuery.descriptor(filter, order), try context.table(for: TrackedIssue.self))
        return !plan.filtersInMemory && !plan.sortsInMemory
    }
}
