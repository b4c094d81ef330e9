import Localization
import Shell

/// Describes an issue in one sentence for screen readers. The title comes first.
enum IssueSentence {
    /// Returns the sentence about a row of a table of issues.
    ///
    /// - Parameters:
    ///   - cells: The cells by the keys of their columns.
    ///   - today: The current day.
    static func sentence(_ cells: [String: Cell], today: CivilDate) -> LocalizedText {
        let isOpen = cells["status"]?.raw != .string(IssueStatus.closed.rawValue)
        var parts = [text("number %@", string(cells["number"]) ?? "")]
        if string(cells["priority"]) == Priority.high.rawValue { parts.append(text("high priority")) }
        if !isOpen { parts.append(IssueStatus.closed.name) }
        if cells["blocked"]?.raw == .bool(true) { parts.append(text("blocked")) }
        if isOpen, let day = day(cells["waitingUntil"]), day > today {
            parts.append(text("waiting until %@", day))
        }
        // Tables show the mark of a started issue as a text.
        if isOpen, case .text(let mark) = cells["status"]?.display, mark == Portfolio.text("STARTED") {
            parts.append(text("started"))
        }
        if let due = day(cells["due"]) {
            let part: LocalizedText =
                isOpen && due < today
                ? text("overdue: %@", due)
                : isOpen && due == today ? text("due today") : text("due %@", due)
            if case .text(let time) = cells["dueTime"]?.display {
                parts.append(text("%1$@, %2$@", part, time))
            } else {
                parts.append(part)
            }
        } else if case .day(let day) = cells["created"]?.display {
            parts.append(text("created %@", day))
        }
        if case .text(let rule) = cells["recurrence"]?.display { parts.append(text("repeats %@", rule)) }
        if case .verbatim(let urgency) = cells["urgency"]?.display {
            parts.append(text("urgency %@", urgency))
        }
        // Without tags, the cell has a localized text.
        if case .verbatim(let names) = cells["tags"]?.display { parts.append(text("tagged %@", names)) }
        let description = parts.dropFirst().reduce(parts[0]) { text("%1$@, %2$@", $0, $1) }
        return text("%1$@: %2$@.", string(cells["title"]) ?? "", description)
    }

    private static func string(_ cell: Cell?) -> String? {
        switch cell?.raw {
        case .string(let string): string
        case .integer(let number): String(number)
        default: nil
        }
    }

    private static func day(_ cell: Cell?) -> CivilDate? { string(cell).flatMap { CivilDate($0) } }
}
