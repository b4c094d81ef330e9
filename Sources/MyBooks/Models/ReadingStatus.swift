import Localization
import Shell

/// How far the user has read a book.
enum ReadingStatus: String, Codable, CaseIterable, Sendable {
    case onShelf = "on-shelf"
    case inProgress = "in-progress"
    case paused = "paused"
    case completed = "completed"
    case abandoned = "abandoned"

    /// The status's name.
    var name: LocalizedText {
        switch self {
        case .onShelf: text("on shelf")
        case .inProgress: text("in progress")
        case .paused: text("paused")
        case .completed: text("completed")
        case .abandoned: text("abandoned")
        }
    }

    /// Whether a reading with this status has ended.
    var hasEnded: Bool { ReadingDate.completed.isRelevant(for: self) }

    /// Whether a reading with this status goes on, also after a pause.
    var isOpen: Bool { self == .inProgress || self == .paused }

    /// The words for the statuses, in sort order: from unread to read.
    static let choices = allCases.map { status in
        let choice = Choice(status.rawValue, status, status.name)
        // Words of other reading logs for the same.
        return switch status {
        case .onShelf: choice.also("to-read", "unread", "tbr")
        case .inProgress: choice.also("reading", "currently-reading")
        case .paused: choice.also("on-hold")
        case .completed: choice.also("read", "finished", "done")
        case .abandoned: choice.also("dnf", "did-not-finish", "dropped")
        }
    }

    /// How a reading ends.
    static let outcomes = [completed, abandoned, inProgress, paused].map { Choice($0.rawValue, $0, $0.name) }

    /// The status as a symbol for tables.
    var cell: Cell {
        switch self {
        case .onShelf: Cell(.string(rawValue), .symbol("○", ascii: "-", spoken: name))
        case .inProgress: Cell(.string(rawValue), .symbol("◐", ascii: "~", spoken: name))
        case .paused: Cell(.string(rawValue), .symbol("‖", ascii: "=", spoken: name))
        case .completed: Cell(.string(rawValue), .symbol("●", ascii: "x", spoken: name))
        case .abandoned: Cell(.string(rawValue), .symbol("⊘", ascii: "/", spoken: name))
        }
    }
}

/// A date of a reading. The raw value is the key of the field.
enum ReadingDate: String, CaseIterable {
    case started, completed

    /// Returns whether a reading with a status has this date.
    func isRelevant(for status: ReadingStatus) -> Bool {
        switch self {
        case .started: status != .onShelf
        case .completed: status == .completed || status == .abandoned
        }
    }
}
