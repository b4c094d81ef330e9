import ModelData

/// The numbers of the issues of all tags, as lists of these tags show them: an issue of a tag below counts, too.
@MainActor
struct TagCounts {
    private let counts: [PersistentIdentifier: Int]

    /// Counts the issues. All tags need a single statement, and each one that has others below it needs another.
    ///
    /// - Parameters:
    ///   - conditions: The conditions that the issues meet.
    ///   - tags: All tags.
    ///   - session: The session.
    init(_ conditions: [IssueFilter.Condition], of tags: [Tag], in session: PortfolioSession) throws {
        let context = session.context
        var counts = try context.relatedCounts(
            of: \Tag.issues, where: IssueFilter(conditions: conditions).predicate)
        let upper = Set(tags.flatMap { Tag.upperKeys(of: $0.key) })
        for tag in tags where upper.contains(tag.key) {
            let under = tags.filter { Tag.isKey($0.key, under: tag.key) }
            let filter = IssueFilter(conditions: conditions + [.tags(under)])
            counts[tag.persistentModelID] = try context.fetchCount(
                FetchDescriptor(predicate: filter.predicate))
        }
        self.counts = counts
    }

    subscript(tag: Tag) -> Int { counts[tag.persistentModelID] ?? 0 }
}
