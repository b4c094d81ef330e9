import Localization
import Shell

/// How urgent an issue is.
enum Priority: String, Codable, CaseIterable, Sendable {
    case low, medium, high

    /// The priority in words.
    var name: LocalizedText {
        switch self {
        case .low: text("low")
        case .medium: text("medium")
        case .high: text("high")
        }
    }

    /// The mark of a listing: only what is urgent has one.
    var mark: Cell {
        switch self {
        case .low, .medium: Cell(.string(rawValue), .empty)
        case .high: Cell(.string(rawValue), .symbol("!", ascii: "!", words: text("high priority")))
        }
    }

    /// The priority in words, for a place that has room for them.
    var cell: Cell { Cell(.string(rawValue), .text(name)) }

    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
}

/// Whether an issue is still to be done.
enum IssueStatus: String, CaseIterable, Sendable {
    case open, closed

    /// The status in words.
    var name: LocalizedText {
        switch self {
        case .open: text("open")
        case .closed: text("closed")
        }
    }

    /// The mark of a listing: only what is done has one.
    var mark: Cell {
        switch self {
        case .open: Cell(.string(rawValue), .empty)
        case .closed: Cell(.string(rawValue), .text(text("CLOSED")))
        }
    }

    /// The status in words, for a place that has room for them.
    var cell: Cell { Cell(.string(rawValue), .text(name)) }

    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
}
