import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `plan`: shows the trips day by day.
struct PlanCommand: Command {
    static let from = Parameter.option(
        "from", .coming, help: text("The first day. Default: today."))
    static let to = Parameter.option(
        "to", .coming, help: text("The last day. Default: the end of the last trip."))

    let declaration = CommandDeclaration(
        "plan", aliases: ["agenda"], group: .looking, summary: text("Shows the trips day by day."),
        discussion: [
            text(
                "The plan shows the days left until each trip, overlapping trips, and trips without sights. Destinations without a date are not in it."
            )
        ],
        parameters: [from.declaration, to.declaration],
        examples: [.verbatim("plan"), .verbatim("plan --from 2025-05-01 --to 2025-05-31")])

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
                .warning(
                    text(
                        "%lld more days are not shown. Choose fewer days with --from and --to.", plan.omitted)
                ))
        }
        return Output(blocks)
    }
}

/// An error in a plan's range of days.
enum PlanError: PresentableError {
    case backward(from: CivilDate, to: CivilDate)

    var problem: LocalizedText {
        switch self {
        case .backward(let from, let to):
            text("The range can't end on %2$@, before it begins on %1$@.", from, to)
        }
    }
    var remedy: LocalizedText? { text("Give a later date with --to.") }
    var failure: FailureKind { .usage }
}

extension TripSession {
    /// Fetches the destinations whose dates overlap a range of days, in order of time, with their sights.
    ///
    /// - Parameters:
    ///   - first: The first day of the range.
    ///   - last: The last day of the range.
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
