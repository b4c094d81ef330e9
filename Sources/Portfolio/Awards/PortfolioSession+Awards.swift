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

    /// The awards that are earned by what the store holds now.
    func earnedAwards() throws -> [Award] {
        let counts = try awardCounts()
        return awards.all.filter { $0.isEarned(counts) }
    }

    /// Tells which awards are earned now, and which are locked again, such as after an undo.
    ///
    /// - Parameter before: Those that were earned before the command.
    func awardNews(since before: [Award]) throws -> [Block] {
        // In a large store counting takes longer than most commands.
        let earned = try earnedAwards()
        return try announce(earned) + lost(of: before, to: earned)
    }

    /// Has an undo find the place free for what was told of awards, where the step that it takes back deleted that.
    ///
    /// As `reset` did in the first version, after which the same awards were told again. There is one of each.
    func forgetToldAwards() throws {
        guard let deleted = try context.undoableTransaction()?.deleted,
            deleted[AnnouncedAward.storeName] != nil
        else { return }
        let told = try context.fetch(FetchDescriptor<AnnouncedAward>())
        if told.isEmpty { return }
        for award in told { context.delete(award) }
        try saveAboutAwards()
    }

    /// Saves what is about awards by an author of its own, so that `undo` passes it over.
    private func saveAboutAwards() throws {
        let author = context.author
        context.author = "\(programName) awards"
        defer { context.author = author }
        try context.save()
    }

    private func lost(of before: [Award], to earned: [Award]) -> [Block] {
        let keys = Set(earned.map(\.key))
        let lost = before.filter { !keys.contains($0.key) }
        if lost.isEmpty { return [] }
        let names = TextArgument.list(lost.map { .text(text("“%@”", $0.name)) })
        return [.message(text("%1$lld awards are locked again: %2$@.", lost.count, names))]
    }

    /// Tells which awards of those that are earned weren't told yet, each once.
    private func announce(_ earned: [Award]) throws -> [Block] {
        if earned.isEmpty { return [] }
        let told = Set(try context.fetch(FetchDescriptor<AnnouncedAward>()).map(\.key))
        let new = earned.filter { !told.contains($0.key) }
        if new.isEmpty { return [] }
        for award in new { context.insert(AnnouncedAward(key: award.key)) }
        let names = TextArgument.list(new.map { .text(text("“%@”", KeptAwardNames.kept($0))) })
        let message = text("You have earned %1$lld awards: %2$@.", new.count, names)
        context.transactionNote = CommandLabel.note(message)
        do {
            try saveAboutAwards()
        } catch {
            // What was done is done; another process may be telling the same.
            context.rollback()
            return []
        }
        return [.message(words(ofStep: message, in: localizer.language))]
    }
}
