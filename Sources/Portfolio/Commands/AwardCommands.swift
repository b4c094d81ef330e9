import Localization
import Shell
import Suite

/// `awards`: the gallery.
struct AwardsCommand: Command {
    let declaration = CommandDeclaration(
        "awards", group: .looking,
        summary: text("Shows the awards: those that you have earned, and the others."),
        examples: ["awards"])

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

/// `award`: one award, and how far one has come.
struct AwardCommand: Command {
    static let name = Parameter.rest(
        "award", ValueType<String>.nonBlank.completed(from: LiveValues.awards), minimum: 1,
        help: text("Its name, or a part of it; the English name is understood in every language."),
        question: text("Which award"))

    let declaration = CommandDeclaration(
        "award", group: .looking, summary: text("Tells what an award takes, and how far you have come."),
        parameters: [name.declaration], examples: ["award First Steps"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let award = try session.awards.award(meant: name)
        return Output([.record(AwardTable.record(award, try session.awardCounts()))])
    }
}

extension AwardFile {
    /// The award that a person means by its name, or by a part of it that fits only one; or else by its English name,
    /// by which programs know it, or a part of that.
    func award(meant name: String) throws(AwardError) -> Award {
        let folded = Localization.SearchFold.fold(name)
        if let exact = all.first(where: { Localization.SearchFold.fold($0.name) == folded }) { return exact }
        let english = AwardFile.builtIn(.english).all
        let exact = english.first { Localization.SearchFold.fold($0.name) == folded }
        if let exact, let same = all.first(where: { $0.key == exact.key }) { return same }
        var matches = all.filter { Localization.SearchFold.fold($0.name).contains(folded) }
        if matches.isEmpty {
            let keys = english.filter { Localization.SearchFold.fold($0.name).contains(folded) }.map(\.key)
            matches = all.filter { keys.contains($0.key) }
        }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty { throw .unknown(name, nearest: nearest(to: name, in: all.map(\.name), limit: 3)) }
        throw .ambiguous(name, names: matches.map(\.name))
    }
}

/// What is wrong with an award that was named.
enum AwardError: PresentableError, Hashable {
    /// No award has this name; the nearest follow.
    case unknown(String, nearest: [String])
    /// Several awards fit.
    case ambiguous(String, names: [String])

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no award “%@”.", name)
        case .ambiguous(let name, let names): text("“%1$@” fits %2$lld awards.", name, names.count)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“awards” shows them all.")
        case .ambiguous(_, let names):
            text("Name one as a whole: %@.", TextArgument.choice(names.map { .text(text("“%@”", $0)) }))
        }
    }
}
