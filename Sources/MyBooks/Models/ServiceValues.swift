import Foundation
import Localization
import ProgramKit
import Shell

/// Converts the values of other services' exports.
enum ServiceValues {
    /// Converts a date: `2018/01/31`, `2018-01-31`, with a time, in brackets, `31.01.2018`, `31/01/2018`, `01/31/2018`,
    /// `2018-01` or `2018`. A date such as `03/04/2018` may mean a day of March or of April, so it is refused.
    static func date(_ written: String) throws(BadField) -> PartialDate? {
        if let date = PartialDate(written), date.first.year >= 1000 { return date }
        var text = written.collapsingSpaces[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        // The time of an ISO 8601 instant follows the day. The day is that of the place where it was written.
        if let end = text.firstIndex(where: { $0 == "T" || $0 == " " }), text[..<end].utf8.count >= 8 {
            text = text[..<end]
        }
        if text.isEmpty { return nil }
        if let date = PartialDate(text), date.first.year >= 1000 { return date }
        if let parts = numbers(text.split(separator: ".")),
            let day = CivilDate(year: parts[2], month: parts[1], day: parts[0])
        {
            return PartialDate(day)
        }
        if let date = try slashed(text) { return date }
        if let day = Localizer(.english).parseDay(written, today: .first), day.year >= 1000 {
            return PartialDate(day)
        }
        throw .date
    }

    /// Returns the numbers of a date whose year comes last; `nil` for other texts.
    private static func numbers(_ parts: [Substring]) -> [Int]? {
        let numbers = parts.compactMap { Int($0) }
        return parts.count == 3 && numbers.count == 3 && numbers[2] >= 1000 ? numbers : nil
    }

    /// Converts a date with slashes whose year comes last; `nil` for other texts.
    private static func slashed(_ written: Substring) throws(BadField) -> PartialDate? {
        guard let parts = numbers(written.split(separator: "/", omittingEmptySubsequences: false)) else {
            return nil
        }
        let (first, second) = (parts[0], parts[1])
        if first != second, (1...12).contains(first), (1...12).contains(second) {
            let readings = [(first, second), (second, first)].compactMap { month, day in
                CivilDate(year: parts[2], month: month, day: day).map { "\($0)" }
            }
            guard readings.count == 2 else { return nil }
            throw BadField(text("it can be %1$@ or %2$@", readings[0], readings[1]))
        }
        let (month, day) = first > 12 ? (second, first) : (first, second)
        return CivilDate(year: parts[2], month: month, day: day).map { PartialDate($0) }
    }

    /// Converts a rating in stars; 0 means unrated.
    static func rating(_ written: String) throws(BadField) -> StarRating? {
        if let stars = Int(written), (0...5).contains(stars) { return StarRating(quarters: 4 * stars) }
        if Double(written.collapsingSpaces) == 0 { return nil }
        guard let rating = StarRating(written) else { throw .rating(written) }
        return rating
    }

    /// Converts a rating on a scale of 10.
    static func ratingOfTen(_ written: String) throws(BadField) -> StarRating? {
        guard let number = Double(written.collapsingSpaces) else { throw .rating(written) }
        if number == 0 { return nil }
        guard let rating = StarRating(number / 2) else { throw .rating(String(number / 2)) }
        return rating
    }

    /// Converts an ISBN. Goodreads writes an empty one as `=""`.
    static func isbn(_ written: String) throws(BadField) -> Cell.RawValue? {
        if !written.utf8.contains(where: { (0x30...0x39).contains($0) }), !written.contains(where: \.isNumber)
        {
            return nil
        }
        guard let isbn = ISBN(written) else { throw BadField(text("its check digit is wrong")) }
        return .string(isbn.digits)
    }

    /// Converts a whole number that isn't negative: `304`, `304.0`, `1.234`, `1,234`, `1 234` or `304 pages`. A separator with
    /// three digits behind it groups digits; any other one begins decimals.
    static func number(_ written: String) throws(BadField) -> Cell.RawValue? {
        if written.utf8.count < 7, let number = UInt32(written), number <= 100_000 {
            return .integer(Int(number))
        }
        guard let number = whole(written.collapsingSpaces[...]), number <= 100_000 else {
            throw BadField(text("it is not a number from 0 to 100,000"))
        }
        return .integer(number)
    }

    /// Converts a number of pages or copies, of which zero means that it is unknown.
    static func count(_ written: String) throws(BadField) -> Cell.RawValue? {
        let number = try number(written)
        return number == .integer(0) ? nil : number
    }

    /// Returns the whole number that a text means; `nil` for decimals, negative numbers and other texts.
    private static func whole(_ written: Substring) -> Int? {
        let digits = written.prefix { $0.isASCII && $0.isNumber }
        var rest = written.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        var number = String(digits)
        let separator = rest.first
        if let separator, ".,'’ \u{A0}\u{202F}".contains(separator), rest.dropFirst().first?.isNumber ?? false
        {
            // No group follows a zero: “0.500” is a decimal.
            var isGrouped = digits.count <= 3 && digits.first != "0"
            while rest.first == separator, rest.dropFirst().first?.isNumber ?? false {
                let group = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                isGrouped = isGrouped && group.count == 3
                if isGrouped {
                    number += group
                } else if !".,".contains(separator) || !group.allSatisfy({ $0 == "0" }) {
                    return nil
                }
                rest = rest.dropFirst(1 + group.count)
            }
        }
        // A word may follow, such as “pages”.
        guard rest.isEmpty || rest.first == " " && rest.dropFirst().allSatisfy({ $0.isLetter || $0 == "." })
        else { return nil }
        return Int(number)
    }

    /// Converts a time in minutes: `462`, `7:42`, `21h`, `7 h 42 min` or `1.260`.
    static func minutes(_ written: String) throws(BadField) -> Cell.RawValue? {
        let text = written.collapsingSpaces.lowercased()
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if (2...3).contains(parts.count) {
            let values = parts.compactMap { part in
                (1...3).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
                    ? Int(part) : nil
            }
            guard values.count == parts.count, values[1] < 60 else { throw .notMinutes }
            return .integer(values[0] * 60 + values[1])
        }
        guard text.contains("h") || text.contains("m") else {
            do throws(BadField) { return try number(written) } catch { throw .notMinutes }
        }
        var minutes = 0
        var rest = text.filter { $0 != " " }[...]
        for (units, factor) in [
            (["hours", "hour", "hrs", "hr", "h"], 60), (["minutes", "mins", "min", "m", ""], 1),
        ] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let count = Int(digits), count <= 100_000,
                let unit = units.first(where: { rest.dropFirst(digits.count).hasPrefix($0) })
            else { continue }
            minutes += count * factor
            rest = rest.dropFirst(digits.count + unit.count)
            // “7 hrs. 42 min.”
            if !unit.isEmpty, rest.first == "." { rest = rest.dropFirst() }
        }
        guard rest.isEmpty, minutes <= 100_000 else { throw .notMinutes }
        return .integer(minutes)
    }

    /// Converts a year; a date has one, too. Years aren't grouped.
    static func year(_ written: String) throws(BadField) -> Cell.RawValue? {
        let text = written.collapsingSpaces
        if text.utf8.count == 4, let year = UInt16(text), year > 0 { return .integer(Int(year)) }
        let digits = text.drop { $0 == "-" }.prefix { $0.isASCII && $0.isNumber }
        let sign = text.prefix { $0 == "-" }
        let rest = text.dropFirst(sign.count + digits.count)
        let isNumber = rest.isEmpty || (rest.first == "." && rest.dropFirst().allSatisfy { $0 == "0" })
        // A date begins with its year, or is one that can be read.
        let isDecimal = ".,".contains(rest.first ?? " ") && rest.dropFirst().first?.isNumber ?? false
        let isDate = digits.count == 4 && !isDecimal && !(rest.first?.isNumber ?? false)
        var year = isNumber || isDate ? Int(digits) : nil
        if year == nil, let date = try? date(text) { year = date.first.year }
        guard let year, sign.count <= 1, year <= 9999 else {
            throw BadField(MyBooks.text("it is not a year"))
        }
        // Calibre writes an unknown date as the year 101.
        return year == 0 || year == 101 ? nil : .integer(sign.isEmpty ? year : -year)
    }

    /// Converts the year of an edition, which isn't before printing with letters.
    static func editionYear(_ written: String) throws(BadField) -> Cell.RawValue? {
        let year = try year(written)
        if case .integer(let year)? = year, year < 0 { throw BadField(text("it is not a year")) }
        return year
    }

    /// Returns the status that a word stands for in one of the services, in any spelling; `nil` for other words.
    static func status(_ word: String) -> ReadingStatus? {
        switch word.lowercased().filter(\.isLetter) {
        case "onshelf", "toread", "wanttoread", "planned", "unread", "tbr", "notbegun", "notstarted": .onShelf
        case "inprogress", "currentlyreading", "reading", "begun": .inProgress
        case "completed", "read", "finished", "alreadyread": .completed
        case "abandoned", "didnotfinish", "stoppedreading", "dnf", "incomplete", "incompleted", "unfinished":
            .abandoned
        case "paused", "onhold": .paused
        default: nil
        }
    }

    /// Converts any other text.
    static func line(_ written: String) throws(BadField) -> Cell.RawValue? {
        let text = written.collapsingSpaces
        return text.isEmpty ? nil : .string(text)
    }

    /// Returns the parts of a text between commas.
    static func list(_ written: String) -> [String] {
        written.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the names between separators. A suffix such as “Jr.” belongs to the name before it.
    ///
    /// - Parameters:
    ///   - written: The names.
    ///   - separators: The separators. Default: commas.
    static func names(_ written: String, separatedBy separators: String = ",") -> [String] {
        var names: [String] = []
        for part in written.split(whereSeparator: { separators.contains($0) }) {
            let name = String(part).collapsingSpaces
            if let last = names.last, isSuffix(name) {
                names[names.count - 1] = "\(last), \(name)"
            } else if !name.isEmpty {
                names.append(name)
            }
        }
        return names
    }

    /// Whether a part of a name follows the family name after a comma, such as “Jr.”, “III” or “Ph.D.”.
    private static func isSuffix(_ part: String) -> Bool {
        part.utf8.count < 7
            && ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "obe"].contains(
                part.lowercased().filter { $0 != "." && $0 != " " })
    }

    /// Returns “First Last” for “Last, First”, and “First Last, Jr.” for “Last, First, Jr.”.
    static func unsorted(_ name: String) -> String {
        let parts = name.split(separator: ",", maxSplits: 1).map { String($0).collapsingSpaces }
        guard parts.count == 2, !parts[1].isEmpty, !isSuffix(parts[1]) else { return name.collapsingSpaces }
        let rest = parts[1].split(separator: ",").map { String($0).collapsingSpaces }
        guard let suffix = rest.last, rest.count > 1, isSuffix(suffix) else {
            return "\(parts[1]) \(parts[0])"
        }
        return "\(rest.dropLast().joined(separator: ", ")) \(parts[0]), \(suffix)"
    }
}

extension EntryFields {
    /// Returns the date of a field; `nil` if it is missing, invalid or in the future. The last two are reported.
    mutating func date(
        _ field: FileField, _ convert: (String) throws(BadField) -> PartialDate? = ServiceValues.date
    ) -> PartialDate? {
        let today = today
        return value(field) { written throws(BadField) in try convert(written)?.upTo(today) }
    }

    /// Returns a date that is a part of a field; `nil` if it is empty, invalid or in the future. The last two are
    /// reported.
    mutating func date(_ written: String, in field: FileField) -> PartialDate? {
        do throws(BadField) {
            return written.isEmpty ? nil : try ServiceValues.date(written)?.upTo(today)
        } catch {
            drop(field, written: written, error)
            return nil
        }
    }
}

extension BadField {
    fileprivate static var notMinutes: BadField { BadField(text("it is not a time in minutes or hours")) }
}
