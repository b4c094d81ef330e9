import Foundation
import Localization
import Shell

/// Writes the log as Markdown, in the user's language: a section for each status, and a line for each book.
@MainActor
struct MarkdownLog {
    private let localizer: Localizer

    init(_ localizer: Localizer) { self.localizer = localizer }

    /// Returns the document.
    func write(_ books: [Book]) -> [UInt8] {
        var paragraphs = ["# " + Self.escaped(localizer.string(text("Reading log")))]
        let sorted = Collator(localizer.language).sorted(books, by: \.title)
        for status in [ReadingStatus.inProgress, .paused, .completed, .abandoned, .onShelf] {
            let found = sorted.filter { $0.status == status }
            if found.isEmpty { continue }
            let name = localizer.string(status.name)
            paragraphs.append("## " + Self.escaped(name.prefix(1).uppercased() + name.dropFirst()))
            paragraphs.append(found.flatMap(lines).joined(separator: "\n"))
        }
        return Array((paragraphs.joined(separator: "\n\n") + "\n").utf8)
    }

    private func lines(of book: Book) -> [String] {
        var facts = [Self.escaped(book.author)]
        if let rating = book.stars { facts.append(rating.symbols) }
        let reading = book.latestReading
        if let date = reading.completed ?? reading.started { facts.append(shown(date)) }
        if !book.shelves.isEmpty {
            facts.append(book.shelfNames.map { Self.escaped($0) }.joined(separator: ", "))
        }
        var lines = ["- **\(Self.escaped(book.title))** · " + facts.joined(separator: " · ")]
        for earlier in book.readings.reversed() {
            guard let date = earlier.values.completed ?? earlier.values.started else { continue }
            let facts = [localizer.string(earlier.outcome.name), shown(date)] + stars(earlier)
            lines.append("  - " + facts.joined(separator: ", "))
        }
        for paragraph in [book.summary, book.review ?? ""] {
            let quoted = paragraph.split(whereSeparator: \.isNewline).map {
                "  > " + Self.escaped(String($0))
            }
            if quoted.isEmpty { continue }
            lines += [""] + [quoted.joined(separator: "\n  >\n")]
        }
        for quote in book.quotes {
            let page = quote.page.map { " (\(localizer.string(text("page %@", $0))))" } ?? ""
            lines.append("  - " + Self.escaped(localizer.string(text("“%@”", quote.text)) + page))
        }
        return lines
    }

    private func stars(_ reading: Reading) -> [String] { reading.values.rating.map { [$0.symbols] } ?? [] }

    private func shown(_ date: PartialDate) -> String {
        switch date.precision {
        case nil: localizer.day(date.first)
        case .month: localizer.month(year: date.first.year, month: date.first.month)
        case .year: date.description
        }
    }

    /// Returns a text on one line, with escaped Markdown syntax.
    private static func escaped(_ string: String) -> String {
        let line = string.split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(
            visible(line).flatMap { character -> [Character] in
                "\\`*_[]<>#|".contains(character) ? ["\\", character] : [character]
            })
    }
}

extension StarRating {
    /// The rating as stars.
    fileprivate var symbols: String {
        String(repeating: "★", count: whole) + ["", "¼", "½", "¾"][quarters % 4]
    }
}
