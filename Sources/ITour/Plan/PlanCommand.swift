import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `plan`: shows the trips day by day.
struct PlanCommand: Command {
    static let from = Parameter.option(
        "from", .coming, help: text("The first day. Default: today, or the beginning of the trip."))
    static let trip = Parameter.optional(
        "trip", .trip, help: text("Show only this trip. Default: the open trip, or everything."))
    static let to = Parameter.option(
        "to", .coming, help: text("The last day. Default: the end of the last trip."))

    let declaration = CommandDeclaration(
        "plan", aliases: ["agenda"], group: .days, summary: text("Shows the trips day by day."),
        discussion: [
            text(
                "The plan shows where you are on each day, with transport, sights and stays, and tells conflicts. Sights without a day follow after it. Destinations without a date are not in it."
            )
        ],
        parameters: [trip.declaration, from.declaration, to.declaration],
        examples: [
            .verbatim("plan"), .verbatim("plan --from 2025-05-01 --to 2025-05-31"), text("plan japan"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let trip = try session.tripIfAny(try invocation[Self.trip])
        let from = try invocation[Self.from] ?? trip?.span?.lowerBound ?? session.today
        let to = try invocation[Self.to] ?? max(.last, from)
        guard from <= to else {
            throw ValueError.refused(
                text("The range can't end on %2$@, before it begins on %1$@.", from, to),
                remedy: text("Give a later date with --to."))
        }
        let plan = try session.plan(of: trip, days: from...to)
        guard !plan.isEmpty else { return Output(text("Nothing is planned for these days."), plan.table) }
        var blocks: [Block] = [.table(plan.table)]
        if plan.omitted > 0 {
            blocks.append(
                .warning(
                    text(
                        "%lld more days are not shown. Choose fewer days with --from and --to.", plan.omitted)
                ))
        }
        blocks += plan.conflicts.prefix(Self.mostConflicts).map { .warning($0.text) }
        if plan.conflicts.count > Self.mostConflicts {
            blocks.append(
                .warning(
                    text("%lld more conflicts are not shown.", plan.conflicts.count - Self.mostConflicts)))
        }
        blocks += Self.unscheduled(plan.unscheduled)
        if let trip {
            // The plan has told its own conflicts.
            let isWhole = trip.span.map { from <= $0.lowerBound && $0.upperBound <= to } ?? false
            let check = try session.check(trip, plan: isWhole ? plan : nil)
            let others = check.problems.count - plan.conflicts.count
            if others > 0 {
                blocks.append(
                    .message(
                        text("%1$lld more things to check: see “%2$@”.", others, "check \(trip.number)")))
            }
        }
        return Output(blocks, data: [.table(plan.table)])
    }

    private static let mostConflicts = 20

    /// Returns the sights without a day as blocks for the user.
    @MainActor
    static func unscheduled(_ sights: [Sight]) -> [Block] {
        guard !sights.isEmpty else { return [] }
        let table = Table(
            "unscheduled",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Sight"), priority: 6, wraps: true),
                .init("destination", text("Destination"), priority: 5, wraps: true),
            ],
            rows: sights.map { [.identifier($0.number), .text($0.name), .text($0.destination?.name)] })
        return [.heading(text("Sights without a day")), .table(table)]
    }
}

extension TripSession {
    /// Plans days of a trip; `nil` for everything on these days.
    func plan(of trip: Trip?, days: ClosedRange<CivilDate>) throws -> TripPlan {
        TripPlan(
            try trip?.destinations ?? plannedDestinations(from: days.lowerBound, to: days.upperBound),
            trips: try trip.map { [$0] } ?? tripsInOrder(), days: days, today: today, localizer: localizer)
    }

    /// Fetches the destinations whose dates overlap a range of days, in order of time, and then the destinations
    /// with other dates or without dates that have sights planned for these days.
    func plannedDestinations(from first: CivilDate, to last: CivilDate) throws -> [Destination] {
        let destinations = try tripsInOrder(from: first, to: last)
        let begin = first.utcDate, end = last.utcDate
        let never = Date.distantPast
        var descriptor = FetchDescriptor<Sight>(
            predicate: #Predicate {
                $0.scheduledDay != nil && ($0.scheduledDay ?? never) >= begin
                    && ($0.scheduledDay ?? never) <= end
            })
        descriptor.relationshipKeyPathsForPrefetching = [\.destination]
        var known = Set(destinations.map(\.persistentModelID))
        let others = try fetchReadable(descriptor).compactMap(\.destination)
            .filter { known.insert($0.persistentModelID).inserted }
        return destinations + others
    }

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
            try fetchReadable(descriptor), collator: Collator(localizer.language))
    }
}
