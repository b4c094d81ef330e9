import Foundation
import Localization
import ProgramKit

/// The file “My Clippings.txt” of a Kindle.
///
/// An entry has a line with the title and the author, a line with the place and the time, an empty line, and the text; ten
/// equals signs end it. The device writes the second line in its own language, so it is read by its structure: a
/// highlight has a range of locations, and a bookmark has no text.
///
/// The form is that of the devices themselves, which Amazon doesn't document.
struct Clippings {
    /// The books with their quotes, and the skipped entries, in the order of the file.
    private(set) var rows: [ImportRow<ImportedBook>] = []
    /// The number of bookmarks, which aren't imported.
    private(set) var bookmarks = 0

    /// An entry of the file.
    private struct Clipping {
        let line: Int
        let heading: Substring
        /// The parts of the second line before the time.
        let place: ClippingPlace
        let time: Substring
        let text: String
    }

    /// Whether a file begins as a list of clippings does: its second line has a dash and a vertical bar.
    static func fits(_ start: TextFileStart) -> Bool {
        guard start.kind == nil else { return false }
        let beginning = String(decoding: start.beginning.prefix(1000), as: UTF8.self)
        let lines = beginning.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(3)
        guard lines.count == 3, let second = lines.dropFirst().first else { return false }
        return second.hasPrefix("-") && second.contains("|")
            && lines[2].allSatisfy { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    /// Reads a file.
    ///
    /// - Throws: The errors of reading.
    init(_ start: TextFileStart) throws {
        var bytes: [UInt8] = []
        while case let piece = try start.read(), !piece.isEmpty { bytes += piece }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var groups = QuoteGroups()
        var notes: [Clipping] = []
        var first = 0
        for (index, line) in lines.enumerated() where line.hasPrefix("==========") {
            if let clipping = clipping(lines[first..<index]) {
                if clipping.place.isNote { notes.append(clipping) } else { add(clipping, to: &groups) }
            }
            first = index + 1
        }
        if let cut = lines[first...].firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) {
            skip(text("the file ends in the middle of this clipping"), at: cut + 1)
        }
        // A note may come before its highlight.
        for note in notes { join(note, to: &groups) }
        rows.sort { $0.position < $1.position }
        rows += groups.rows
    }

    private mutating func skip(_ reason: LocalizedText, at line: Int) {
        rows.append(ImportRow(skipped: SkippedEntry(reason), at: line))
    }

    /// Returns an entry; `nil` for bookmarks, which are counted, and for entries that are skipped.
    private mutating func clipping(_ lines: ArraySlice<Substring>) -> Clipping? {
        let entry = lines.drop { $0.allSatisfy(\.isWhitespace) }
        let line = entry.startIndex + 1
        guard let heading = entry.first else { return nil }
        guard let second = entry.dropFirst().first, second.hasPrefix("-") else {
            skip(text("the line with the place is missing"), at: line)
            return nil
        }
        let written = entry.dropFirst(2).joined(separator: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines).withoutNUL
        if written.isEmpty {
            bookmarks += 1
            return nil
        }
        if written.hasPrefix("<"), written.hasSuffix(">"), !written.contains("\n") {
            skip(text("it has a message of the device instead of the text: %@", written), at: line)
            return nil
        }
        let parts = second.split(separator: "|")
        return Clipping(
            line: line, heading: heading, place: ClippingPlace(parts.dropLast(parts.count > 1 ? 1 : 0)),
            time: parts.count > 1 ? parts[parts.count - 1] : "", text: written)
    }

    private mutating func add(_ clipping: Clipping, to groups: inout QuoteGroups) {
        do throws(SkippedEntry) {
            let time = ClippingTime.time(clipping.time)
            var problems: [FieldProblem] = []
            if time == nil {
                problems.append(
                    FieldProblem(
                        field: "noted", written: String(clipping.time).collapsingSpaces,
                        reason: BadField.date.reason))
            }
            let quote = Quote(text: clipping.text, page: clipping.place.page)
            quote.location = clipping.place.location
            quote.noted = time?.text
            groups.add(quote, to: try Self.book(clipping.heading), at: clipping.line, problems)
        } catch {
            skip(error.reason, at: clipping.line)
        }
    }

    /// Joins a note to the highlight at its place.
    private mutating func join(_ note: Clipping, to groups: inout QuoteGroups) {
        do throws(SkippedEntry) {
            let book = try Self.book(note.heading)
            guard let quote = groups.quote(of: book, at: note.place) else {
                return skip(text("it is a note without a highlight: %@", note.text), at: note.line)
            }
            // The device writes an edited note again.
            let isEdited = quote.note.isEmpty || note.text.hasPrefix(quote.note)
            quote.note = isEdited ? note.text : "\(quote.note)\n\(note.text)"
        } catch {
            skip(error.reason, at: note.line)
        }
    }

    /// Returns the book of a heading, such as `Solaris (Lem, Stanisław)`.
    private static func book(_ heading: Substring) throws(SkippedEntry) -> ImportedBook {
        let heading = String(heading.filter { $0 != "\u{FEFF}" }).collapsingSpaces.withoutNUL
        guard heading.hasSuffix(")") else { throw .missing(text("author")) }
        var depth = 0
        var start = heading.startIndex
        for index in heading.indices.reversed() {
            if heading[index] == ")" { depth += 1 }
            if heading[index] == "(" { depth -= 1 }
            if depth == 0 {
                start = index
                break
            }
        }
        let names = heading[start...].dropFirst().dropLast().split { $0 == ";" || $0 == "&" }
        var book = try ImportedBook(
            title: String(heading[..<start]), authors: names.map { ServiceValues.unsorted(String($0)) })
        book.service = .kindle
        return book
    }
}

/// The place of a clipping.
private struct ClippingPlace {
    /// The page, such as `72` or `xii`.
    private(set) var page: String?
    /// The location, such as `1100-1102`.
    private(set) var location: String?
    /// Whether the entry is the user's note: it has one location, and its line has the word for a note.
    let isNote: Bool

    /// Reads the parts of the line that are separated by vertical bars.
    init(_ parts: ArraySlice<Substring>) {
        let line = parts.joined(separator: "|").lowercased()
        var places: [(text: String, isRange: Bool)] = []
        for part in parts {
            let found = Self.places(part)
            places += found
            // A page of the preface: “on page xii”.
            if found.isEmpty, let word = part.split(separator: " ").last?.lowercased(),
                word.allSatisfy({ "ivxlc".contains($0) })
            {
                places.append((word, false))
            }
        }
        isNote = !places.contains(where: \.isRange) && Self.notes.contains { line.contains($0) }
        if places.count > 1 {
            (page, location) = (places[0].text, places[1].text)
        } else if let place = places.first {
            if Self.pages.contains(where: { line.contains($0) }) {
                page = place.text
            } else {
                location = place.text
            }
        }
    }

    /// Returns the numbers and ranges of a part. The end of a range may be shortened: `680-82`.
    private static func places(_ part: Substring) -> [(text: String, isRange: Bool)] {
        let words: [Substring] = part.split { !($0.isASCII && $0.isNumber) && !"-–".contains($0) }
        return words.compactMap { word in
            let numbers = word.split { "-–".contains($0) }.map { String($0) }
            guard let start = numbers.first else { return nil }
            guard numbers.count == 2 else { return (start, false) }
            let kept = String(start.prefix(max(0, start.count - numbers[1].count)))
            let end = kept + numbers[1]
            return (start == end ? start : "\(start)-\(end)", true)
        }
    }

    /// The words for a note, without which a note and a highlight of one location or page look alike.
    private static let notes = [
        "note", "nota", "notiz", "notitie", "notat", "заметк", "笔记", "筆記", "メモ", "메모",
    ]
    /// The beginnings of the words for a page.
    private static let pages = ["pag", "pág", "seite", "sid", "стран", "页", "頁", "ページ", "페이지"]
}

/// Reads the times of clippings, whose months are words in the language of the device.
private enum ClippingTime {
    /// Returns the time at the end of a clipping's second line; `nil` if it can't be read.
    static func time(_ written: Substring) -> MarkingTime? {
        let words = written.lowercased().split { " ,.\u{A0}\u{202F}年月日".contains($0) }
        let clockIndex = words.lastIndex { $0.contains(":") && $0.contains(where: \.isNumber) }
        let clock = clockIndex.flatMap { seconds(words[$0], after: words[($0 + 1)...].first, in: words) }
        // “2019年9月30日” has a number for the month.
        let numbers = words[..<(clockIndex ?? words.endIndex)].compactMap { Int($0) }
        let month = words.lazy.compactMap { months[$0] }.first
        guard let year = numbers.first(where: { $0 > 1900 }) else { return nil }
        let others = numbers.filter { $0 != year }
        let date =
            if let month, let day = others.first {
                CivilDate(year: year, month: month, day: day)
            } else if month == nil, others.count == 2, numbers.first == year {
                CivilDate(year: year, month: others[0], day: others[1])
            } else {
                CivilDate?.none
            }
        return date.map { MarkingTime(day: $0, seconds: clock) }
    }

    private static func seconds(_ clock: Substring, after next: Substring?, in words: [Substring]) -> Int? {
        let digits = clock.drop { !$0.isNumber }
        guard let seconds = MarkingTime.seconds(digits) else { return nil }
        let half = 12 * 3600
        let isAfternoon = ["下午", "午後", "오후"].contains { word in words.contains { $0.hasPrefix(word) } }
        if next == "pm" || isAfternoon { return seconds < half ? seconds + half : seconds }
        let isMorning = ["上午", "午前", "오전"].contains { word in words.contains { $0.hasPrefix(word) } }
        return (next == "am" || isMorning) && seconds >= half ? seconds - half : seconds
    }

    /// The months by their names in the languages of the devices.
    private static let months: [Substring: Int] = {
        let names = [
            "january januar janvier enero gennaio janeiro januari января",
            "february februar février febrero febbraio fevereiro februari февраля",
            "march märz mars marzo março maart марта", "april avril abril aprile апреля",
            "may mai mayo maggio maio mei мая", "june juni juin junio giugno junho июня",
            "july juli juillet julio luglio julho июля", "august août agosto augustus августа",
            "september septembre septiembre settembre setembro сентября",
            "october oktober octobre octubre ottobre outubro октября",
            "november novembre noviembre novembro ноября",
            "december dezember décembre diciembre dicembre dezembro декабря",
        ]
        var months: [Substring: Int] = [:]
        for (index, list) in names.enumerated() {
            for name in list.split(separator: " ") { months[name] = index + 1 }
        }
        return months
    }()
}

/// The quotes of a file by their books. A book occurs once, whatever the order of its quotes.
struct QuoteGroups {
    private var books: [ImportedBook] = []
    private var places: [(line: Int, problems: [FieldProblem])] = []
    private var indices: [String: Int] = [:]

    private static func key(_ book: ImportedBook) -> String { "\(book.title)\u{0}\(book.author)" }

    /// The books as entries of an import.
    var rows: [ImportRow<ImportedBook>] {
        zip(books, places).map { ImportRow($0, at: $1.line, problems: $1.problems) }
    }

    /// Adds a quote to its book. Of two versions of a highlight, the later one counts.
    mutating func add(_ quote: Quote, to book: ImportedBook, at line: Int, _ problems: [FieldProblem]) {
        let key = Self.key(book)
        let index = indices[key] ?? books.count
        if index == books.count {
            var new = book
            // The files don't tell whether the book was read.
            new.knowsStatus = false
            books.append(new)
            places.append((line, []))
            indices[key] = index
        }
        places[index].problems += problems
        guard let other = books[index].quotes.firstIndex(where: { $0.isVersion(of: quote) }) else {
            books[index].quotes.append(quote)
            return
        }
        let known = books[index].quotes[other]
        if quote.note.isEmpty { quote.note = known.note }
        if known.noted ?? "" <= quote.noted ?? "" { books[index].quotes[other] = quote }
    }

    /// Returns the quote at the place of a note: the last one that ends there, or else contains it.
    fileprivate func quote(of book: ImportedBook, at place: ClippingPlace) -> Quote? {
        guard let quotes = indices[Self.key(book)].map({ books[$0].quotes }) else { return nil }
        guard let location = QuoteLocation(place.location) else {
            return quotes.last { $0.location == nil && $0.page == place.page }
        }
        return quotes.last { QuoteLocation($0.location)?.last == location.last }
            ?? quotes.last { QuoteLocation($0.location)?.overlaps(location) ?? false }
    }
}

/// The locations of a quote in an e-book, such as `1100-1102`.
struct QuoteLocation {
    let first: Int
    let last: Int

    /// Reads a location; `nil` for other texts.
    init?(_ text: String?) {
        guard let numbers = text?.split(separator: "-").map({ Int($0) }), numbers.count <= 2,
            let first = numbers.first ?? nil, let last = numbers.last ?? nil
        else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Whether both have a location in common.
    func overlaps(_ other: QuoteLocation) -> Bool { first <= other.last && other.first <= last }
}

extension Quote {
    /// Whether another quote of the same book is the same highlight, or one that was extended or shortened: the places
    /// overlap, and one of the texts contains the other.
    func isVersion(of other: Quote) -> Bool {
        // The user may have corrected the text or the page.
        if let noted, noted == other.noted, let location, location == other.location { return true }
        let isSamePlace =
            if let place = QuoteLocation(location), let others = QuoteLocation(other.location) {
                place.overlaps(others)
            } else {
                page == other.page && (location == nil || other.location == nil)
            }
        guard isSamePlace else { return false }
        let (text, others) = (text.collapsingSpaces, other.text.collapsingSpaces)
        return text.contains(others) || others.contains(text)
    }
}
