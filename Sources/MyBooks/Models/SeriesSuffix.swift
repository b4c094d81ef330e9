import Foundation

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
