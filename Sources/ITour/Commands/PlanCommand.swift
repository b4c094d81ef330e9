import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `plan`: the trips day by day.
struct PlanCommand: Command {
    static let from = Parameter.option(
        "from", .coming, help: text("The first day; today unless you say otherwise."))
    static let to = Parameter.option(
        "to", .coming, help: text("The last day; the end of the last trip unless you say otherwise."))

    let declaration = CommandDeclaration(
        "plan", aliases: ["agenda"], group: .looking, summary: text("Shows the trips day by day."),
        discussion: [
            text(
                "With the days left until each, what takes place at the same time, and what has no sights yet. What has no date is not in it."
            )
        ],
        parameters: [from.declaration, to.declaration],
        examples: ["plan", "plan --from 2025-05-01 --to 2025-05-31"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let from = try invocation[Self.from] ?? today
        let to = try invocation[Self.to] ?? max(.last, from)
        guard from <= to else { throw PlanError.backward(from: from, to: to) }
        let plan = TripPlan(
            try session.tripsInOrder(from: from, to: to), days: from...to, today: today)
        guard !plan.isEmpty else {
            return Output(
                [.message(text("Nothing is planned for these days."))], data: [.table(plan.table)])
        }
        var blocks: [Block] = [.table(plan.table)]
        if plan.omitted > 0 {
            blocks.append(
                .warning(text("%lld more days are left out; narrow it with --from and --to.", plan.omitted)))
        }
        return Output(blocks)
    }
}

/// Days that a plan can't be made of.
enum PlanError: PresentableError {
    case backward(from: CivilDate, to: CivilDate)

    var problem: LocalizedText {
        switch self {
        case .backward(let from, let to): text("The range ends on %2$@, before it begins on %1$@.", from, to)
        }
    }
    var remedy: LocalizedText? { text("Give a later --to.") }
    var failure: FailureKind { .usage }
}

extension TripSession {
    /// The destinations with a date that touch a range of days, in order of time, with their sights at hand.
    func tripsInOrder(from first: CivilDate, to last: CivilDate) throws -> [Destination] {
        let begin = first.utcDate, end = last.adding(days: 1).utcDate
        let never = Date.distantPast
        var descriptor = FetchDescriptor<Destination>(
            predicate: #Predicate {
                $0.start != nil && ($0.end ?? $0.start ?? never) >= begin && ($0.start ?? never) <= end
            })
        descriptor.relationshipKeyPathsForPrefetching = [\.sights]
        return DestinationOrder.date.sorted(
            try context.fetch(descriptor), collator: Collator(localizer.language))
    }
}
