import Localization
import ProgramKit
import Shell

/// `awards`: shows all awards.
struct AwardsCommand: Command {
    /// Whether earned awards are announced.
    static let setting = Setting.choice(
        "awards", [Choice("on", true, text("on")), Choice("off", false, text("off"))], defaultWord: "on",
        true,
        help: text("Whether portfolio announces the awards that you earn."))

    let declaration = CommandDeclaration(
        "awards", group: .looking,
        summary: text("Lists all awards and shows your progress."),
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
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“awards” lists all awards.")
        case .ambiguous(_, let names):
            text(
                "Enter one of these names in full: %@.",
                TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
        }
    }
}
