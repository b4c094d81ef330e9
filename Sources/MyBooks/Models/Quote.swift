import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A passage of a book that the user has noted.
@Model
final class Quote {
    /// The quote's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var text: String
    /// The place in the book, such as `217`, `xii` or `12–13`.
    var page: String?
    /// The user's comment.
    var note: String
    /// The place in an e-book, such as `1100-1102`.
    var location: String?
    /// The day, or the day and the time, on which the user marked the quote, as the reading device wrote it.
    var noted: String?
    var book: Book?

    init(identifier: UUID = UUID.random(), text: String, page: String? = nil, note: String = "") {
        self.identifier = identifier
        self.text = text
        self.page = page
        self.note = note
    }
}

extension Quote: TitledModel {
    var recordTitle: String { beginning }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(book?.title) }

    static func titled(containing text: String) -> Predicate<Quote> {
        #Predicate<Quote> { $0.text.localizedStandardContains(text) }
    }

    static var listingCommand: String { "quote list" }
}

extension Quote {
    /// The record's number, which never changes; 0 until the quote is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    /// The first words of the first line, for places with limited space. These words are a part of the text,
    /// so the user can type them to name the quote in commands.
    var beginning: String {
        let longest = 50
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        if line.count <= longest { return String(line) }
        let start = line.prefix(longest)
        return String(start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start)
    }
}

/// The day and the time on which a quote was marked, in the time zone of the reading device, which its files don't name.
struct MarkingTime: Hashable {
    let day: CivilDate
    /// The seconds since midnight; `nil` if only the day is known.
    let seconds: Int?

    /// Reads `2024-05-01`, `2024-05-01 10:00`, or with seconds. A `T` may separate the time, and a time zone after it is
    /// left out.
    init?(_ text: String) {
        let text = text.collapsingSpaces
        guard let day = CivilDate(String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        self.day = day
        guard let separator = rest.first else {
            seconds = nil
            return
        }
        let clock = rest.dropFirst().prefix { $0.isNumber || $0 == ":" }
        guard separator == " " || separator == "T", let seconds = Self.seconds(clock) else { return nil }
        self.seconds = seconds
    }

    init(day: CivilDate, seconds: Int?) {
        self.day = day
        self.seconds = seconds
    }

    /// Returns the seconds since midnight of `10:00` or `10:00:59`; `nil` for other texts.
    static func seconds(_ clock: some StringProtocol) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
            .map { $0.count <= 2 ? Int($0) : nil }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0, hour < 24, minute < 60, second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The stored form, which sorts by time: `2024-05-01 10:00`, with seconds if there are any.
    var text: String {
        guard let seconds else { return day.description }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minutes = seconds / 60
        let rest = seconds % 60 == 0 ? "" : ":\(digits(seconds % 60))"
        return "\(day) \(digits(minutes / 60)):\(digits(minutes % 60))\(rest)"
    }
}
