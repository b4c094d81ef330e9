import Localization
import ModelData
import ProgramKit
import Shell

extension PortfolioSession {
    /// The awards in the user's language.
    var awards: AwardFile { AwardFile.builtIn(localizer.language) }

    /// Counts the objects that awards depend on in the store, without fetching them.
    func awardCounts() throws -> AwardCounts {
        let closed = IssueFilter(conditions: [.status(.closed)]).predicate
        return AwardCounts([
            .issues: try context.fetchCount(FetchDescriptor<Issue>()),
            .closed: try context.fetchCount(FetchDescriptor(predicate: closed)),
            .tags: try context.fetchCount(FetchDescriptor<Tag>()),
        ])
    }

    /// Returns the awards that are earned with the store's present content.
    func earnedAwards() throws -> [Award] {
        let counts = try awardCounts()
        return awards.all.filter { $0.isEarned(counts) }
    }

    /// Returns messages about newly earned awards, and about awards that are locked again, for example after
    /// `undo`.
    ///
    /// - Parameter before: The awards that were earned before the command.
    func awardMessages(since before: [Award]) async throws -> [Block] {
        // Count only once, because counting takes longer than most commands in a large store.
        let earned = try earnedAwards()
        return try await announce(earned) + relockedMessage(of: before, to: earned)
    }

    private func relockedMessage(of before: [Award], to earned: [Award]) -> [Block] {
        let keys = Set(earned.map(\.key))
        let relocked = before.filter { !keys.contains($0.key) }
        if relocked.isEmpty { return [] }
        let names = TextArgument.list(relocked.map { .text(text("“%@”", $0.name)) })
        return [.message(text("%1$lld awards are locked again: %2$@.", relocked.count, names))]
    }

    /// Announces the earned awards that weren't announced before, and records them as announced.
    private func announce(_ earned: [Award]) async throws -> [Block] {
        if earned.isEmpty { return [] }
        let told = Set(try context.fetch(FetchDescriptor<AnnouncedAward>()).map(\.key))
        let new = earned.filter { !told.contains($0.key) }
        if new.isEmpty { return [] }
        for award in new { context.insert(AnnouncedAward(key: award.key)) }
        let names = TextArgument.list(new.map { .text(text("“%@”", StoredAwardNames.stored($0))) })
        let message = text("You have earned %1$lld awards: %2$@.", new.count, names)
        context.transactionNote = CommandLabel.note(message)
        // With a separate author, `undo` skips the transaction.
        let author = context.author
        context.author = "portfolio awards"
        defer { context.author = author }
        do {
            try await context.saveWhenUnlocked()
        } catch {
            // Ignore the error: the command itself is saved, and another process may be recording the same
            // awards.
            context.rollback()
            return []
        }
        return [.message(StoredAwardNames.localized(message, in: localizer.language))]
    }
}

extension SessionPart {
    /// Announces the awards that a change has earned.
    static let awards = SessionPart(
        around: { session, intent, command in
            // Maintenance commands can run on a damaged store. In such a store, counting fails.
            guard intent.changes, intent.scope == .data, session.preferences[AwardsCommand.setting] else {
                return try await command()
            }
            let before = try session.earnedAwards()
            var output = try await command()
            let messages = try await session.awardMessages(since: before)
            output.blocks += messages
            return output
        },
        candidates: { session, source, _ in
            source == IssueCompletions.awards ? session.awards.all.map(\.name) : nil
        })
}
