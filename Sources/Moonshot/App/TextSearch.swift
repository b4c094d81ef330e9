import Localization
import ProgramKit
import Shell

/// A text that the user searches for, and its comparison with what fields show.
@MainActor
struct TextSearch {
    /// The text without case and accents.
    let wanted: String
    /// The same with single letters for doubled ones.
    let spelling: String
    /// Whether the text is a number. Otherwise, “11” would find each time and place that contains it.
    private let isNumber: Bool
    private let localizer: Localizer

    init(_ wanted: String, _ localizer: Localizer) {
        self.wanted = SearchFold.fold(wanted)
        spelling = Self.spelling(wanted)
        isNumber = wanted.allSatisfy(\.isNumber)
        self.localizer = localizer
    }

    /// Returns whether one of the texts contains the searched one, or is equal to it if it is a number.
    func matches(_ texts: [String]) -> Bool {
        texts.contains { isNumber ? SearchFold.fold($0) == wanted : SearchFold.contains($0, folded: wanted) }
    }

    /// Returns whether a role contains the text, in English or in the user's language.
    func finds(_ seat: CrewRole, _ localizer: Localizer) -> Bool {
        !isNumber
            && [seat.role, localizer.string(seat.roleName)].contains { Self.spelling($0).contains(spelling) }
    }

    /// Returns a value as the user sees it, and as programs do.
    func texts(of cell: Cell) -> [String] { [shown(cell.display), raw(cell.raw)].compactMap(\.self) }

    private func shown(_ display: Cell.Display) -> String? {
        switch display {
        case .verbatim(let text): text
        case .text(let text): localizer.string(text)
        case .integer(let number): String(number)
        case .day(let day): localizer.day(day)
        case .symbol(let symbol, _, _): symbol
        case .empty, .instant: nil
        }
    }

    private func raw(_ value: Cell.RawValue) -> String? {
        switch value {
        case .string(let text): text
        case .decimal(let number): String(number)
        case .null, .bool, .integer, .list, .object: nil
        }
    }

    /// Returns a text without case and accents, and with single letters for doubled ones, so that both spellings
    /// of “Tranquillity” are found.
    static func spelling(_ text: String) -> String {
        var last: Character?
        return SearchFold.fold(text).filter { letter in
            defer { last = letter }
            return letter != last || !letter.isLetter
        }
    }
}
