import Foundation
import Localization

/// What issues are looked for by, as an entry of a file says it; `nil` is what it doesn't say. Of an issue, it is what a
/// file says of it.
struct IssueFacts: Hashable {
    /// A day, or a time where the file knows more than that.
    enum Moment: Hashable {
        case day(CivilDate)
        case time(Date)
    }

    /// Which of them are said.
    struct Kinds: OptionSet, Hashable {
        let rawValue: Int

        static let created = Kinds(rawValue: 1)
        static let status = Kinds(rawValue: 2)
        static let closingDay = Kinds(rawValue: 4)
        static let closingTime = Kinds(rawValue: 8)
        static let priority = Kinds(rawValue: 16)
        static let content = Kinds(rawValue: 32)
        static let tags = Kinds(rawValue: 64)
    }

    /// The day on which the issue was made.
    var created: CivilDate?
    var status: IssueStatus?
    var closed: Moment?
    var priority: Priority?
    var content: String?
    /// The keys of the tags, as the format has them.
    var tags: Set<String>?

    var kinds: Kinds {
        var kinds: Kinds = []
        if created != nil { kinds.insert(.created) }
        if status != nil { kinds.insert(.status) }
        switch closed {
        case .day?: kinds.insert(.closingDay)
        case .time?: kinds.insert(.closingTime)
        case nil: break
        }
        if priority != nil { kinds.insert(.priority) }
        if content != nil { kinds.insert(.content) }
        if tags != nil { kinds.insert(.tags) }
        return kinds
    }
}

extension IssueFacts {
    /// All that an entry says.
    init(_ entry: IssueEntry, _ format: IssueFormat, timeZone: TimeZone) {
        created = entry.created.map { CivilDate.today(now: $0, timeZone: timeZone) }
        status = entry.status
        closed = entry.closed.map { time in
            let day = CivilDate.today(now: time, timeZone: timeZone)
            return day.start(in: timeZone) == time ? .day(day) : .time(time.wholeMilliseconds)
        }
        priority = entry.priority
        content = entry.content
        tags = entry.tags.map { Set($0.map(format.tagKey)) }
    }

    /// What files may say of an issue by some kinds of facts; nothing where they can't say one of these.
    static func all(of issue: Issue, _ kinds: Kinds, _ format: IssueFormat, timeZone: TimeZone)
        -> [IssueFacts]
    {
        var facts = IssueFacts()
        if kinds.contains(.created) {
            facts.created = CivilDate.today(now: issue.created, timeZone: timeZone)
        }
        if kinds.contains(.status) { facts.status = issue.status }
        if !kinds.isDisjoint(with: [.closingDay, .closingTime]) {
            guard let closed = issue.closed else { return [] }
            let isDay = kinds.contains(.closingDay)
            facts.closed = isDay ? .day(CivilDate.today(now: closed, timeZone: timeZone)) : .time(closed)
        }
        if kinds.contains(.content) { facts.content = issue.content }
        guard !kinds.isDisjoint(with: [.priority, .tags]) else { return [facts] }
        // A line of todo.txt also has what the issue's own title looks like.
        let reading = format == .todo ? TodoText.reading(ofTitle: issue.title) : nil
        if kinds.contains(.tags) {
            let names = issue.tags.map(\.name) + (reading?.tags ?? [])
            facts.tags = Set(names.map(format.tagKey))
        }
        guard kinds.contains(.priority) else { return [facts] }
        facts.priority = issue.priority
        guard issue.priority == .low, let other = reading?.priority, other != .low else { return [facts] }
        var others = facts
        others.priority = other
        return [facts, others]
    }
}
