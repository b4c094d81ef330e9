import Localization
import Shell

/// The priority of an issue.
enum Priority: String, Codable, CaseIterable, Sendable {
    case low, medium, high

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .low: text("low")
        case .medium: text("medium")
        case .high: text("high")
        }
    }

    /// The mark in a table. Only the high priority has a mark.
    var mark: Cell {
        switch self {
        case .low, .medium: Cell(.string(rawValue), .empty)
        case .high: Cell(.string(rawValue), .symbol("!", ascii: "!", spoken: text("high priority")))
        }
    }

    /// The name, for records.
    var cell: Cell { Cell(.string(rawValue), .text(name)) }

    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }

    /// Creates the priority of a letter, as taskwarrior writes it: `h`, `m` or `l`.
    init?(initial: String) {
        guard initial.count == 1, let found = Self.allCases.first(where: { $0.rawValue.hasPrefix(initial) })
        else { return nil }
        self = found
    }
}

/// The status of an issue.
enum IssueStatus: String, CaseIterable, Sendable {
    case open, closed

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .open: text("open")
        case .closed: text("closed")
        }
    }

    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
}
