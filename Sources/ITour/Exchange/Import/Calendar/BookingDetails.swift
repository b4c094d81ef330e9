import Foundation
import Localization

/// What the description of an event says about a booking, in lines such as `Confirmation #: AB12CD` or `Wagen 23, Platz 41`.
struct BookingDetails {
    /// The code of the booking; empty if there is none.
    private(set) var code = ""
    /// The seat, with the coach of a train: `41 (Wagen 23)`.
    private(set) var seat = ""
    /// The terminal, the gate or the platform with its word: `Terminal A`.
    private(set) var platform = ""
    private(set) var cost: Money?

    /// The maximum number of lines that are inspected. Descriptions of bookings are shorter.
    private static let mostLines = 60

    init(_ description: String, _ localizer: Localizer) {
        guard !description.isEmpty else { return }
        let coach = read(description, localizer)
        if !seat.isEmpty, !coach.isEmpty { seat += " (\(coach))" }
    }

    private init() {}

    /// Whether the description names a seat in a coach, as those of trains do.
    static func namesCoach(_ description: String) -> Bool {
        var details = BookingDetails()
        let coach = details.read(description, nil)
        return !coach.isEmpty && !details.seat.isEmpty
    }

    /// Reads the code, the seat and the platform, and with a language also the cost.
    ///
    /// - Returns: The coach with its word; empty if there is none.
    private mutating func read(_ description: String, _ localizer: Localizer?) -> String {
        var coach = ""
        for line in description.split(whereSeparator: \.isNewline).prefix(Self.mostLines) {
            if let localizer { readCost(line, localizer) }
            for part in line.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "|" || $0 == "·" }) {
                let words = part.split { $0.isWhitespace || $0 == ":" || $0 == "#" }.prefix(20).map(
                    String.init)
                for (index, word) in words.enumerated() {
                    guard let label = Self.labels[Self.folded(word)] else { continue }
                    let values = words[(index + 1)...]
                    switch label {
                    case .code where code.isEmpty: code = Self.code(after: values)
                    case .seat where seat.isEmpty:
                        if let value = values.first, Self.isSeat(value) { seat = value }
                    case .coach where coach.isEmpty:
                        if let value = values.first, Self.isPlatform(value) { coach = "\(word) \(value)" }
                    case .platform where platform.isEmpty:
                        if let value = values.first, Self.isPlatform(value) { platform = "\(word) \(value)" }
                    default: break
                    }
                }
            }
        }
        return coach
    }

    private enum Label { case code, seat, coach, platform }

    /// The words before the values, without accents, in the languages of the program and of many bookings.
    private static let labels: [String: Label] = {
        let words: [(Label, [String])] = [
            (
                .code,
                [
                    "confirmation", "booking", "reservation", "pnr", "locator", "reference", "code",
                    "auftragsnummer", "buchungscode", "buchungsnummer", "buchung", "reservierung",
                    "rezerwacji", "rezerwacja", "potwierdzenia", "kod", "foglalas", "foglalasi", "kodja",
                    "kodszam", "prenotazione", "reserva", "dossier", "conf", "localizador", "ticketcode",
                    "biletu", "order", "referencia", "bestellnummer", "vorgangsnummer",
                ]
            ),
            (
                .seat,
                [
                    "seat", "seats", "platz", "sitzplatz", "sitz", "miejsce", "miejsca", "ulohely", "hely",
                    "posto", "asiento", "place", "plaza", "lugar",
                ]
            ),
            (
                .coach,
                ["coach", "car", "wagen", "wagon", "kocsi", "voiture", "carrozza", "coche", "carruagem"]
            ),
            (
                .platform,
                [
                    "terminal", "gate", "platform", "gleis", "peron", "bramka", "kapu", "vagany", "voie",
                    "binario",
                ]
            ),
        ]
        return words.reduce(into: [:]) { labels, entry in for word in entry.1 { labels[word] = entry.0 } }
    }()

    /// The words between a label and the code, as in “Booking reference: AB12CD”.
    private static let fillers: Set<String> = [
        "number", "no", "nr", "code", "kod", "reference", "ref", "id", "is", "locator", "rezerwacji", "szam",
    ]

    /// The words before a price, without accents.
    private static let priceWords: Set<String> = [
        "total", "price", "cost", "fare", "amount", "cena", "koszt", "razem", "kwota", "preis", "gesamtpreis",
        "summe", "ar", "ara", "osszesen", "prix", "prezzo", "totale", "precio", "preco",
    ]

    private mutating func readCost(_ line: Substring, _ localizer: Localizer) {
        guard cost == nil, let colon = line.firstIndex(of: ":"), line.utf8.count < 100,
            line[..<colon].split(separator: " ").contains(where: {
                Self.priceWords.contains(Self.folded(String($0)))
            })
        else { return }
        cost = Self.money(String(line[line.index(after: colon)...]), localizer)
    }

    /// Returns an amount with its currency: `1,184.60 NZD`, `€ 79,90`, `$214.87 USD`; `nil` if it has none.
    ///
    /// - Parameter told: The code of the currency, if the file has it apart from the amount.
    static func money(_ text: String, currency told: String? = nil, _ localizer: Localizer) -> Money? {
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit),
            !text[..<first].contains(where: { "-−".contains($0) }),
            text[..<first].last.map({ !".,".contains($0) }) ?? true,
            let amount = localizer.parseMoney(String(text[first...last]))?.amount
        else { return nil }
        var around = text
        around.removeSubrange(first...last)
        // “$” is the dollar of several countries, so a code beside it counts. With other words, such as “per night”, it may be another amount.
        let words = around.split { !$0.isLetter }.map(String.init)
        let code = words.count == 1 ? words.first.flatMap { Currency.isKnown($0) ? $0 : nil } : nil
        let currency = told ?? code ?? localizer.parseMoney(text)?.currency
        return currency.flatMap { Currency.isKnown($0) ? Money(amount, $0) : nil }
    }

    private static func folded(_ word: String) -> String {
        // Most words.
        if word.utf8.allSatisfy({ (97...122).contains($0) }) { return word }
        return SearchFold.fold(word.filter { $0.isLetter })
    }

    /// Returns the code after its label and fillers; empty if the next word isn't one.
    private static func code(after words: ArraySlice<String>) -> String {
        for (index, word) in zip(words.indices, words) {
            // After “number”, four digits are a code, too.
            let isNumber = index > words.startIndex && word.utf8.count == 4 && word.utf8.allSatisfy(isDigit)
            let value = word.filter { $0 != "." }
            // “301 234 5678” is one number.
            let groups = words[index...].prefix {
                $0.utf8.count < 5 && $0.utf8.allSatisfy(isDigit)
            }
            if groups.count > 1 { return groups.joined() }
            if isNumber || isCode(value) { return value }
            if !fillers.contains(folded(word)), !folded(word).isEmpty { return "" }
        }
        return ""
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Whether a word has the form of a code: five to twenty capital letters, digits and hyphens.
    private static func isCode(_ word: String) -> Bool {
        (5...20).contains(word.utf8.count)
            && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || $0 == 45 }
            && word.utf8.contains { $0 != 45 }
    }

    /// Whether a word has the form of a seat: `41`, `23K`, `12-E`, `K23`.
    private static func isSeat(_ word: String) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return parts.count <= 2 && parts.allSatisfy(isPlatform) && word.contains(where: \.isNumber)
            && word.utf8.count <= 5
    }

    /// Whether a word has the form of a gate: `7`, `B12`, `A`.
    private static func isPlatform(_ word: String) -> Bool {
        (1...4).contains(word.utf8.count)
            && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
    }
}
