import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// Writes issues for other programs. `import` reads the tasks of taskwarrior again.
enum ForeignExport: String, CaseIterable {
    /// Tasks as `task import` reads them.
    case taskwarrior
    /// To-dos of a calendar (VTODO in iCalendar, RFC 5545).
    case calendar = "ics"

    /// Returns the content of a file with the issues.
    ///
    /// - Parameters:
    ///   - entries: The issues.
    ///   - timeZone: The user's time zone.
    ///   - now: The time of the export.
    func bytes(_ entries: [IssueEntry], timeZone: TimeZone, now: Date) -> [UInt8] {
        switch self {
        case .taskwarrior: TaskwarriorWriter(timeZone: timeZone).bytes(entries)
        case .calendar: Self.calendar(entries, now: now)
        }
    }
}

extension ForeignExport {
    /// Formats an instant in UTC: `20250501T100000Z`.
    fileprivate static func utc(_ instant: Date) -> String {
        // Formats of other programs have no fractions of seconds.
        let second = Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
        return ISOTime.string(second).filter { $0 != "-" && $0 != ":" }
    }

    /// Returns to-dos. Due days and times are local, without a time zone.
    private static func calendar(_ entries: [IssueEntry], now: Date) -> [UInt8] {
        var lines = ContentLines()
        lines.append("BEGIN", "VCALENDAR")
        lines.append("VERSION", "2.0")
        lines.append("PRODID", "-//TerminalSuite//portfolio 1.0//EN")
        for entry in entries {
            lines.append("BEGIN", "VTODO")
            lines.append("UID", (entry.identifier ?? UUID.random()).uuidString.lowercased())
            lines.append("DTSTAMP", utc(now))
            if let created = entry.created { lines.append("CREATED", utc(created)) }
            if let modified = entry.modified { lines.append("LAST-MODIFIED", utc(modified)) }
            lines.append("SUMMARY", text: entry.title)
            if let content = entry.content, !content.isEmpty { lines.append("DESCRIPTION", text: content) }
            if let due = entry.day("due") {
                let day = due.description.filter { $0 != "-" }
                if let minute = entry.dueMinute {
                    lines.append("DUE", "\(day)T\(DueTime.written(minute).filter { $0 != ":" })00")
                } else {
                    lines.append("DUE;VALUE=DATE", day)
                }
            }
            switch entry.priority {
            case .high: lines.append("PRIORITY", "1")
            case .medium: lines.append("PRIORITY", "5")
            case .low, nil: break
            }
            if let tags = entry.tags, !tags.isEmpty {
                lines.append("CATEGORIES", tags.map(ContentLines.escaped).joined(separator: ","))
            }
            for blocker in entry.blockedBy ?? [] {
                lines.append("RELATED-TO;RELTYPE=DEPENDS-ON", blocker.uuidString.lowercased())
            }
            for note in entry.notes ?? [] { lines.append("COMMENT", text: note.text) }
            if entry.status == .closed {
                lines.append("STATUS", "COMPLETED")
                if let closed = entry.closed { lines.append("COMPLETED", utc(closed)) }
                lines.append("PERCENT-COMPLETE", "100")
            } else {
                lines.append("STATUS", entry.values["started"] == nil ? "NEEDS-ACTION" : "IN-PROCESS")
            }
            lines.append("END", "VTODO")
        }
        lines.append("END", "VCALENDAR")
        return lines.bytes
    }
}

extension IssueEntry {
    /// The day in a field.
    fileprivate func day(_ key: String) -> CivilDate? {
        if case .string(let day)? = values[key] { CivilDate(day) } else { nil }
    }

    /// The time of day at which the issue is due.
    fileprivate var dueMinute: Int? {
        if case .string(let time)? = values["dueTime"] { DueTime.minute(time) } else { nil }
    }
}

/// Writes issues as a JSON array of taskwarrior's tasks, one on each line.
struct TaskwarriorWriter {
    let timeZone: TimeZone

    func bytes(_ entries: [IssueEntry]) -> [UInt8] {
        let tasks = entries.map { entry in
            let notes = (entry.notes ?? []).map { note in
                Cell.RawValue.object([
                    .init("entry", .string(ForeignExport.utc(note.written))),
                    .init("description", .string(note.text)),
                ])
            }
            let members = OtherFields.restored(entry.values[OtherFields.key], members(entry))
            return Cell.RawValue.object(
                members.map { .init($0.key, $0.value) }
                    + (notes.isEmpty ? [] : [.init("annotations", .list(notes))]))
        }
        return Array("[\(tasks.map { "\n\($0.json)" }.joined(separator: ","))\n]\n".utf8)
    }

    /// Returns the members of a task, without its annotations.
    func members(_ entry: IssueEntry) -> [(key: String, value: Cell.RawValue)] {
        var members: [(key: String, value: Cell.RawValue)] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { members.append((key, .string(value))) }
        }
        add("uuid", (entry.identifier ?? UUID.random()).uuidString.lowercased())
        add("description", entry.title)
        add("status", entry.status == .closed ? "completed" : "pending")
        add("entry", (entry.created ?? entry.closed).map(ForeignExport.utc))
        add("modified", entry.modified.map(ForeignExport.utc))
        if entry.status == .closed { add("end", entry.closed.map(ForeignExport.utc)) }
        if case .string(let time)? = entry.values["started"] {
            add("start", ISOTime.date(time).map(ForeignExport.utc))
        }
        let due = entry.day("due").map { instant($0, entry.dueMinute) }
        add("due", due.map(ForeignExport.utc))
        add("wait", entry.day("waitingUntil").map { ForeignExport.utc(instant($0, nil)) })
        add("priority", [Priority.high: "H", .medium: "M"][entry.priority ?? .low])
        // A task has one project, whose dots make a tree. Tags have no spaces.
        let names = (entry.tags ?? []).map(TodoText.joined).sorted()
        let project = names.first { $0.contains(Tag.separator) }
        add("project", project)
        let tags = names.filter { $0 != project }
        if !tags.isEmpty { members.append(("tags", .texts(tags))) }
        if due != nil, case .string(let rule)? = entry.values["recurrence"] {
            add("recur", Recurrence(rawValue: rule).map(Self.recur))
        }
        if let blockers = entry.blockedBy, !blockers.isEmpty {
            members.append(("depends", .texts(blockers.map { $0.uuidString.lowercased() })))
        }
        if case .integer(let minutes)? = entry.values["estimate"] {
            add("estimate", minutes % 60 == 0 ? "PT\(minutes / 60)H" : "PT\(minutes / 60)H\(minutes % 60)M")
        }
        add("content", entry.content)
        return members
    }

    /// Returns a period of taskwarrior, which can't say what a series keeps.
    private static func recur(_ rule: Recurrence) -> String {
        let unit =
            switch rule.unit {
            case .day: "days"
            case .week: "weeks"
            case .month: "months"
            case .year: "years"
            }
        return "\(rule.count)\(unit)"
    }

    /// Returns the instant of a day, or of a time on it, in the user's time zone.
    private func instant(_ day: CivilDate, _ minute: Int?) -> Date {
        guard let minute else { return day.start(in: timeZone) }
        let local = day.utcDate.addingTimeInterval(Double(60 * minute))
        let offset = timeZone.secondsFromGMT(for: local)
        let near = local.addingTimeInterval(-Double(offset))
        // Beside a change of the clocks, the offset of the instant itself counts.
        return local.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: near)))
    }
}
