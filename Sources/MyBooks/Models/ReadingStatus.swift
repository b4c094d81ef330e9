import Localization
import Shell

/// How far one has come with a book.
enum ReadingStatus: String, Codable, CaseIterable, Sendable {
    case onShelf = "on-shelf"
    case inProgress = "in-progress"
    case completed = "completed"

    /// The status in words.
    var name: LocalizedText {
        switch self {
        case .onShelf: text("on shelf")
        case .inProgress: text("in progress")
        case .completed: text("completed")
        }
    }

    /// The order from not begun to read.
    var rank: Int {
        switch self {
        case .onShelf: 0
        case .inProgress: 1
        case .completed: 2
        }
    }

    /// The status as a symbol of a listing.
    var cell: Cell {
        switch self {
        case .onShelf: Cell(.string(rawValue), .symbol("○", ascii: "-", words: name))
        case .inProgress: Cell(.string(rawValue), .symbol("◐", ascii: "~", words: name))
        case .completed: Cell(.string(rawValue), .symbol("●", ascii: "x", words: name))
        }
    }
}
