import Localization
import Shell

/// How much one wants to go somewhere.
enum Priority: Int, Codable, CaseIterable, Sendable, Comparable {
    case meh = 1
    case maybe = 2
    case must = 3

    /// The name that is the same in every language, as in exports.
    var word: String {
        switch self {
        case .meh: "meh"
        case .maybe: "maybe"
        case .must: "must"
        }
    }

    /// The priority in words.
    var name: LocalizedText {
        switch self {
        case .meh: text("Meh")
        case .maybe: text("Maybe")
        case .must: text("Must")
        }
    }

    /// The priority with a word of exports, or with a number.
    init?(word: String) {
        guard
            let known = Self.allCases.first(where: {
                $0.word == word.lowercased() || String($0.rawValue) == word
            })
        else { return nil }
        self = known
    }

    static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

    /// The priority as a cell.
    var cell: Cell { Cell(.string(word), .text(name)) }
}
