import Localization
import ProgramKit
import Shell

/// `awards`: shows all awards.
struct AwardsCommand: Command {
    /// Whether earned awards are announced.
    static let setting = Setting.choice(
        "awards", [Choice("on", true, text("on")), Choice("off", false, text("off"))], defaultWord: "on",
        true, help: text("Whether portfolio announces the awards that you earn."))

    let declaration = CommandDeclaration(
        "awards", group: .looking, summary: text("Lists all awards and shows your progress."),
        discussion: [text("“set awards off” ends the messages about awards.")],
        examples: [.verbatim("awards")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let awards = session.awards
        let counts = try session.awardCounts()
        let earned = awards.all.count { $0.isEarned(counts) }
        return Output(
            awards.problems.map { .warning($0.problem) }
                + [
                    .message(text("Awards earned: %1$lld of %2$lld.", earned, awards.all.count)),
                    .table(AwardTable.table(awards.all, counts)),
                ])
    }
}

/// `award`: shows one award and the progress towards it.
struct AwardCommand: Command {
    static let name = Parameter.words(
        "award", ValueType<String>.nonBlank.completed(from: IssueCompletions.awards), minimum: 1,
        placeholder: text("AWARD"),
        help: text("The award's name, or a part of it. English names work in every language."),
        question: text("Which award"))

    let declaration = CommandDeclaration(
        "award", group: .looking, summary: text("Shows the condition of an award and your progress."),
        parameters: [name.declaration], examples: [text("award First Steps")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let award = try session.awards.award(matching: name)
        return Output([.record(AwardTable.record(award, try session.awardCounts()))])
    }
}

extension AwardFile {
    /// Returns the award with a name, or with a unique part of its name. English names are tried last:
    /// machine-readable output shows them in every language.
    ///
    /// - Parameter name: The name or a part of it.
    /// - Throws: ``AwardError``.
    func award(matching name: String) throws(AwardError) -> Award {
        let folded = SearchFold.fold(name)
        if let exact = all.first(where: { SearchFold.fold($0.name) == folded }) { return exact }
        let english = AwardFile.builtIn(.english).all
        let exact = english.first { SearchFold.fold($0.name) == folded }
        if let exact, let same = all.first(where: { $0.key == exact.key }) { return same }
        var matches = all.filter { SearchFold.contains($0.name, folded: folded) }
        if matches.isEmpty {
            let keys = english.filter { SearchFold.contains($0.name, folded: folded) }.map(\.key)
            matches = all.filter { keys.contains($0.key) }
        }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty { throw .unknown(name, nearest: nearest(to: name, in: all.map(\.name), limit: 3)) }
        throw .ambiguous(name, names: matches.map(\.name))
    }
}

/// An error in the name of an award.
enum AwardError: PresentableError, Hashable {
    /// No award has this name; `nearest` lists similar names.
    case unknown(String, nearest: [String])
    /// Several awards match.
    case ambiguous(String, names: [String])

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no award “%@”.", name)
        case .ambiguous(let name, let names): text("“%1$@” matches %2$lld awards.", name, names.count)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest): LocalizedText.didYouMean(nearest) ?? text("“awards” lists all awards.")
        case .ambiguous(_, let names):
            text(
                "Enter one of these names in full: %@.",
                TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
        }
    }
}

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
