import Foundation
import ModelData
import ProgramKit
import Shell

/// What a list shows of its issues' relationships: the tags, and whether an issue waits for an open one. Each is
/// read with one statement for all issues.
struct IssueRelations {
    private var tags: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    private var openBlockers: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    private var openBlocked: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    /// The names of the tags in the language's order.
    private var names: [String] = []
    /// The index of each tag's name in ``names``.
    private var ranks: [PersistentIdentifier: Int] = [:]

    /// Reads the relationships.
    ///
    /// - Parameters:
    ///   - issues: The listed issues.
    ///   - session: The session.
    @MainActor
    init(of issues: [Issue], in session: PortfolioSession) throws {
        if issues.isEmpty { return }
        let context = session.context
        // Reading the relationships of all issues is faster than looking up those of most issues.
        let areMost =
            try issues.count > 1_000 && issues.count * 2 > context.fetchCount(FetchDescriptor<Issue>())
        let owners = areMost ? nil : issues
        tags = try context.relatedIdentifiers(of: \Issue.tags, for: owners)
        // Creating a predicate takes longer than finding out that no issue of a short list waits for another.
        if try issues.count >= 100 || !context.relatedIdentifiers(of: \Issue.blockedBy, for: owners).isEmpty {
            let isOpen = #Predicate<Issue> { $0.closed == nil }
            openBlockers = try context.relatedIdentifiers(of: \Issue.blockedBy, for: owners, where: isOpen)
        }
        if tags.isEmpty { return }
        let used = areMost ? [] : Set(tags.values.joined())
        // Looking up many tags takes longer than reading all.
        let found =
            areMost || used.count > 30
            ? try context.fetch(FetchDescriptor<Tag>())
            : used.compactMap { context.existingModel(for: $0) as? Tag }
        let ordered = session.collator.sorted(found, by: \.name)
        names = ordered.map(\.name)
        for (rank, tag) in ordered.enumerated() { ranks[tag.persistentModelID] = rank }
    }

    /// Returns the names of an issue's tags in the language's order.
    func tags(of issue: PersistentIdentifier) -> [String] {
        guard let own = tags[issue] else { return [] }
        if own.count == 1 { return ranks[own[0]].map { [names[$0]] } ?? [] }
        var ordered: [Int] = []
        ordered.reserveCapacity(own.count)
        for tag in own {
            guard let rank = ranks[tag] else { continue }
            ordered.append(rank)
        }
        ordered.sort()
        return ordered.map { names[$0] }
    }

    /// Reads which open issues wait for these, for ``urgency(of:_:_:)``.
    @MainActor
    mutating func readBlocking(_ issues: [Issue], in session: PortfolioSession) throws {
        let isOpen = #Predicate<Issue> { $0.closed == nil }
        openBlocked = try session.context.relatedIdentifiers(
            of: \Issue.blocks, for: issues.count > 1_000 ? nil : issues, where: isOpen)
    }

    /// Returns the urgency of an issue.
    @MainActor
    func urgency(of issue: Issue, _ weights: [TagWeight], _ context: FieldContext) -> Urgency {
        let identifier = issue.persistentModelID
        return Urgency(
            of: issue, isBlocked: isBlocked(issue, identifier), isBlocking: openBlocked[identifier] != nil,
            tags: weights.isEmpty ? [] : tags(of: identifier), weights: weights, context)
    }

    /// Returns whether an open issue waits for an open one.
    func isBlocked(_ issue: Issue, _ identifier: PersistentIdentifier) -> Bool {
        issue.isOpen && openBlockers[identifier] != nil
    }
}
