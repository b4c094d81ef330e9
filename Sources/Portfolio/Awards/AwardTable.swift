import Localization
import Shell

/// The gallery of awards: earned in colour, locked in grey, and in words for those who see no colours. Programs read
/// the English names, the same in every language.
enum AwardTable {
    static func table(_ awards: [Award], _ counts: AwardCounts) -> Table {
        let english = EnglishAwards()
        return Table(
            "awards",
            columns: [
                .init("image", .verbatim(""), priority: 9),
                .init("name", text("Award"), priority: 7),
                .init("description", text("What it takes"), priority: 4, wraps: true),
                .init("progress", text("Progress"), alignsRight: true, priority: 8),
                .init("status", text("Status"), priority: 8),
                .init("criterion", text("Criterion"), isShown: false),
                .init("value", text("Value"), isShown: false),
            ],
            rows: awards.map { award in
                let tint = tint(of: award, counts)
                return [
                    image(of: award, counts).tinted(tint), english.name(of: award).tinted(tint),
                    english.description(of: award).tinted(award.isEarned(counts) ? nil : .grey),
                    progress(of: award, counts), status(of: award, counts).tinted(tint),
                    .text(award.criterion), .number(award.value),
                ]
            },
            count: text("%lld awards", awards.count))
    }

    /// One award, field by field.
    static func record(_ award: Award, _ counts: AwardCounts) -> Record {
        let english = EnglishAwards()
        return Record(fields: [
            .init("name", text("Award"), english.name(of: award).tinted(tint(of: award, counts))),
            .init("status", text("Status"), status(of: award, counts).tinted(tint(of: award, counts))),
            .init("description", text("What it takes"), english.description(of: award)),
            .init("progress", text("Progress"), progress(of: award, counts)),
            .init("criterion", text("Criterion"), .text(award.criterion), isShown: false),
            .init("value", text("Value"), .number(award.value), isShown: false),
        ])
    }

    private static func tint(of award: Award, _ counts: AwardCounts) -> Tint {
        award.isEarned(counts) ? Tint(rawValue: award.color) ?? .yellow : .grey
    }

    private static func image(of award: Award, _ counts: AwardCounts) -> Cell {
        let isEarned = award.isEarned(counts)
        return Cell(
            .string(award.image),
            .symbol(isEarned ? award.image : "·", ascii: isEarned ? "*" : "-", words: .verbatim("")))
    }

    private static func status(of award: Award, _ counts: AwardCounts) -> Cell {
        award.isEarned(counts)
            ? Cell(.string("unlocked"), .text(text("unlocked")))
            : Cell(.string("locked"), .text(text("locked")))
    }

    /// How far one has come; no further than all the way.
    private static func progress(of award: Award, _ counts: AwardCounts) -> Cell {
        guard let known = award.known else { return .empty }
        let number = min(counts[known], award.value)
        return Cell(.integer(number), .text(text("%1$lld of %2$lld", number, award.value)))
    }
}

/// Names and descriptions of awards: in the person's language, and in English for programs.
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
