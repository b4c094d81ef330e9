import Localization
import ModelData
import ProgramKit
import Shell

/// A filter that the user can select: a built-in filter, a tag or a query.
enum SmartFilter: Hashable, Sendable {
    /// All issues.
    case all
    /// The issues that changed in the last seven days.
    case recent
    /// The issues with a tag, by the tag's number.
    case tag(Int64)
    /// The issues that match a query.
    case query(String)
}

extension PortfolioSession {
    /// The names of open items that aren't records.
    enum PlaceName {
        static let all = "all"
        static let recent = "recent"
        static let filtered = "filtered"
        /// The beginning of the name of a query, which follows.
        static let query = "query "
    }

    /// The selected filter. Default: all issues.
    var selection: SmartFilter {
        get throws {
            for item in openItems {
                guard let name = item.name else { continue }
                if name == PlaceName.recent { return .recent }
                if name.hasPrefix(PlaceName.query) {
                    return .query(String(name.dropFirst(PlaceName.query.count)))
                }
            }
            return try selectedTag.flatMap(\.persistentModelID.recordNumber).map { .tag($0) } ?? .all
        }
    }

    /// Whether the filter by status and priority is on.
    var isFiltered: Bool { openItems.contains { $0.name == PlaceName.filtered } }

    /// The selected filter, and the filter by status and priority, as one query.
    ///
    /// - Parameters:
    ///   - hasStatus: Whether a call has its own status, which counts instead. Default: `false`.
    ///   - hasPriority: Whether a call has its own priority, which counts instead. Default: `false`.
    func lastingFilter(butStatus hasStatus: Bool = false, butPriority hasPriority: Bool = false) throws
        -> String
    {
        var parts: [String] = []
        switch try selection {
        case .all: break
        case .recent: parts.append("is:recent")
        case .tag:
            if let tag = try selectedTag { parts.append(Self.filter(of: tag)) }
        case .query(let text): parts.append(text)
        }
        guard isFiltered else { return parts.joined() }
        if !parts.isEmpty { parts[0] = "(\(parts[0]))" }
        func add<Value>(_ wanted: ValueFilter<Value>, _ key: String, _ word: (Value) -> String) {
            switch wanted {
            case .any: break
            case .only(let value): parts.append("\(key):\(word(value))")
            case .except(let value): parts.append("-\(key):\(word(value))")
            }
        }
        if !hasStatus { add(switched.status, "is") { $0.rawValue } }
        if !hasPriority { add(switched.priority, "priority") { $0.rawValue } }
        return parts.joined(separator: " ")
    }

    /// Returns the query for the current issues that meet conditions, within the selected filter unless the call says
    /// what counts.
    ///
    /// - Parameters:
    ///   - terms: The conditions.
    ///   - invocation: The call.
    ///   - order: The order of the issues.
    ///   - keepsWaiting: Whether waiting issues count, too. Default: `false`.
    func currentQuery(
        _ terms: [String], _ invocation: Invocation, order: IssueOrder, keepsWaiting: Bool = false
    ) throws -> IssueQuery {
        var query =
            usesSelection(invocation) ? try IssueQuery(in: self, order: order) : IssueQuery(order: order)
        query.add(try condition(terms, conditions))
        if !keepsWaiting { query.leaveOutPast(today) }
        return query
    }

    /// Returns the condition for issues with a tag.
    static func filter(of tag: Tag) -> String { "#" + ConditionVocabulary<Issue>.quoted(tag.name) }
}

extension IssueQuery {
    /// Creates a query with the selected filter. If the filter by status and priority is on, adds it.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - order: The order of the list.
    ///   - status: The status in the call, which overrides the filter by status. Default: none.
    ///   - priority: The priority in the call, which overrides the filter by priority. Default: none.
    /// - Throws: `ConditionError` or ``TagError`` if the selected query can't be used in this store.
    init(
        in session: PortfolioSession, order: IssueOrder, status: ValueFilter<IssueStatus>? = nil,
        priority: ValueFilter<Priority>? = nil
    ) throws {
        self.init(order: order, status: status, priority: priority)
        try add(session.lastingFilter(butStatus: status != nil, butPriority: priority != nil), in: session)
    }
}
