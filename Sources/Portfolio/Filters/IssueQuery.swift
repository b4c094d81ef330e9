import Foundation
import ModelData

/// Which issues a list shows: what is looked at, what the terms and options ask for, and the switched filter.
@MainActor
struct IssueQuery {
    var filter = IssueFilter()

    /// The conditions of what is looked at, and of the switched filter where it is on.
    ///
    /// - Parameters:
    ///   - status: What the call says of the status, in place of the switched filter; `nil` where it says nothing.
    ///   - priority: The same for the priority.
    init(
        in session: PortfolioSession, status: Wanted<IssueStatus>? = nil, priority: Wanted<Priority>? = nil
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

    /// The condition of what is recent.
    static func recent(_ now: Date) -> IssueFilter.Condition {
        .modified(since: now.addingTimeInterval(-Double(SmartFilter.recentDays) * 86_400))
    }

    /// Adds terms. Throws ``TagError`` where a tag is not known.
    mutating func add(_ terms: [SearchTerm], in session: PortfolioSession) throws {
        for term in terms {
            let condition: IssueFilter.Condition =
                switch term.kind {
                case .text(let text): .text(text)
                case .tag(let name): .tag(try session.context.tag(meant: name).persistentModelID)
                }
            filter.conditions.append(term.isNegated ? .not(condition) : condition)
        }
    }

    /// The issues in order, with their tags.
    func issues(in session: PortfolioSession) throws -> [Issue] {
        let order = session.order
        let descriptor = Self.descriptor(filter, order)
        return order.settled(try session.context.fetch(descriptor), collator: session.collator)
    }

    /// What the store is asked.
    static func descriptor(_ filter: IssueFilter, _ order: IssueOrder) -> FetchDescriptor<Issue> {
        var descriptor = FetchDescriptor(predicate: filter.predicate, sortBy: order.descriptors)
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        return descriptor
    }
}
