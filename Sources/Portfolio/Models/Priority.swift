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

    /// The words of the priorities; their initials, as taskwarrior writes them, are accepted too.
    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name).also(String($0.rawValue.prefix(1))) }

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

/// The priorities of todo.txt, such as `(A)`.
enum TodoMark {
    /// Returns a priority's letter if it has no priority of its own; `nil` for A and B.
    static func extraLetter(_ letter: Substring) -> String? {
        isLetter(String(letter)) ? String(letter) : nil
    }

    /// Whether a text is a letter of todo.txt that stands for the low priority, C to Z.
    static func isLetter(_ text: String) -> Bool {
        guard text.utf8.count == 1, let byte = text.utf8.first else { return false }
        return (UInt8(ascii: "C")...UInt8(ascii: "Z")).contains(byte)
    }

    /// The priority of `(A)`, and the letter if it isn't A or B; `nil` for another word.
    static func mark(_ word: String) -> (priority: Priority, letter: String?)? {
        priority(ofMark: word[...]).map { ($0, extraLetter(word.dropFirst().dropLast())) }
    }

    /// The priority of `(A)`.
    static func priority(ofMark word: Substring) -> Priority? {
        guard word.utf8.count == 3, word.hasPrefix("("), word.hasSuffix(")") else { return nil }
        return priority(ofLetter: word.dropFirst().dropLast())
    }

    static func priority(ofLetter letter: Substring) -> Priority? {
        guard letter.utf8.count == 1, let byte = letter.utf8.first, (0x41...0x5A).contains(byte) else {
            return nil
        }
        return letter == "A" ? .high : letter == "B" ? .medium : .low
    }
}
