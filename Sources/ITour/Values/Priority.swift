import Localization
import Shell

/// The priority of a destination.
enum Priority: Int, Codable, CaseIterable, Sendable, Comparable {
    case meh = 1
    case maybe = 2
    case must = 3

    /// The name in exports, which doesn't depend on the language.
    var word: String {
        switch self {
        case .meh: "meh"
        case .maybe: "maybe"
        case .must: "must"
        }
    }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .meh: text("Meh")
        case .maybe: text("Maybe")
        case .must: text("Must")
        }
    }

    /// Returns the priority for a name in exports or for a number from 1 to 3. Returns `nil` for any other
    /// text.
    init?(word: String) {
        guard
            let known = Self.allCases.first(where: {
                $0.word == word.lowercased() || String($0.rawValue) == word
            })
        else { return nil }
        self = known
    }

    static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

    var cell: Cell { Cell(.string(word), .text(name)) }
}
