import Foundation
import Localization
import ModelData

extension Issue {
    /// Returns the next occurrence of a recurring issue that is being closed, and creates it if it doesn't exist. It
    /// keeps everything except the notes and the dependencies.
    ///
    /// Its identifier follows from that of the closed issue, so that two devices that close the issue create one
    /// occurrence, and closing a reopened issue creates none.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - closing: The day of closing. Default: today.
    /// - Returns: The next issue; `nil` if the issue doesn't recur, or the series has ended.
    /// - Throws: ``NoNextDayError``, and `ModelDataError` if the store can't be read.
    @MainActor
    func nextOccurrence(in session: PortfolioSession, closing: CivilDate? = nil) throws -> Issue? {
        guard let rule else { return nil }
        let identifier = nextIdentifier
        if let known = try session.context.issues([identifier]).first { return known }
        // A series can live without a due day; then its waiting day moves.
        let former = dueDay ?? waitingDay
        guard let day = rule.nextDay(due: former, closing: closing ?? session.today) else {
            throw NoNextDayError(title: title)
        }
        if let until = rule.until, day > until { return nil }
        let next = Issue(identifier: identifier, title: title, created: session.now)
        for field in Issue.details where field.key != "started" { field.set(field.value(of: self), of: next) }
        next.rule = rule.following(former, day)
        next.dueDay = nil
        next.waitingDay = day
        if let due = dueDay {
            next.dueDay = day
            next.waitingDay = waitingDay.map { day.adding(days: due.days(until: $0)) }
        }
        session.context.insert(next)
        next.tags = tags
        return next
    }

    /// The identifier of the next occurrence.
    var nextIdentifier: UUID { .issue(of: "next occurrence of \(identifier.uuidString)") }

    /// Returns what closing a recurring issue leads to, as a message; `nil` if the issue doesn't recur.
    func continuation(_ next: Issue?) -> LocalizedText? {
        if let day = next?.dueDay { return text("The next “%1$@” is due on %2$@.", title, day) }
        if let day = next?.waitingDay { return text("The next “%1$@” waits until %2$@.", title, day) }
        return rule == nil ? nil : text("The series “%@” has ended.", title)
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
