import Localization
import ModelData

extension Issue {
    /// Creates the next occurrence of a recurring issue that is being closed. It keeps everything except the
    /// notes and the dependencies.
    ///
    /// - Parameter session: The session, with the day of closing.
    /// - Returns: The new issue; `nil` if the issue doesn't recur.
    /// - Throws: ``NoNextDayError``.
    @MainActor
    func nextOccurrence(in session: PortfolioSession) throws -> Issue? {
        guard let rule else { return nil }
        guard let due = rule.nextDay(due: dueDay, closing: session.today) else {
            throw NoNextDayError(title: title)
        }
        let next = Issue(title: title, created: session.now)
        for field in Issue.details { field.set(field.value(of: self), of: next) }
        next.dueDay = due
        next.waitingDay = nil
        if let waiting = waitingDay, let before = dueDay {
            next.waitingDay = due.adding(days: before.days(until: waiting))
        }
        session.context.insert(next)
        next.tags = tags
        return next
    }

    /// Returns the titles of a chain of dependencies from this issue to another one: this issue waits for the
    /// second, which waits for the third, and so on. Returns `nil` if there is no chain.
    func chain(to other: Issue) -> [String]? {
        var reached: [(issue: Issue, before: Int?)] = [(self, nil)]
        var known: Set<PersistentIdentifier> = [persistentModelID]
        var index = 0
        while index < reached.count {
            let issue = reached[index].issue
            if issue === other {
                var titles: [String] = []
                var step: Int? = index
                while let place = step {
                    titles.append(reached[place].issue.title)
                    step = reached[place].before
                }
                return titles.reversed()
            }
            for blocker in issue.blockedBy where known.insert(blocker.persistentModelID).inserted {
                reached.append((blocker, index))
            }
            index += 1
        }
        return nil
    }
}
