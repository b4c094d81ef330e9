import Basics
import Foundation
import Localization

/// The form of a title and an author by which two records are the same book.
///
/// Case, accents, a series suffix, the spaces and full stops of initials, and the kind of apostrophe don't matter. Letters that are
/// different letters in the user's language, such as `c` and `ć` in Polish, do.
struct BookKey: Hashable {
    private let title: String
    private let author: String

    /// The key as one text.
    var text: String { title + "\u{0}" + author }

    /// Makes the keys of many books for one language.
    final class Maker {
        private let collator: Collator
        /// The letters that were compared with their base letters, and whether they are letters of their own.
        private var ownLetters: [Character: Bool] = [:]

        init(_ language: Language) { collator = Collator(language) }

        func key(title: String, author: String) -> BookKey {
            BookKey(
                title: FoldedText.name(folded: folded(SeriesSuffix(title)?.title ?? title)),
                author: FoldedText.name(folded: folded(author)).filter { $0 != "." && !$0.isWhitespace })
        }

        /// Returns the natural keys of a book for imports: the ISBN with 13 digits, if there is a valid one, and
        /// the title with the author.
        ///
        /// - Parameter hasSubtitle: Whether the title may have a subtitle or a series of the shop, without which the
        ///   book is found, too.
        func importKeys(
            title: String, author: String, isbn: String?, hasSubtitle: Bool = false
        ) -> [String] {
            let number = isbn.flatMap { ISBN($0) }?.thirteen
            let keys = [number, key(title: title, author: author).text].compactMap(\.self)
            guard hasSubtitle, let end = title.firstIndex(where: { $0 == ":" || $0 == "(" }),
                case let short = String(title[..<end]).collapsingSpaces, !short.isEmpty
            else { return keys }
            return keys + [key(title: short, author: author).text]
        }

        private func folded(_ text: String) -> String {
            let whole = SearchFold.fold(text)
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return whole }
            let lower = text.lowercased()
            guard lower.count == whole.count else { return whole }
            return String(zip(lower, whole).map { isOwnLetter($0, base: $1) ? $0 : $1 })
        }

        /// Returns whether a letter is another letter of the alphabet than the one without its accent: then it
        /// sorts after all words that begin with the other one.
        private func isOwnLetter(_ letter: Character, base: Character) -> Bool {
            if letter == base { return false }
            if let known = ownLetters[letter] { return known }
            let isOwn = letter.isLetter && collator.key(for: "\(base)zzz") < collator.key(for: "\(letter)a")
            ownLetters[letter] = isOwn
            return isOwn
        }
    }
}

/// The series at the end of a title, as in `Dune (Dune, #1)`.
struct SeriesSuffix: Hashable {
    /// The title without the series.
    let title: String
    let series: String
    /// The number in the series; `nil` if the title has none.
    let number: String?

    /// Finds the series at the end of a title; `nil` if there is none.
    init?(_ title: String) {
        guard title.hasSuffix(")"), let open = title.lastIndex(of: "("), open > title.startIndex else {
            return nil
        }
        let inside = title[title.index(after: open)...].dropLast()
        // A title can have several series: `Title (Series, #1; Other, #3)`. The first one counts.
        let first = inside.split(separator: ";").first ?? inside
        guard let hash = first.lastIndex(of: "#") else { return nil }
        let digits = first[first.index(after: hash)...].filter { !$0.isWhitespace }
        let name = first[..<hash].trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
        guard !name.isEmpty, let start = digits.first, start.isNumber else { return nil }
        series = name
        number = String(digits)
        self.title = title[..<open].trimmingCharacters(in: .whitespaces)
    }
}
