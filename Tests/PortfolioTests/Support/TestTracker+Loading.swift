@testable import ModelData
@testable import Portfolio

extension TestTracker {
    /// The number of issue objects in the session.
    var loadedIssues: Int {
        get throws { try context.table(for: TrackedIssue.self).models.count }
    }

    /// Returns whether SQL does all filtering and sorting of a query.
    func isDoneBySQL(_ filter: IssueFilter, _ order: IssueOrder) throws -> Bool {
        let plan = FetchPlan(
            IssueQuery.descriptor(filter, order), try context.table(for: TrackedIssue.self))
        return !plan.filtersInMemory && !plan.sortsInMemory
    }
}
