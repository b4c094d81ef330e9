import Foundation
import Localization

/// What the title of an event says about a leg, such as “LH 716 Frankfurt – Tokyo” or “Train to Kyoto (Nozomi 12)”.
@MainActor
struct LegTitle {
    /// The means of transport; `nil` if the title doesn't say it.
    private(set) var kind: LegKind?
    /// The number of the flight or train.
    private(set) var line = ""
    private(set) var origin: String?
    private(set) var target: String?
    /// Whether the title has the number of a flight or a train.
    var hasNumber: Bool { !line.isEmpty }

    init(_ title: String) {
        var rest = String(title.prefix(Self.longest))
        let words = rest.split { !$0.isLetter && !$0.isNumber }.map { SearchFold.fold(String($0)) }
        kind = Self.kinds.first { _, names in words.contains(where: names.contains) }?.kind
        for (number, kind) in Self.numbers where rest.utf8.contains(where: { (48...57).contains($0) }) {
            guard let match = rest.firstMatch(of: number) else { continue }
            line = String(match.output.1)
            self.kind = self.kind ?? kind
            let number = match.output.1
            rest.removeSubrange(number.startIndex..<number.endIndex)
            rest = rest.replacing("()", with: "").replacing("[]", with: "")
            break
        }
        guard let (left, right) = Self.split(rest) else { return }
        var start = Self.place(left)
        // In exports of itour, the number of the line precedes a comma.
        if line.isEmpty, let comma = start.firstRange(of: ", "),
            start[..<comma.lowerBound].contains(where: \.isNumber)
        {
            line = String(start[..<comma.lowerBound])
            start = String(start[comma.upperBound...])
        }
        let end = Self.place(right)
        origin = start.isEmpty ? nil : start
        target = end.isEmpty ? nil : end
    }

    /// The maximum number of characters that are inspected. Titles of legs are shorter.
    private static let longest = 300

    /// The words for each means of transport in the languages of the program, without accents.
    private static let kinds: [(kind: LegKind, names: Set<String>)] = [
        (.flight, ["flight", "fly", "przelot", "lot", "repulo", "repulojarat", "jarat", "repules"]),
        (.train, ["train", "shinkansen", "pociag", "vonat"]),
        (.bus, ["bus", "coach", "autobus", "autokar", "busz"]),
        (.ferry, ["ferry", "prom", "komp"]),
        (.car, ["car", "taxi", "samochod", "taksowka", "auto"]),
    ]

    /// The forms of numbers: kinds of trains, words for transport, then codes of airlines.
    private static let numbers: [(Regex<(Substring, Substring)>, LegKind?)] =
        [
            (
                /(?:^|[^\p{L}\p{N}])((?:ICE|IC|EC|EN|NJ|RJX?|TGV|EIP|EIC|TLK|AVE|Nozomi|Hikari|Kodama|Eurostar) ?[0-9]{1,5})(?![\p{L}\p{N}])/,
                .train
            ),
            (
                /(?:^|[^\p{L}\p{N}])((?:[A-Z]{2} ?[0-9]{1,4}|(?:[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{3,4}))(?![\p{L}\p{N}])/,
                .flight
            ),
            (
                /(?:^|[^\p{L}\p{N}])(?i:flight|train|bus|przelot|pociąg|autobus|járat|vonat|busz) +(?:nr\.? *|no\.? *|#)?([0-9]{1,5})(?![\p{L}\p{N}]|[:.][0-9])/,
                nil
            ),
        ]

    /// Splits a title at an arrow, a dash or the word “to” between spaces.
    private static func split(_ title: String) -> (String, String)? {
        let padded = " \(title) "
        for sign in [" → ", " -> ", " ➔ ", " – ", " — ", " - ", " to "] {
            guard let range = padded.firstRange(of: sign) else { continue }
            return (String(padded[..<range.lowerBound]), String(padded[range.upperBound...]))
        }
        return nil
    }

    /// Returns the name of a place without words for transport before it, and without punctuation around it.
    private static func place(_ part: String) -> String {
        func trimmed(_ text: Substring) -> Substring {
            let isOther = { (character: Character) in character.isWhitespace || ":,;#·|–-".contains(character)
            }
            guard let first = text.firstIndex(where: { !isOther($0) }),
                let last = text.lastIndex(where: { !isOther($0) })
            else { return "" }
            return text[first...last]
        }
        var rest = trimmed(part[...])
        while let word = rest.split(separator: " ", maxSplits: 1).first {
            let folded = SearchFold.fold(String(word.filter { $0.isLetter }))
            guard folded == "from" || kinds.contains(where: { $0.names.contains(folded) }) else { break }
            rest = trimmed(rest.dropFirst(word.count))
        }
        return String(rest)
    }
}
