import Localization
import ModelData
import Shell
import Suite

extension PortfolioSession {
    /// How far one has come, counted over what the store holds now, without making objects.
    func awardCounts() throws -> AwardCounts {
        let closed = IssueFilter(conditions: [.status(.closed)]).predicate
        return AwardCounts([
            .issues: try context.fetchCount(FetchDescriptor<Issue>()),
            .closed: try context.fetchCount(FetchDescriptor(predicate: closed)),
            .tags: try context.fetchCount(FetchDescriptor<Tag>()),
        ])
    }

    /// Tells which awards were earned since this was last asked, each once.
    ///
    /// That they were told is saved by an author of its own, so that `undo` passes it over.
    func announceAwards() throws -> [Block] {
        let counts = try awardCounts()
        let earned = awards.all.filter { $0.isEarned(counts) }
        if earned.isEmpty { return [] }
        let told = Set(try context.fetch(FetchDescriptor<AnnouncedAward>()).map(\.key))
        let new = earned.filter { !told.contains($0.key) }
        if new.isEmpty { return [] }
        for award in new { context.insert(AnnouncedAward(key: award.key)) }
        let names = TextArgument.list(new.map { .text(text("“%@”", $0.name)) })
        let message = text("You have earned %1$lld awards: %2$@.", new.count, names)
        context.transactionNote = CommandLabel.note(message)
        let author = context.author
        context.author = "\(programName) awards"
        defer { context.author = author }
        do {
            try context.save()
        } catch {
            // What was done is done; another process may be telling the same.
            context.rollback()
            return []
        }
        return [.message(message)]
    }
}
