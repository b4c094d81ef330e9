import Localization
import ProgramKit
import Shell

/// A rating in quarter stars, from a quarter of a star to five stars.
struct StarRating: Hashable, Comparable, Sendable {
    /// The number of quarter stars, 1 to 20.
    let quarters: Int

    /// Makes a rating; `nil` if it is outside the scale.
    init?(quarters: Int) {
        guard (1...20).contains(quarters) else { return nil }
        self.quarters = quarters
    }

    /// Makes a rating from a number of stars; `nil` if it isn't a multiple of a quarter from 0.25 to 5.
    init?(_ stars: Double) {
        let quarters = stars * 4
        guard quarters.isFinite, quarters == quarters.rounded(), (1...20).contains(quarters) else {
            return nil
        }
        self.quarters = Int(quarters)
    }

    /// Parses `4`, `4.5`, `4,5`, `4.25/5`, `9/10`, `★★★★½` and `****`; `nil` for other texts.
    init?(_ written: String) {
        let text = written.collapsingSpaces
        if let stars = Self.stars(text) {
            self.init(quarters: stars)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let value = Self.number(parts[0]) else { return nil }
        switch parts.count {
        case 1: self.init(value)
        case 2:
            guard let scale = Self.number(parts[1]), scale == 5 || scale == 10 || scale == 100, value <= scale
            else { return nil }
            self.init(value * 5 / scale)
        default: return nil
        }
    }

    /// Returns the quarter stars of a text of stars, such as `★★★½`; `nil` for other texts.
    private static func stars(_ text: String) -> Int? {
        guard let first = text.first, "★⭐*½¼¾".contains(first) else { return nil }
        var quarters = 0
        for character in text {
            switch character {
            case "★", "⭐", "*": quarters += 4
            case "½": quarters += 2
            case "¼": quarters += 1
            case "¾": quarters += 3
            case "☆", "\u{FE0F}": break
            default: return nil
            }
        }
        return quarters
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        let point = String(text).collapsingSpaces.replacing(",", with: ".")
        guard !point.isEmpty, point.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(point)
    }

    /// The number of whole stars.
    var whole: Int { quarters / 4 }

    /// The number of stars.
    var stars: Double { Double(quarters) / 4 }

    /// The rating as the user types it: `4`, `4.5` or `4.25`.
    var description: String {
        let fraction = ["", ".25", ".5", ".75"][quarters % 4]
        return "\(whole)\(fraction)"
    }

    /// The rating as a number in the user's language.
    var textArgument: TextArgument { quarters % 4 == 0 ? .string(String(whole)) : .decimal(stars) }

    /// Returns the whole stars and the given ratings, each once, in order.
    static func scale(with ratings: some Sequence<StarRating>) -> [StarRating] {
        Set((1...5).compactMap { StarRating(quarters: $0 * 4) } + ratings).sorted()
    }

    static func < (left: StarRating, right: StarRating) -> Bool { left.quarters < right.quarters }

    /// The rating as stars.
    var cell: Cell {
        let (fraction, ascii) = [("", ""), ("¼", "+"), ("½", "+"), ("¾", "+")][quarters % 4]
        return Cell(
            quarters % 4 == 0 ? .integer(whole) : .decimal(stars),
            .symbol(
                String(repeating: "★", count: whole) + fraction,
                ascii: String(repeating: "*", count: whole) + ascii,
                spoken: text("%1$@ of %2$@ stars", textArgument, "5")))
    }
}

extension ValueType where Value == StarRating {
    /// A rating from 0.25 to 5 in quarter stars.
    static var rating: ValueType<StarRating> {
        ValueType(placeholder: .verbatim("0.25..5")) { string, _ in
            guard let rating = StarRating(string) else {
                throw ValueError.invalidAnswer(
                    MyBooks.text("“%@” is not a rating.", string),
                    remedy: MyBooks.text(
                        "Give a number from 0.25 to 5 in steps of 0.25, such as 4, 4.5 or 4.75."))
            }
            return rating
        }
    }
}

extension ValueType where Value == ClosedRange<Int> {
    /// The quarter stars of a rating, or of a range of ratings such as `3..5`, `4.5..` or `..2`. A whole number includes
    /// the quarters above it: 4 means 4 to 4.75.
    static var ratings: ValueType<ClosedRange<Int>> {
        let rating = ValueType<StarRating>.rating
        return ValueType(placeholder: integerRange().placeholder) { string, context in
            let typed = string.collapsingSpaces
            guard let dots = typed.firstRange(of: "..") else {
                guard typed.first?.isLetter != true else { throw ValueError.notARange(string) }
                let value = try rating.parse(typed, context)
                return value.quarters...value.lastQuarters
            }
            let ends = [String(typed[..<dots.lowerBound]), String(typed[dots.upperBound...])]
                .map(\.collapsingSpaces)
            guard ends.contains(where: { !$0.isEmpty }),
                ends.allSatisfy({ $0.isEmpty || StarRating($0) != nil || Double($0) != nil })
            else { throw ValueError.notARange(string) }
            let from = try ends[0].isEmpty ? 1 : rating.parse(ends[0], context).quarters
            let to = try ends[1].isEmpty ? 20 : rating.parse(ends[1], context).lastQuarters
            guard from <= to else { throw ValueError.backwardRange(string) }
            return from...to
        }
    }
}

extension StarRating {
    /// The quarter stars of a rating of whole stars with the quarters above it, or of any other rating itself.
    var lastQuarters: Int { quarters % 4 == 0 ? min(quarters + 3, 20) : quarters }
}

extension FieldType where Value == StarRating {
    /// A rating from a quarter of a star to five stars. Lists begin with the best ones.
    static var rating: FieldType<StarRating> {
        FieldType(
            .rating, written: { rating, _ in rating.description },
            columns: [Column(raw: { $0.cell.raw }) { rating, _ in rating.cell.display }],
            order: { .number(-Double($0.quarters)) },
            comparison: .span(
                asked: { Double($0.quarters) / 4...Double($0.lastQuarters) / 4 },
                { Double($0.quarters) / 4...Double($0.quarters) / 4 })
        ) { fields, name in
            fields.value(name) { written throws(BadField) in
                guard let rating = StarRating(written) else { throw .rating(written) }
                return rating
            }
        }
    }
}

extension BadField {
    /// The value isn't a rating, or one between the quarters of a star.
    static func rating(_ written: String) -> BadField {
        let number = Double(written.collapsingSpaces.replacing(",", with: "."))
        guard let number, (0...5).contains(number) else {
            return BadField(text("it is not a rating from 0 to 5"))
        }
        return BadField(text("ratings have steps of a quarter, such as 3.5 or 3.75"))
    }
}
