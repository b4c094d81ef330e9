import Basics
import Formats
import Foundation
import Localization

/// Reads the objects of other programs' JSON exports: tasks of taskwarrior (`task export`) and issues of GitHub
/// (`gh issue list --json …`).
enum ForeignIssues {
    /// Returns the entry of an object; `nil` if it is neither a task of taskwarrior nor an issue of GitHub.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object.
    ///   - document: The object.
    ///   - decoder: The decoder.
    ///   - timeZone: The user's time zone: taskwarrior stores the midnight of due days in it.
    /// - Throws: ``EntryProblem``.
    static func entry(
        keys: Set<String>, _ document: JSONDocument, _ decoder: JSONValueDecoder, timeZone: TimeZone
    ) throws -> IssueEntry? {
        if keys.isSuperset(of: ["uuid", "description"]), !keys.contains("title") {
            return try decoded(TaskwarriorTask.self, document, decoder).entry(timeZone)
        }
        let marks: Set<String> = [
            "createdAt", "updatedAt", "closedAt", "body", "labels", "state", "url", "assignees",
        ]
        if keys.contains("title"), !keys.contains("identifier"), !keys.isDisjoint(with: marks) {
            return try decoded(GitHubIssue.self, document, decoder).entry()
        }
        return nil
    }

    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ document: JSONDocument, _ decoder: JSONValueDecoder
    ) throws -> Value {
        do {
            return try decoder.decode(type, from: document)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw EntryProblem.wrongType(key: context.codingPath.last?.stringValue ?? "")
        }
    }
}

/// A task of taskwarrior's JSON export.
private struct TaskwarriorTask: Decodable {
    struct Annotation: Decodable {
        let entry: String?
        let description: String?
    }

    /// The identifiers of tasks: a list, or in older versions one text.
    enum Identifiers: Decodable {
        case list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .list(text.split(separator: ",").map(String.init))
            } else {
                self = .list(try container.decode([String].self))
            }
        }
    }

    let uuid: String
    let description: String
    let status: String?
    let entry: String?
    let end: String?
    let modified: String?
    let due: String?
    let wait: String?
    let scheduled: String?
    let priority: String?
    let project: String?
    let tags: [String]?
    let recur: String?
    let depends: Identifiers?
    let annotations: [Annotation]?

    func entry(_ timeZone: TimeZone) throws -> IssueEntry {
        let status = status ?? "pending"
        if status == "recurring" || status == "deleted" { throw EntryProblem.notATask(status: status) }
        var result = IssueEntry(title: description)
        guard let identifier = UUID(uuidString: uuid) else { throw EntryProblem.identifier(uuid) }
        result.identifier = identifier
        result.status = status == "completed" ? .closed : .open
        result.priority = ["H": Priority.high, "M": .medium, "L": .low][priority ?? ""] ?? .low
        result.created = try time(entry, "entry")
        result.closed = result.status == .closed ? try time(end, "end") : nil
        result.modified = try time(modified, "modified")
        func day(_ time: Date) -> CivilDate { CivilDate.today(now: time, timeZone: timeZone) }
        result.due = try time(due, "due").map(day)
        result.waitingUntil = try (time(wait, "wait") ?? time(scheduled, "scheduled")).map(day)
        result.tags = (tags ?? []) + [project].compactMap(\.self)
        if case .list(let others)? = depends {
            result.blockedBy = try others.map { written in
                guard let other = UUID(uuidString: written.trimmingSpaces) else {
                    throw EntryProblem.identifier(written)
                }
                return other
            }
        }
        result.notes = try annotations?.compactMap { annotation in
            guard let text = annotation.description else { return nil }
            return NoteEntry(written: try time(annotation.entry, "entry") ?? .distantPast, text: text)
        }
        if let recur {
            result.recurrence = Self.rule(recur)
            if result.recurrence == nil { throw EntryProblem.recurrence(recur) }
        }
        return result
    }

    /// Parses a time such as `20240315T120000Z`.
    private func time(_ written: String?, _ field: String) throws -> Date? {
        guard let written else { return nil }
        let digits = written.filter(\.isNumber)
        guard digits.count == 14, written.hasSuffix("Z") else {
            guard let time = ISOTime.date(written) else { throw EntryProblem.date(written, field: field) }
            return time
        }
        let parts = Array(digits)
        func part(_ range: Range<Int>) -> String { String(parts[range]) }
        let iso =
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
        guard let time = ISOTime.date(iso) else { throw EntryProblem.date(written, field: field) }
        return time
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

/// An issue of `gh issue list --json …`, with any of its fields.
private struct GitHubIssue: Decodable {
    struct Label: Decodable { let name: String }
    struct User: Decodable { let login: String? }
    struct Milestone: Decodable {
        let title: String?
        let dueOn: String?
    }
    struct Comment: Decodable {
        let author: User?
        let body: String?
        let createdAt: String?
    }

    let title: String
    let body: String?
    let state: String?
    let labels: [Label]?
    let createdAt: String?
    let updatedAt: String?
    let closedAt: String?
    let url: String?
    let milestone: Milestone?
    let comments: [Comment]?

    func entry() throws -> IssueEntry {
        var result = IssueEntry(title: title)
        result.identifier = url.map(Self.identifier)
        result.content = body
        result.status = state.map { $0.lowercased() == "closed" ? .closed : .open }
        result.created = try time(createdAt, "createdAt")
        result.modified = try time(updatedAt, "updatedAt")
        result.closed = result.status == .closed ? try time(closedAt, "closedAt") : nil
        result.tags = labels.map { labels in
            // A tag can't begin with these characters.
            labels.map { String($0.name.drop { $0 == "#" || $0 == "-" }).trimmingSpaces }.filter {
                !$0.isEmpty
            }
        }
        result.due = try time(milestone?.dueOn, "dueOn").map { CivilDate(utc: $0) }
        result.notes = try comments?.compactMap { comment in
            guard let body = comment.body, !body.isEmpty else { return nil }
            let author = comment.author?.login.map { "@\($0): " } ?? ""
            return NoteEntry(
                written: try time(comment.createdAt, "createdAt") ?? result.created ?? .distantPast,
                text: author + body)
        }
        return result
    }

    private func time(_ written: String?, _ field: String) throws -> Date? {
        guard let written, !written.isEmpty else { return nil }
        guard let time = ISOTime.date(written) else { throw EntryProblem.date(written, field: field) }
        return time
    }

    /// Returns the identifier of an issue: a UUID (version 8) from its address, so that a later import on any
    /// device finds the same issue.
    private static func identifier(_ url: String) -> UUID {
        var bytes = Array(SHA256.bytes(Data(url.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
                bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
