import Foundation
import ModelData

/// The query for a list of issues. It combines the selected filter, the search terms, the options, and the
/// filter by status and priority.
@MainActor
struct IssueQuery {
    var filter = IssueFilter()

    /// Creates a query with the selected filter. If the filter by status and priority is on, adds it.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - status: The status in the call, which overrides the filter by status. Default: none.
    ///   - priority: The priority in the call, which overrides the filter by priority. Default: none.
    init(
        in session: PortfolioSession, status: ValueFilter<IssueStatus>? = nil,
        priority: ValueFilter<Priority>? = nil
    ) {
        switch session.selection {
        case .all: break
        case .recent: filter.conditions.append(Self.recent(session.now))
        case .tag:
            if let tag = session.selectedTag { filter.conditions.append(.tag(tag.persistentModelID)) }
        }
        let switched = session.isFiltered ? session.switched : SwitchedFilter()
        filter.add(status ?? switched.status) { .status($0) }
        filter.add(priority ?? switched.priority) { .priority($0) }
    }

    /// Returns the condition for recent issues.
    static func recent(_ now: Date) -> IssueFilter.Condition {
        .modified(since: now.addingTimeInterval(-Double(SmartFilter.recentDays) * 86_400))
    }

    /// Adds search terms. Throws ``TagError`` if a tag isn't known.
    mutating func add(_ terms: [SearchTerm], in session: PortfolioSession) throws {
        for term in terms {
            let condition: IssueFilter.Condition =
                switch term.kind {
                case .text(let text): .text(text)
                case .tag(let name): .tag(try session.context.tag(matching: name).persistentModelID)
                }
            filter.conditions.append(term.isNegated ? .not(condition) : condition)
        }
    }

    /// Fetches the issues in order, with their tags.
    func issues(in session: PortfolioSession) throws -> [Issue] {
        let order = session.order
        let descriptor = Self.descriptor(filter, order)
        return order.orderingTies(try session.context.fetch(descriptor), collator: session.collator)
    }

    /// Returns the descriptor for the store.
    static func descriptor(_ filter: IssueFilter, _ order: IssueOrder) -> FetchDescriptor<Issue> {
        var descriptor = FetchDescriptor(predicate: filter.predicate, sortBy: order.descriptors)
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        return descriptor
    }
}
