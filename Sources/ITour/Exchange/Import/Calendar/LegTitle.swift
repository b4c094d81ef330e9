import Foundation
import Localization

/// What the title of an event says about a leg, such as “LH 716 Frankfurt – Tokyo” or “Train to Kyoto (Nozomi 12)”.
@MainActor
struct LegTitle {
    /// What the number of the line is by its form.
    enum Number {
        /// The number of a train with the name of its kind, such as “ICE 505”.
        case train
        /// The code of an airline and a number, such as “LH 716”. Other texts have this form, too.
        case flight
        /// A number after a means of transport, such as “Bus 12”.
        case word
    }

    /// How the title separates two places.
    enum Way { case arrow, to, dash }

    /// The means of transport; `nil` if the title doesn't say it.
    private(set) var kind: LegKind?
    /// The means of transport that a word of the title names.
    private(set) var word: LegKind?
    /// Whether the title begins with that word.
    private(set) var beginsWithWord = false
    private(set) var number: Number?
    private(set) var way: Way?
    /// The number of the flight or train.
    private(set) var line = ""
    private(set) var origin: String?
    private(set) var target: String?
    /// Whether words before a colon, such as a company's name, are in none of the other values.
    private(set) var leavesOutWords = false

    /// The last title, and what it says: an import asks several times about the title of an event.
    private static var last: (title: String, said: LegTitle)?

    /// Creates what a title says.
    init(_ title: String) {
        if let last = Self.last, last.title == title {
            self = last.said
        } else {
            self.init(reading: title)
            Self.last = (title, self)
        }
    }

    private init(reading title: String) {
        var rest = String(title.prefix(Self.longest))
        let words = rest.split { !$0.isLetter && !$0.isNumber }.map { SearchFold.fold(String($0)) }
        word = Self.kinds.first { _, names in words.contains(where: names.contains) }?.kind
        beginsWithWord =
            words.first.map { first in Self.kinds.contains { $0.names.contains(first) } } ?? false
        kind = word
        for (number, form, kind) in Self.numbers where mayHaveNumber(form, rest) {
            guard let match = rest.firstMatch(of: number) else { continue }
            line = String(match.output.1)
            self.number = form
            self.kind = self.kind ?? kind
            let number = match.output.1
            rest.removeSubrange(number.startIndex..<number.endIndex)
            rest = rest.replacing("()", with: "").replacing("[]", with: "")
            break
        }
        guard let (left, right, way) = Self.split(rest) else { return }
        self.way = way
        var start = Self.place(left)
        if let colon = start.ranges(of: ": ").last {
            leavesOutWords = !Self.place(String(start[..<colon.lowerBound])).isEmpty
            start = Self.place(String(start[colon.upperBound...]))
        }
        // “easyJet flight EJU4623 Milan (MXP)”
        let named = start.split(separator: " ").map(String.init)
        if !line.isEmpty, let word = named.dropLast().prefix(4).firstIndex(where: Self.isFlight) {
            start = Self.place(named[(word + 1)...].joined(separator: " "))
            leavesOutWords = true
        }
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

    /// Whether a title may have a number of this form. The expressions take much longer than the rest of an import.
    private func mayHaveNumber(_ form: Number, _ title: String) -> Bool {
        if form == .word { return word != nil && title.utf8.contains { (48...57).contains($0) } }
        // A letter of a word with a capital, or a capital of an airline's code, is before a digit, or before a space and a
        // digit.
        var distance = 0, isInWord = false, hasCapital = false
        for byte in title.utf8 {
            if distance > 0, (48...57).contains(byte) { return true }
            let isCapital = (65...90).contains(byte)
            hasCapital = isCapital || isInWord && hasCapital
            isInWord = isCapital || (97...122).contains(byte)
            let isLetter = isCapital || form == .train && isInWord && hasCapital
            distance = isLetter ? 1 : distance == 1 && byte == 32 ? 2 : 0
        }
        return false
    }

    /// Returns what the first line of a description with the number of a train says, or else the first one with the number
    /// of a flight; `nil` if no line has one.
    static func withNumber(in description: String) -> LegTitle? {
        let lines = description.split(whereSeparator: \.isNewline).prefix(20)
            .filter { $0.utf8.count < 100 && $0.utf8.contains { (48...57).contains($0) } }
            .map { LegTitle(String($0)) }
        return lines.first { $0.number == .train }
            ?? lines.first { $0.number == .flight && $0.word == .flight }
    }

    /// The maximum number of characters that are inspected. Titles of legs are shorter.
    static let longest = 300

    /// The words for each means of transport in the languages of the program, without accents.
    private static let kinds: [(kind: LegKind, names: Set<String>)] = [
        (
            .flight,
            [
                "flight", "fly", "przelot", "lot", "repulo", "repulojarat", "jarat", "repules", "flug",
                "vuelo", "volo",
            ]
        ),
        (.train, ["train", "shinkansen", "pociag", "vonat", "tren", "treno"]),
        (.bus, ["bus", "coach", "autobus", "autokar", "busz"]),
        (.ferry, ["ferry", "prom", "komp", "traghetto"]),
        (.car, ["car", "taxi", "samochod", "taksowka", "auto"]),
    ]

    private static func isFlight(_ word: String) -> Bool {
        kinds.first { $0.kind == .flight }?.names.contains(SearchFold.fold(word)) ?? false
    }

    /// The forms of numbers: kinds of trains, words for transport, then codes of airlines.
    private static let numbers: [(Regex<(Substring, Substring)>, Number, LegKind?)] =
        [
            (
                /(?:^|[^\p{L}\p{N}])((?:ICE|IC|EC|EN|NJ|RJX?|Railjet|TGV(?: INOUI| Lyria)?|OUIGO|EIP|EIC|TLK|AVE|Alvia|Avlo|Frecciarossa|Frecciargento|Frecciabianca|Italo|Inter[Cc]ity|Thalys|Eurostar|RegioJet|Alfa Pendular|Intercidades|Acela|Amtrak|KTX|Nozomi|Hikari|Kodama|Hayabusa|Kagayaki) ?[0-9]{1,5})(?![\p{L}\p{N}])/,
                .train, .train
            ),
            (
                /(?:^|[^\p{L}\p{N}])((?:[A-Z]{2} ?[0-9]{1,4}|[A-Z]{3}[0-9]{3,4}|(?:[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{3,4}))(?![\p{L}\p{N}])/,
                .flight, .flight
            ),
            (
                /(?:^|[^\p{L}\p{N}])(?i:flight|train|bus|przelot|pociąg|autobus|járat|vonat|busz) +(?:nr\.? *|no\.? *|#)?([0-9]{1,5})(?![\p{L}\p{N}]|[:.][0-9])/,
                .word, nil
            ),
        ]

    /// Splits a title at an arrow, a dash or the word “to” between spaces.
    private static func split(_ title: String) -> (String, String, Way)? {
        let padded = " \(title) "
        let signs: [(String, Way)] = [
            (" → ", .arrow), (" -> ", .arrow), (" ➔ ", .arrow), (" ✈ ", .arrow), (" – ", .dash),
            (" — ", .dash),
            (" - ", .dash), (" to ", .to), (" do ", .to),
        ]
        // “WAW-NRT”
        for word in title.split(whereSeparator: \.isWhitespace)
        where word.utf8.count < 12 && word.utf8.contains(where: { $0 == 0x2D || $0 == 0x2F || $0 >= 0x80 }) {
            let codes = word.split { "-–→/".contains($0) }
            if codes.count == 2, codes.allSatisfy({ Airports.builtIn.airport(code: $0) != nil }) {
                return (String(codes[0]), String(codes[1]), .arrow)
            }
        }
        let isASCII = title.utf8.allSatisfy { $0 < 0x80 }
        for (sign, way) in signs where !isASCII || sign.utf8.allSatisfy({ $0 < 0x80 }) {
            guard let range = padded.firstRange(of: sign) else { continue }
            return (String(padded[..<range.lowerBound]), String(padded[range.upperBound...]), way)
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
