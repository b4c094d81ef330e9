import Foundation
import Localization
import Shell
import Suite

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
        let parts = text.split(separator: ".").compactMap { Int($0) }
        if parts.count == 3, parts[2] >= 1000,
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

    /// Converts a date with slashes whose year comes last; `nil` for other texts.
    private static func slashed(_ written: Substring) throws(BadField) -> PartialDate? {
        let parts = written.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 3, parts[2] >= 1000 else { return nil }
        let (first, second) = (parts[0], parts[1])
        if first != second, (1...12).contains(first), (1...12).contains(second) {
            throw BadField(text("it can mean two days: write it as 2018-01-31"))
        }
        let (month, day) = first > 12 ? (second, first) : (first, second)
        return CivilDate(year: parts[2], month: month, day: day).map { PartialDate($0) }
    }

    /// Converts a rating in stars; 0 means unrated.
    static func rating(_ written: String) throws(BadField) -> StarRating? {
        if let stars = Int(written), (0...5).contains(stars) { return StarRating(quarters: 4 * stars) }
        if Double(written.collapsingSpaces) == 0 { return nil }
        guard let rating = StarRating(written) else { throw .rating }
        return rating
    }

    /// Converts a rating on a scale of 10.
    static func ratingOfTen(_ written: String) throws(BadField) -> StarRating? {
        guard let number = Double(written.collapsingSpaces) else { throw .rating }
        if number == 0 { return nil }
        guard let rating = StarRating(number / 2) else { throw .rating }
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

    /// Converts a number that isn't negative.
    static func number(_ written: String) throws(BadField) -> Cell.RawValue? {
        guard let number = Double(written.collapsingSpaces), number >= 0, number <= 100_000 else {
            throw BadField(text("it is not a number from 0 to 100,000"))
        }
        return .integer(Int(number))
    }

    /// Converts a year; a date has one, too.
    static func year(_ written: String) throws(BadField) -> Cell.RawValue? {
        let text = written.collapsingSpaces
        if text.utf8.count == 4, let year = UInt16(text), year > 0 { return .integer(Int(year)) }
        guard let year = Int(text.prefix { $0.isNumber || $0 == "-" && text.first == "-" }), abs(year) <= 9999
        else {
            throw BadField(MyBooks.text("it is not a year"))
        }
        // Calibre writes an unknown date as the year 101.
        return year == 0 || year == 101 ? nil : .integer(year)
    }

    /// Returns the status that a word stands for in one of the services, in any spelling; `nil` for other words.
    /// “paused” stands for none exactly.
    static func status(_ word: String) -> (ReadingStatus, isExact: Bool)? {
        switch word.lowercased().filter(\.isLetter) {
        case "onshelf", "toread", "wanttoread", "planned", "unread", "tbr": (.onShelf, true)
        case "inprogress", "currentlyreading", "reading": (.inProgress, true)
        case "completed", "read", "finished": (.completed, true)
        case "abandoned", "didnotfinish", "stoppedreading", "dnf": (.abandoned, true)
        case "paused", "onhold": (.inProgress, false)
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

    /// Returns “First Last” for “Last, First”.
    static func unsorted(_ name: String) -> String {
        let parts = name.split(separator: ",", maxSplits: 1).map { String($0).collapsingSpaces }
        return parts.count == 2 && !parts[1].isEmpty ? "\(parts[1]) \(parts[0])" : name.collapsingSpaces
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
