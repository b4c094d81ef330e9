import Foundation
import Localization
import ProgramKit
import Shell

/// The match key of an issue: the values by which an import finds the issue if the entry has no identifier.
/// If an entry lacks a value, the property is `nil`. For a stored issue, the key has the values that an
/// export in this format would have.
struct IssueMatchKey: Hashable {
    /// A day; or a time if the file is more precise.
    enum DayOrTime: Hashable {
        case day(CivilDate)
        case time(Date)
    }

    /// Which values a match key has.
    struct Shape: Hashable {
        fileprivate let hasCreated, hasStatus, hasClosingDay, hasClosingTime, hasTags: Bool
        fileprivate let keys: Set<String>
    }

    /// The day on which the issue was created.
    var created: CivilDate?
    var status: IssueStatus?
    var closed: DayOrTime?
    /// The keys of the tags, in the form of ``IssueFormat/tagKey(_:)``.
    var tags: Set<String>?
    /// The values of ``Issue/details`` by their keys, in the form of exports.
    var values: [String: Cell.RawValue] = [:]

    var shape: Shape {
        var (isDay, isTime) = (false, false)
        switch closed {
        case .day?: isDay = true
        case .time?: isTime = true
        case nil: break
        }
        return Shape(
            hasCreated: created != nil, hasStatus: status != nil, hasClosingDay: isDay,
            hasClosingTime: isTime, hasTags: tags != nil, keys: Set(values.keys))
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
        tags = entry.tags.map { Set($0.map(format.tagKey)) }
        values = entry.values
    }

    /// Returns the possible match keys of a stored issue with the values of another one. If the issue lacks its
    /// closing time, the result is empty.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - shape: The values to include.
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone, for days.
    static func all(of issue: Issue, _ shape: Shape, _ format: IssueFormat, timeZone: TimeZone)
        -> [IssueMatchKey]
    {
        var facts = IssueMatchKey()
        if shape.hasCreated { facts.created = CivilDate.today(now: issue.created, timeZone: timeZone) }
        if shape.hasStatus { facts.status = issue.status }
        if shape.hasClosingDay || shape.hasClosingTime {
            guard let closed = issue.closed else { return [] }
            facts.closed =
                shape.hasClosingDay ? .day(CivilDate.today(now: closed, timeZone: timeZone)) : .time(closed)
        }
        // In todo.txt, words of the issue's title are also read as tags and values.
        let reading = format == .todo ? TodoText.reading(ofTitle: issue.title) : nil
        if shape.hasTags {
            let names = issue.tags.map(\.name) + (reading?.tags ?? [])
            facts.tags = Set(names.map(format.tagKey))
        }
        var others: [String: Cell.RawValue] = [:]
        for field in Issue.details where shape.keys.contains(field.key) {
            facts.values[field.key] = field.value(of: issue)
            if let value = reading?.values[field.key], issue.lacks(field) { others[field.key] = value }
        }
        if others.isEmpty { return [facts] }
        var read = facts
        read.values.merge(others) { $1 }
        return [facts, read]
    }
}
