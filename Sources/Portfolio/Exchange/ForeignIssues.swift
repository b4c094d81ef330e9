import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// The fields of a task of taskwarrior's JSON export (`task export`).
struct TaskwarriorFields {
    private static let keys = [
        "uuid", "description", "status", "entry", "end", "modified", "due", "wait", "scheduled", "priority",
        "project", "tags", "recur", "depends", "annotations", "estimate", "start", "content",
    ]
    private let timeZone: TimeZone

    /// - Parameters:
    ///   - names: The names of the fields.
    ///   - timeZone: The user's time zone: taskwarrior stores the midnight of due days in it.
    init(_ names: inout FieldNames, _ timeZone: TimeZone) {
        self.timeZone = timeZone
        for key in Self.keys { _ = names.take(key) }
        names.takeAll(except: OtherFields.computed)
    }

    static func isRecognized(by keys: Set<String>) -> Bool {
        keys.isSuperset(of: ["uuid", "description"]) && !keys.contains("title")
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> IssueEntry {
        let written = fields.text("status")
        // The template of recurring tasks, or a deleted task.
        if written == "recurring" || written == "deleted" {
            throw SkippedEntry(text("tasks with the status “%@” are not imported", written))
        }
        var result = IssueEntry(title: fields.text("description"))
        result.identifier = fields.identifier("uuid")
        result.status = written == "completed" ? .closed : .open
        let letters = ["H": Priority.high, "M": .medium, "L": .low]
        result.priority = fields.value("priority", or: .priority) { letters[$0] } ?? .low
        result.created = time(&fields, "entry")
        result.modified = time(&fields, "modified")
        // A waiting task can have the time of its end.
        result.closed = time(&fields, "end").flatMap { result.status == .closed ? $0 : nil }
        func day(_ time: Date) -> CivilDate { CivilDate.today(now: time, timeZone: timeZone) }
        func value(_ day: CivilDate) -> Cell.RawValue { .string(day.description) }
        result.values["due"] = time(&fields, "due").map(day).map(value)
        result.values["dueTime"] = time(&fields, "due").flatMap { DueTime.minute(of: $0, in: timeZone) }
            .map { .string(DueTime.written($0)) }
        let start = time(&fields, "scheduled"), hidden = time(&fields, "wait")
        result.values["waitingUntil"] = (hidden ?? start).map(day).map(value)
        let name = fields.text("project")
        result.tags = (fields.list("tags") ?? []) + (name.isEmpty ? [] : [name])
        result.values["recurrence"] = fields.value("recur", or: .recurrence, Self.rule)
            .map { .string($0.rawValue) }
        result.values["estimate"] = fields.value("estimate", or: .duration, Self.minutes).map { .integer($0) }
        // Nobody works on a completed task.
        result.values["started"] = time(&fields, "start").flatMap {
            result.status == .open ? .string(ISOTime.string($0)) : nil
        }
        result.content = fields.presentText("content").flatMap { $0.isEmpty ? nil : $0 }
        result.blockedBy = blockers(&fields)
        result.notes = notes(&fields)
        var problems: [FieldProblem] = []
        try result.check(&problems, title: "description", notes: "annotations")
        fields.report(problems)
        let others = OtherFields.stored(
            fields.members, TaskwarriorWriter(timeZone: timeZone).members(result), keys: Self.keys)
        result.values[OtherFields.key] = others.map { .string($0) }
        return result
    }

    /// Returns the identifiers of the tasks that must be completed before: a list, or in older versions one text.
    private func blockers(_ fields: inout EntryFields) -> [UUID]? {
        guard let text = fields.json("depends")?.string else { return fields.identifiers("depends") }
        return text.split(separator: ",").compactMap { written in
            let identifier = UUID(uuidString: String(written).trimmingWhitespace())
            if identifier == nil { fields.drop("depends", written: String(written), .identifier) }
            return identifier
        }
    }

    private func notes(_ fields: inout EntryFields) -> [NoteEntry]? {
        fields.json("annotations")?.elements?.compactMap { annotation in
            guard let text = annotation["description"]?.string else { return nil }
            let written = annotation["entry"]?.string ?? ""
            let time = Self.time(written)
            if time == nil, !written.isEmpty { fields.drop("annotations", written: written, .date) }
            return NoteEntry(written: time ?? .distantPast, text: text.withoutNUL)
        }
    }

    private func time(_ fields: inout EntryFields, _ field: FileField) -> Date? {
        fields.value(field, or: .date, Self.time)
    }

    /// Parses a time such as `20240315T120000Z`.
    private static func time(_ written: String) -> Date? {
        let digits = Array(written.filter(\.isNumber))
        guard digits.count == 14, written.hasSuffix("Z") else { return ISOTime.date(written) }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return ISOTime.date(
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z")
    }

    /// Parses the duration of a field that users add to taskwarrior, such as `PT1H30M`, `P1D` or `90min`. A number without
    /// a unit may mean minutes or hours.
    private static func minutes(_ written: String) -> Int? {
        guard
            let match = written.wholeMatch(
                of: /P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:\d+S)?)?/)
        else { return Int(written) == nil ? DurationReader.minutes(written) : nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let minutes = (number(match.1) * 24 + number(match.2)) * 60 + number(match.3)
        return DurationReader.range.contains(minutes) ? minutes : nil
    }

    /// Parses a recurrence such as `weekly`, `2wks` or `P1M`.
    private static func rule(_ written: String) -> Recurrence? {
        let word = written.lowercased()
        let named: [String: (Int, CalendarUnit)] = [
            "daily": (1, .day), "day": (1, .day), "weekly": (1, .week), "sennight": (1, .week),
            "biweekly": (2, .week), "fortnight": (2, .week), "monthly": (1, .month), "bimonthly": (2, .month),
            "quarterly": (3, .month), "semiannual": (6, .month), "annual": (1, .year), "yearly": (1, .year),
            "biannual": (2, .year), "biyearly": (2, .year),
        ]
        if let (count, unit) = named[word] { return Recurrence(count, unit, from: .due) }
        let rest = word.hasPrefix("p") ? word.dropFirst() : word[...]
        let digits = rest.prefix(while: \.isNumber)
        let unit = rest.dropFirst(digits.count)
        let count = digits.isEmpty ? 1 : Int(digits) ?? 0
        switch unit {
        case "d", "day", "days": return Recurrence(count, .day, from: .due)
        case "w", "wk", "wks", "week", "weeks": return Recurrence(count, .week, from: .due)
        case "m", "mo", "mos", "mth", "mths", "month", "months": return Recurrence(count, .month, from: .due)
        case "q", "qtr", "qtrs", "quarter", "quarters": return Recurrence(3 * count, .month, from: .due)
        case "y", "yr", "yrs", "year", "years": return Recurrence(count, .year, from: .due)
        default: return nil
        }
    }
}

/// The fields of an issue of GitHub: of `gh issue list --json …`, which has any of them, or of the REST interface.
struct GitHubFields {
    private static let keys = [
        "title", "body", "state", "labels", "createdAt", "updatedAt", "closedAt", "url", "milestone",
        "comments", "author", "created_at", "updated_at", "closed_at", "html_url", "user",
    ]
    private static let marks: Set<String> = [
        "createdAt", "updatedAt", "closedAt", "body", "labels", "state", "url", "assignees", "created_at",
        "html_url",
    ]
    /// Whether the names are those of the REST interface.
    private let isREST: Bool

    init(_ names: inout FieldNames) {
        isREST = !names.firstKeys.isDisjoint(with: ["created_at", "html_url"])
        for key in Self.keys { _ = names.take(key) }
    }

    static func isRecognized(by keys: Set<String>) -> Bool {
        keys.contains("title") && !keys.contains("identifier") && !keys.isDisjoint(with: marks)
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> IssueEntry {
        var result = IssueEntry(title: fields.text("title"))
        let address = fields.text(isREST ? "html_url" : "url")
        result.identifier = address.isEmpty ? nil : UUID.issue(of: address)
        result.content = fields.presentText("body")
        let status = fields.text("state")
        result.status = status.isEmpty ? nil : status.lowercased() == "closed" ? .closed : .open
        result.created = fields.time(isREST ? "created_at" : "createdAt")
        result.modified = fields.time(isREST ? "updated_at" : "updatedAt")
        result.closed = fields.closingTime(isREST ? "closed_at" : "closedAt", result.status)
        result.tags = tags(&fields)
        result.values["due"] = time(
            fields.json("milestone")?[isREST ? "due_on" : "dueOn"], "milestone", &fields
        ).map { .string(CivilDate(utc: $0).description) }
        let author = fields.json(isREST ? "user" : "author")?["login"]?.string.map { "@\($0): " } ?? ""
        let source =
            address.isEmpty
            ? [] : [NoteEntry(written: result.created ?? .distantPast, text: author + address)]
        let comments = notes(&fields, result.created)
        result.notes = source.isEmpty ? comments : source + (comments ?? [])
        var problems: [FieldProblem] = []
        try result.check(&problems, content: "body", tags: "labels", notes: "comments")
        fields.report(problems)
        return result
    }

    /// Returns the labels and the milestone as tags; `nil` if the file has neither.
    private func tags(_ fields: inout EntryFields) -> [String]? {
        let names = fields.json("labels")?.elements?.compactMap { label in
            (label.string ?? label["name"]?.string).flatMap { tag($0, "labels", &fields) }
        }
        guard let title = fields.json("milestone")?["title"]?.string else { return names }
        return (names ?? []) + [tag(title, "milestone", &fields)].compactMap(\.self)
    }

    /// Returns the tag for a name on GitHub; `nil` if nothing is left of it.
    private func tag(_ name: String, _ field: FileField, _ fields: inout EntryFields) -> String? {
        let name = name.withoutNUL
        let tag = String(name.drop { $0 == "#" || $0 == "-" }).trimmingWhitespace()
        if tag.utf8.count < name.trimmingWhitespace().utf8.count {
            fields.alter(field, written: name, to: tag, text("a tag can't begin with “#” or “-”"))
        }
        return tag.isEmpty ? nil : tag
    }

    private func notes(_ fields: inout EntryFields, _ created: Date?) -> [NoteEntry]? {
        fields.json("comments")?.elements?.compactMap { comment in
            guard let body = comment["body"]?.string, !body.isEmpty else { return nil }
            let author = comment["author"]?["login"]?.string.map { "@\($0): " } ?? ""
            let time = time(comment["createdAt"], "comments", &fields)
            return NoteEntry(written: time ?? created ?? .distantPast, text: (author + body).withoutNUL)
        }
    }

    /// Returns the time in a value within a field.
    private func time(_ value: JSONView?, _ field: FileField, _ fields: inout EntryFields) -> Date? {
        guard let written = value?.string, !written.isEmpty else { return nil }
        let time = ISOTime.date(written)
        if time == nil { fields.drop(field, written: written, .date) }
        return time
    }
}
