import Localization
import Shell

/// Shows awards: earned awards in colour, locked awards in grey, and each with its status as a text. In
/// machine-readable output, the names are always English.
enum AwardTable {
    static func table(_ awards: [Award], _ counts: AwardCounts) -> Table {
        let english = EnglishAwards()
        return Table(
            "awards",
            columns: [
                .init("image", .verbatim(""), priority: 9),
                .init("name", text("Award"), priority: 7),
                .init("description", text("Condition"), priority: 4, wraps: true),
                .init("progress", text("Progress"), alignsRight: true, priority: 8),
                .init("status", text("Status"), priority: 8),
                .init("criterion", text("Criterion"), isShown: false),
                .init("value", text("Value"), isShown: false),
            ],
            rows: awards.map { award in
                let color = color(of: award, counts)
                return [
                    image(of: award, counts).colored(color), english.name(of: award).colored(color),
                    english.description(of: award).colored(award.isEarned(counts) ? nil : .grey),
                    progress(of: award, counts), status(of: award, counts).colored(color),
                    .text(award.criterion), .number(award.value),
                ]
            },
            count: text("%lld awards", awards.count))
    }

    /// Returns one award as a record.
    static func record(_ award: Award, _ counts: AwardCounts) -> Record {
        let english = EnglishAwards()
        return Record(fields: [
            .init("name", text("Award"), english.name(of: award).colored(color(of: award, counts))),
            .init("status", text("Status"), status(of: award, counts).colored(color(of: award, counts))),
            .init("description", text("Condition"), english.description(of: award)),
            .init("progress", text("Progress"), progress(of: award, counts)),
            .init("criterion", text("Criterion"), .text(award.criterion), isShown: false),
            .init("value", text("Value"), .number(award.value), isShown: false),
        ])
    }

    private static func color(of award: Award, _ counts: AwardCounts) -> TerminalColor {
        award.isEarned(counts) ? TerminalColor(rawValue: award.color) ?? .yellow : .grey
    }

    private static func image(of award: Award, _ counts: AwardCounts) -> Cell {
        let isEarned = award.isEarned(counts)
        return Cell(
            .string(award.image),
            .symbol(isEarned ? award.image : "·", ascii: isEarned ? "*" : "-", spoken: .verbatim("")))
    }

    private static func status(of award: Award, _ counts: AwardCounts) -> Cell {
        award.isEarned(counts)
            ? Cell(.string("unlocked"), .text(text("unlocked")))
            : Cell(.string("locked"), .text(text("locked")))
    }

    /// Returns a cell with the progress towards an award, such as “7 of 10”.
    private static func progress(of award: Award, _ counts: AwardCounts) -> Cell {
        guard let known = award.knownCriterion else { return .empty }
        let number = min(counts[known], award.value)
        return Cell(.integer(number), .text(text("%1$lld of %2$lld", number, award.value)))
    }
}

/// The names and descriptions of awards. On screen, they are in the user's language; in machine-readable
/// output, in English.
private struct EnglishAwards {
    private let awards: [String: Award]

    init() {
        awards = Dictionary(
            AwardFile.builtIn(.english).all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func name(of award: Award) -> Cell {
        Cell(.string(awards[award.key]?.name ?? award.name), .verbatim(award.name))
    }

    func description(of award: Award) -> Cell {
        Cell(.string(awards[award.key]?.description ?? award.description), .verbatim(award.description))
    }
}
