import Foundation
import Localization

/// The match key of an issue: the values by which an import finds the issue if the entry has no identifier.
/// If an entry lacks a value, the property is `nil`. For a stored issue, the key has the values that an
/// export in this format would have.
struct IssueMatchKey: Hashable {
    /// A day; or a time if the file is more precise.
    enum DayOrTime: Hashable {
        case day(CivilDate)
        case time(Date)
    }

    /// The set of a match key's fields that aren't `nil`.
    struct Fields: OptionSet, Hashable {
        let rawValue: Int

        static let created = Fields(rawValue: 1)
        static let status = Fields(rawValue: 2)
        static let closingDay = Fields(rawValue: 4)
        static let closingTime = Fields(rawValue: 8)
        static let priority = Fields(rawValue: 16)
        static let content = Fields(rawValue: 32)
        static let tags = Fields(rawValue: 64)
        static let due = Fields(rawValue: 128)
        static let waitingUntil = Fields(rawValue: 256)
        static let recurrence = Fields(rawValue: 512)
    }

    /// The day on which the issue was created.
    var created: CivilDate?
    var status: IssueStatus?
    var closed: DayOrTime?
    var priority: Priority?
    /// The letter of todo.txt, C to Z. Without a priority, it is `nil`.
    var letter: String?
    var content: String?
    /// The keys of the tags, in the form of ``IssueFormat/tagKey(_:)``.
    var tags: Set<String>?
    var due: CivilDate?
    var waitingUntil: CivilDate?
    var recurrence: Recurrence?

    var fields: Fields {
        var fields: Fields = []
        if created != nil { fields.insert(.created) }
        if status != nil { fields.insert(.status) }
        switch closed {
        case .day?: fields.insert(.closingDay)
        case .time?: fields.insert(.closingTime)
        case nil: break
        }
        if priority != nil { fields.insert(.priority) }
        if content != nil { fields.insert(.content) }
        if tags != nil { fields.insert(.tags) }
        if due != nil { fields.insert(.due) }
        if waitingUntil != nil { fields.insert(.waitingUntil) }
        if recurrence != nil { fields.insert(.recurrence) }
        return fields
    }
}

extension IssueMatchKey {
    /// Creates the match key of an entry, with all its values.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone, for days.
    init(_ entry: IssueEntry, _ format: IssueFormat, timeZone: TimeZone) {
        created = entry.created.map { CivilDate.today(now: $0, timeZone: timeZone) }
        status = entry.status
        closed = entry.closed.map { time in
            let day = CivilDate.today(now: time, timeZone: timeZone)
            return day.start(in: timeZone) == time ? .day(day) : .time(time.wholeMilliseconds)
        }
        priority = entry.priority
        letter = priority == nil ? nil : entry.letter
        content = entry.content
        tags = entry.tags.map { Set($0.map(format.tagKey)) }
        (due, waitingUntil, recurrence) = (entry.due, entry.waitingUntil, entry.recurrence)
    }

    /// Returns the possible match keys of a stored issue for the given fields. If the issue lacks one of
    /// these fields, the result is empty.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - fields: The fields to include.
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone, for days.
    static func all(of issue: Issue, _ fields: Fields, _ format: IssueFormat, timeZone: TimeZone)
        -> [IssueMatchKey]
    {
        var facts = IssueMatchKey()
        if fields.contains(.created) {
            facts.created = CivilDate.today(now: issue.created, timeZone: timeZone)
        }
        if fields.contains(.status) { facts.status = issue.status }
        if !fields.isDisjoint(with: [.closingDay, .closingTime]) {
            guard let closed = issue.closed else { return [] }
            let isDay = fields.contains(.closingDay)
            facts.closed = isDay ? .day(CivilDate.today(now: closed, timeZone: timeZone)) : .time(closed)
        }
        if fields.contains(.content) { facts.content = issue.content }
        // In todo.txt, words of the issue's title are also read as tags, a priority and dates.
        let reading = format == .todo ? TodoText.reading(ofTitle: issue.title) : nil
        if fields.contains(.due) { facts.due = issue.dueDay ?? reading?.due }
        if fields.contains(.waitingUntil) { facts.waitingUntil = issue.waitingDay ?? reading?.wait }
        if fields.contains(.recurrence) { facts.recurrence = issue.rule ?? reading?.rule }
        if fields.contains(.tags) {
            let names = issue.tags.map(\.name) + (reading?.tags ?? [])
            facts.tags = Set(names.map(format.tagKey))
        }
        guard fields.contains(.priority) else { return [facts] }
        facts.priority = issue.priority
        facts.letter = issue.letter
        guard issue.priority == .low, issue.letter == nil, let reading, let other = reading.priority else {
            return [facts]
        }
        var others = facts
        (others.priority, others.letter) = (other, reading.letter)
        return [facts, others]
    }
}
