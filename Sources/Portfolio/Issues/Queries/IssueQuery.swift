import Foundation
import Localization
import ModelData
import ProgramKit

/// The query for a list of issues. It combines the selected filter, the query and the options of the call, and
/// the filter by status and priority.
@MainActor
struct IssueQuery {
    var filter = IssueFilter()
    /// What the user asks for.
    private var conditions: [Condition<Issue>] = []
    /// The order of the list.
    var order: IssueOrder
    /// The largest number of issues; `nil` lists all.
    var limit: Int?
    /// Whether the call or the lasting filter says which issues are listed, by their status.
    var namesStatus = false
    /// Whether closed and waiting issues are left out because nothing asks for them.
    private(set) var showsOnlyCurrent = false

    /// Creates a query with only the options of a call.
    ///
    /// - Parameters:
    ///   - order: The order of the list.
    ///   - status: The status in the call. Default: any.
    ///   - priority: The priority in the call. Default: any.
    init(order: IssueOrder, status: ValueFilter<IssueStatus>? = nil, priority: ValueFilter<Priority>? = nil) {
        self.order = order
        if let status { filter.add(status) { .status($0) } }
        if let priority { filter.add(priority) { .priority($0) } }
        namesStatus = status != nil
    }

    /// The number of days during which a changed issue is recent.
    private static let recentDays = 7

    /// Returns the condition for recent issues.
    static func recent(_ now: Date) -> IssueFilter.Condition {
        .date(.modified, from: now.addingTimeInterval(-Double(Self.recentDays) * 86_400), before: nil)
    }

    /// Adds a query.
    ///
    /// - Throws: `ConditionError`.
    mutating func add(_ text: String, in session: PortfolioSession) throws {
        add(try session.condition(text))
    }

    /// Adds a condition.
    mutating func add(_ condition: Condition<Issue>) {
        if condition.namesPast { namesStatus = true }
        if !condition.isEmpty { conditions.append(condition) }
    }

    /// Adds tags. With a hyphen, issues with the tag are left out. Throws ``TagError`` if a tag isn't known.
    mutating func add(_ tags: [WantedTag], in session: PortfolioSession) throws {
        for tag in tags {
            let condition = IssueFilter.Condition.tags(try session.context.tags(under: tag.name))
            filter.conditions.append(tag.isNegated ? .not(condition) : condition)
        }
    }

    /// Leaves out closed issues and those that wait, unless the query names a status.
    mutating func leaveOutPast(_ today: CivilDate) {
        if namesStatus { return }
        showsOnlyCurrent = true
        filter.conditions += IssueFilter.Condition.current(today)
    }

    /// Whether anything restricts the issues.
    var isRestricted: Bool { !conditions.isEmpty || !filter.conditions.isEmpty }

    /// Fetches the issues in order.
    func issues(in session: PortfolioSession) throws -> [Issue] {
        let ordered = order.ordering(try unordered(in: session, limit: limit), collator: session.collator)
        return limit.map { Array(ordered.prefix($0)) } ?? ordered
    }

    /// Fetches the issues in no particular order.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - limit: The largest number of issues that the caller needs, if the store sorts. Default: all.
    ///   - properties: The properties that the caller reads. Default: all.
    func unordered(
        in session: PortfolioSession, limit: Int? = nil, reading properties: [PartialKeyPath<Issue>] = []
    ) throws -> [Issue] {
        let rest = rest
        var descriptor = descriptor(limit: rest == nil ? limit : nil)
        if rest == nil { descriptor.propertiesToFetch = properties }
        let found = try session.fetchReadable(descriptor)
        return try rest.map { rest in try found.filter { try rest.holds(for: $0) } } ?? found
    }

    /// Counts the issues, without fetching them if the store evaluates all conditions.
    func count(in session: PortfolioSession) throws -> Int {
        try rest == nil
            ? session.context.fetchCount(descriptor()) : unordered(in: session).count
    }

    /// The conditions that the store can't evaluate; `nil` if there are none.
    private var rest: Condition<Issue>? {
        let rest = Condition.all(conditions).parts.rest
        return rest.isEmpty ? nil : .all(rest)
    }

    /// Returns the descriptor for the store.
    private func descriptor(limit: Int? = nil) -> FetchDescriptor<Issue> {
        Self.descriptor(filter, order, limit: limit, Condition.all(conditions).parts.stored)
    }

    /// Returns the descriptor for the store.
    static func descriptor(
        _ filter: IssueFilter, _ order: IssueOrder, limit: Int? = nil, _ more: [Predicate<Issue>] = []
    ) -> FetchDescriptor<Issue> {
        let predicates = [filter.predicate].compactMap(\.self) + more
        let predicate: Predicate<Issue>? = predicates.count > 1 ? .all(predicates) : predicates.first
        // Without a limit, sorting in memory is faster: the store would sort whole rows.
        guard let limit, order.isDoneByStore else { return FetchDescriptor(predicate: predicate) }
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: order.descriptors)
        descriptor.fetchLimit = limit
        return descriptor
    }
}

/// A tag that issues must have, or must not have.
struct WantedTag: Hashable, Sendable {
    let name: String
    var isNegated = false
}
